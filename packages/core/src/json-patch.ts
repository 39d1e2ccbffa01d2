// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient declaration has nothing to import
/// <reference path="./fast-json-patch.d.ts" />
// The package's ESM core: its main entry is CommonJS and brings the diffing code along.
import { applyOperation, deepClone } from 'fast-json-patch/module/core.mjs'
import {
  type Container,
  childOf,
  hasKey,
  insertionIndex,
  PatchRefusal,
  parsePointer,
  readAt,
  requireContainer,
  toPointer,
} from './json-pointer.ts'
import type { JsonPatch, JsonPatchOperation } from './protocol/json.ts'

/** What became of a patch. A failed one has changed nothing; `reason` is for people. */
export type PatchResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly failedIndex: number; readonly reason: string }

/** One patch under way. */
interface Draft {
  root: unknown
  /** Containers that nobody else can see: edited in place. */
  readonly owned: Set<object>
  /** How to take back what was done to containers that were owned before this patch. */
  readonly undos: (() => void)[]
  /** Whether anything can still fail after the edits now being made. */
  mayFail: boolean
  /** Containers copied by this patch itself; after a failure they are garbage, so nothing is taken back. */
  readonly fresh: Set<object>
}

/**
 * Applies an RFC 6902 patch as one: all of its operations or none. The document is never mutated; only the
 * containers on the touched paths are copied.
 *
 * A container in `owned` is edited in place instead of copied, and every copy made is added to it. Pass one
 * set for all patches between two published snapshots, and each container is copied once in that time.
 */
export function applyJsonPatch(
  document: unknown,
  patch: JsonPatch,
  owned: Set<object> = new Set(),
): PatchResult {
  const draft: Draft = { root: document, owned, undos: [], mayFail: true, fresh: new Set() }
  let index = 0
  try {
    for (const operation of patch) {
      draft.mayFail = index + 1 < patch.length || operation.op === 'move'
      apply(draft, operation)
      index++
    }
    return { ok: true, value: draft.root }
  } catch (error) {
    for (const undo of draft.undos.reverse()) undo()
    for (const copy of draft.fresh) owned.delete(copy)
    const reason = error instanceof PatchRefusal ? error.message : `the operation failed: ${String(error)}`
    return { ok: false, failedIndex: index, reason }
  }
}

function apply(draft: Draft, operation: JsonPatchOperation): void {
  const path = parsePointer(operation.path)
  switch (operation.op) {
    case 'add':
      return add(draft, path, requireValue(operation.value))
    case 'replace':
      return replace(draft, path, requireValue(operation.value))
    case 'remove':
      return remove(draft, path)
    case 'move':
      return move(draft, parsePointer(operation.from), path)
    case 'copy':
      // Really copied: two places that share a container we own would change together.
      return add(draft, path, deepClone(readAt(draft.root, parsePointer(operation.from))))
    case 'test':
      if (isEqual(readAt(draft.root, path), requireValue(operation.value))) return
      throw new PatchRefusal(`the value at "${operation.path}" is not the one the test expects`)
    default:
      operation satisfies never
      throw new PatchRefusal('its op is none of add, remove, replace, move, copy and test')
  }
}

// Each of the next three finds every fault before the first edit, so that a refused operation leaves no trace.

function add(draft: Draft, path: readonly string[], value: unknown): void {
  const key = path.at(-1)
  if (key === undefined) {
    draft.root = value
    return
  }
  const found = requireContainer(readAt(draft.root, path, path.length - 1), path, path.length - 1)
  if (Array.isArray(found)) {
    const index = insertionIndex(found, key)
    const array = own(draft, path) as unknown[]
    note(draft, array, () => array.splice(index, 1))
    applyOperation(array, { op: 'add', path: `/${index}`, value })
  } else if (hasKey(found, key)) {
    put(draft, own(draft, path), key, value)
  } else {
    const object = own(draft, path) as Record<string, unknown>
    note(draft, object, () => delete object[key])
    applyOperation(object, { op: 'add', path: toPointer(key), value })
  }
}

function replace(draft: Draft, path: readonly string[], value: unknown): void {
  readAt(draft.root, path)
  const key = path.at(-1)
  if (key === undefined) draft.root = value
  else put(draft, own(draft, path), key, value)
}

function remove(draft: Draft, path: readonly string[]): void {
  readAt(draft.root, path)
  const key = path.at(-1)
  if (key === undefined) {
    draft.root = null
    return
  }
  const container = own(draft, path)
  const removed = childOf(container, key)
  if (Array.isArray(container)) note(draft, container, () => container.splice(Number(key), 0, removed))
  else if (needsUndo(draft, container)) draft.undos.push(restoreKey(container, key))
  applyOperation(container, { op: 'remove', path: toPointer(key) })
}

function move(draft: Draft, from: readonly string[], path: readonly string[]): void {
  const value = readAt(draft.root, from)
  if (from.every((key, depth) => key === path[depth])) {
    if (from.length === path.length) return
    throw new PatchRefusal('a value cannot move into itself')
  }
  if (path.length > 0) remove(draft, from)
  add(draft, path, value)
}

/** The container that holds the last key of the path, made ours together with all above it. */
function own(draft: Draft, path: readonly string[]): Container {
  let container = ownOne(draft, draft.root)
  draft.root = container
  for (let depth = 0; depth < path.length - 1; depth++) {
    const key = path[depth] as string
    const child = childOf(container, key)
    const copy = ownOne(draft, child)
    if (copy !== child) put(draft, container, key, copy)
    container = copy
  }
  return container
}

function ownOne(draft: Draft, value: unknown): Container {
  const container = value as Container
  if (draft.owned.has(container)) return container
  const copy = Array.isArray(container) ? container.slice() : { ...container }
  draft.owned.add(copy)
  draft.fresh.add(copy)
  return copy
}

function put(draft: Draft, container: Container, key: string, value: unknown): void {
  const before = childOf(container, key)
  const object = container as Record<string, unknown>
  note(draft, container, () => {
    object[key] = before
  })
  applyOperation(container, { op: 'replace', path: toPointer(key), value })
}

function note(draft: Draft, container: Container, undo: () => void): void {
  if (needsUndo(draft, container)) draft.undos.push(undo)
}

function needsUndo(draft: Draft, container: Container): boolean {
  return draft.mayFail && !draft.fresh.has(container)
}

/** Puts a removed key back where it stood: what follows it is taken out and appended again. */
function restoreKey(object: Record<string, unknown>, key: string): () => void {
  const entries = Object.entries(object)
  const at = entries.findIndex(([name]) => name === key)
  return () => {
    for (const [name, value] of entries.slice(at)) {
      delete object[name]
      Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true })
    }
  }
}

function requireValue(value: unknown): unknown {
  if (value === undefined) throw new PatchRefusal('it has no value')
  return value
}

/** Equality of JSON values. The library's own stumbles over data with a key named `hasOwnProperty`. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => {
    if (!Object.hasOwn(b, key)) return false
    return isEqual(childOf(a as Container, key), childOf(b as Container, key))
  })
}
