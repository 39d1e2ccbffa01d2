import type { PatchOperation } from '../protocol/event.ts'
import type { Json, JsonObject } from '../protocol/json.ts'

/**
 * Applies the patches this agent writes itself: `add` and `replace` at an existing container. It mirrors
 * what a client does with them; a path that does not resolve is a mistake here, so it throws.
 */
export function applyOwnPatch(document: Json, patch: readonly PatchOperation[]): Json {
  return patch.reduce((value, operation) => setAt(value, toTokens(operation.path), operation), document)
}

const toTokens = (path: string): readonly string[] =>
  path === ''
    ? []
    : path
        .slice(1)
        .split('/')
        .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))

function setAt(container: Json, tokens: readonly string[], operation: PatchOperation): Json {
  const [token, ...rest] = tokens
  if (token === undefined) return operation.value
  if (Array.isArray(container)) {
    const items = container as readonly Json[]
    const index = token === '-' ? items.length : Number(token)
    const present = items[index]
    if (rest.length === 0 && operation.op === 'add') return items.toSpliced(index, 0, operation.value)
    if (present === undefined) throw new Error(`Patch path ${operation.path} does not resolve.`)
    return items.with(index, setAt(present, rest, operation))
  }
  if (typeof container !== 'object' || container === null) {
    throw new Error(`Patch path ${operation.path} does not resolve.`)
  }
  const members = container as JsonObject
  const present = Object.hasOwn(members, token) ? members[token] : undefined
  const isNewMember = rest.length === 0 && operation.op === 'add'
  if (present === undefined && !isNewMember) throw new Error(`Patch path ${operation.path} does not resolve.`)
  return { ...members, [token]: setAt(present ?? null, rest, operation) }
}
