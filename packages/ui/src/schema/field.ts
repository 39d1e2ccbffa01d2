import { isRecord, type JsonRecord, ownMember } from '../format/json.ts'

/** What a value must keep to, as JSON Schema says it. */
export interface Limits {
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
}

/** One value a person may give. */
export interface Field {
  readonly key: string
  /** The agent's words for it. Untrusted. */
  readonly title?: string
  readonly description?: string
  readonly isRequired: boolean
  readonly control: 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'json'
  /** A `json` value must be an object. */
  readonly isObject: boolean
  readonly limits: Limits
  /** The values of a `choice`. */
  readonly choices: readonly unknown[]
  /** The one value it may have. */
  readonly fixed?: { readonly value: unknown }
}

const NUMBER_LIMITS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
] as const

/** The fields of an object schema; `undefined` when it names no properties. */
export function toFields(schema: unknown): readonly Field[] | undefined {
  const properties = ownMember(schema, 'properties')
  if (!isRecord(properties) || Object.keys(properties).length === 0) return undefined
  const required = ownMember(schema, 'required')
  const names = new Set<unknown>(Array.isArray(required) ? required : [])
  return Object.entries(properties).map(([key, member]) => toField(key, member, names.has(key)))
}

/** One schema as a field. What it does not understand is left to the agent to judge. */
export function toField(key: string, schema: unknown, isRequired: boolean): Field {
  const own: JsonRecord = isRecord(schema) ? schema : {}
  const title = ownMember(own, 'title')
  const description = ownMember(own, 'description')
  const choices = ownMember(own, 'enum')
  return {
    key,
    isRequired,
    control: controlOf(own),
    isObject: ownMember(own, 'type') === 'object',
    limits: limitsOf(own),
    choices: Array.isArray(choices) ? choices : [],
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    ...(Object.hasOwn(own, 'const') && { fixed: { value: own['const'] } }),
  }
}

function controlOf(schema: JsonRecord): Field['control'] {
  if (Array.isArray(ownMember(schema, 'enum'))) return 'choice'
  const type = ownMember(schema, 'type')
  if (type === 'string') return 'text'
  if (type === 'number' || type === 'integer' || type === 'boolean') return type
  return 'json'
}

function limitsOf(schema: JsonRecord): Limits {
  const numbers = NUMBER_LIMITS.flatMap((name) => {
    const limit = ownMember(schema, name)
    return typeof limit === 'number' ? [[name, limit] as const] : []
  })
  const pattern = ownMember(schema, 'pattern')
  return { ...Object.fromEntries(numbers), ...(typeof pattern === 'string' && { pattern }) }
}
