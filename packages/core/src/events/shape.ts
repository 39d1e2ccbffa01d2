import type { IssueCode } from '../issue.ts'

/** Where the judge of an event notes what it took away. */
export interface ShapeContext {
  /** Broken rules with one plain reading are read that way instead of failing the run. */
  readonly tolerant: boolean
  /** Keys and positions from the event down to what is being judged. */
  readonly path: (string | number)[]
  readonly note: (code: IssueCode, path: string, message: string) => void
}

/**
 * What is wrong with a value. `malformed` fails the stream; an `unknown-member` is a member of a closed set
 * that we do not know, and is taken away by where it stands (P-9).
 */
export interface Fault {
  readonly kind: 'malformed' | 'unknown-member'
  readonly expected: string
  /** Set once, where the fault was found. */
  readonly path?: string
}

/** Judges a value that came out of `JSON.parse` and is ours to edit: unknown material is removed in place. */
export type Shape = (value: unknown, context: ShapeContext) => Fault | undefined

/** A field of a described object. */
export interface Field {
  readonly shape: Shape
  readonly required: boolean
  /** `null` was once written for absence here, and still reads so (P-16). */
  readonly nullIsAbsent: boolean
  /** In tolerant mode a bad value is dropped: it informs, and nothing depends on it. */
  readonly informative: boolean
  /** How tolerant mode reads a value that is not what it should be, where there is one way to. */
  readonly plain?: PlainReading
}

interface PlainReading {
  /** What the value says; the value itself when nothing has to be read into it. */
  readonly read: (value: unknown) => unknown
  /** The end of the sentence about the field. */
  readonly note: string
}

/** Joins a path as `messages[2].role`. */
export function joinPath(path: readonly (string | number)[]): string {
  let text = ''
  for (const part of path) text += typeof part === 'number' ? `[${part}]` : text === '' ? part : `.${part}`
  return text
}

const expecting = (expected: string): Fault => ({ kind: 'malformed', expected })
const NOT_STRING = expecting('a string')
const NOT_BOOLEAN = expecting('true or false')
const NOT_INTEGER = expecting('a whole number that JSON can carry')
const NOT_COUNT = expecting('a whole number, zero or more')
const NOT_OBJECT = expecting('an object')
const NOT_ARRAY = expecting('an array')
const NOT_NULL = expecting('a value other than null')

export const string: Shape = (value) => (typeof value === 'string' ? undefined : NOT_STRING)
export const boolean: Shape = (value) => (typeof value === 'boolean' ? undefined : NOT_BOOLEAN)
export const integer: Shape = (value) => (Number.isSafeInteger(value) ? undefined : NOT_INTEGER)
export const count: Shape = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? undefined : NOT_COUNT
/** Any JSON, null too. */
export const anyJson: Shape = () => undefined
/** Any JSON but a whole null. */
export const notNull: Shape = (value) => (value === null ? NOT_NULL : undefined)
/** An object whose members are the producer's business. */
export const openObject: Shape = (value) => (isObject(value) ? undefined : NOT_OBJECT)

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value that must be exactly this one; another is malformed. */
export function literal(wanted: string): Shape {
  const fault = expecting(`"${wanted}"`)
  return (value) => (value === wanted ? undefined : fault)
}

/** A string of a closed set; another string is an unknown member (P-12). */
export function oneOf(...members: readonly string[]): Shape {
  const known = new Set(members)
  const unknown: Fault = { kind: 'unknown-member', expected: members.join(' or ') }
  return (value) => (typeof value !== 'string' ? NOT_STRING : known.has(value) ? undefined : unknown)
}

export const required = (shape: Shape): Field => ({
  shape,
  required: true,
  nullIsAbsent: false,
  informative: false,
})
/** A field that must hold exactly this; in tolerant mode it is read so whatever it holds (P-13). */
export const fixed = (value: string): Field => ({
  ...required(literal(value)),
  plain: { read: () => value, note: `can only be "${value}" and is read so` },
})
/** JSON as text; in tolerant mode the JSON itself, which some producers send, is read as its text. */
export const jsonText = (field: Field): Field => ({
  ...field,
  plain: {
    read: (value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value),
    note: 'should be JSON text; the JSON that stands there is read as its text',
  },
})
export const optional = (shape: Shape): Field => ({
  shape,
  required: false,
  nullIsAbsent: false,
  informative: false,
})
export const onceNull = (shape: Shape): Field => ({
  shape,
  required: false,
  nullIsAbsent: true,
  informative: false,
})
export const informative = (shape: Shape, nullIsAbsent = false): Field => ({
  shape,
  required: false,
  nullIsAbsent,
  informative: true,
})

/** A described object: closed, so that what is not listed is taken away with a note (P-8). */
export function object(fields: Readonly<Record<string, Field>>): Shape {
  const table = new Map(Object.entries(fields))
  const requiredKeys = [...table].filter(([, field]) => field.required).map(([key]) => key)
  const plain = [...table].flatMap(([key, field]) =>
    field.plain === undefined ? [] : [[key, field.plain] as const],
  )
  return (value, context) => {
    if (!isObject(value)) return NOT_OBJECT
    if (context.tolerant) for (const [key, reading] of plain) readPlainly(value, key, reading, context)
    let found = 0
    for (const key of Object.keys(value)) {
      const field = table.get(key)
      if (field === undefined) {
        take(value, key, context, 'field-unknown', 'is not a field of AG-UI 1.0 here')
        continue
      }
      context.path.push(key)
      const fault = field.shape(value[key], context)
      context.path.pop()
      if (fault !== undefined) {
        const left = leave(value, key, field, fault, context)
        if (left !== undefined) return left
        continue
      }
      if (field.required) found += 1
    }
    if (found === requiredKeys.length) return undefined
    const missing = requiredKeys.find((key) => !Object.hasOwn(value, key)) ?? ''
    return { ...expecting('a value, but it is missing'), path: joinPath([...context.path, missing]) }
  }
}

function readPlainly(
  value: Record<string, unknown>,
  key: string,
  { read, note }: PlainReading,
  context: ShapeContext,
): void {
  const held = Object.hasOwn(value, key) ? value[key] : undefined
  const said = read(held)
  if (said === held) return
  value[key] = said
  const path = joinPath([...context.path, key])
  context.note('field-malformed', path, `"${path}" ${note}.`)
}

/** Takes a faulty field away where the rules allow it; else gives back the fault. */
function leave(
  value: Record<string, unknown>,
  key: string,
  field: Field,
  fault: Fault,
  context: ShapeContext,
): Fault | undefined {
  if (!field.required) {
    if (fault.kind === 'unknown-member') {
      take(value, key, context, 'member-unknown', `is none of ${fault.expected}`)
      return undefined
    }
    if (value[key] === null && field.nullIsAbsent) {
      take(value, key, context, 'legacy-shape', 'was null, which meant absent before 1.0')
      return undefined
    }
    if (context.tolerant && fault.path === undefined && value[key] === null) {
      take(value, key, context, 'null-as-absent', 'was null and is read as absent')
      return undefined
    }
    if (context.tolerant && field.informative) {
      const inside = fault.path === undefined ? '' : ` at "${fault.path}"`
      take(value, key, context, 'field-malformed', `should be ${fault.expected}${inside} and is left out`)
      return undefined
    }
  }
  return fault.path === undefined ? { ...fault, path: joinPath([...context.path, key]) } : fault
}

function take(
  value: Record<string, unknown>,
  key: string,
  context: ShapeContext,
  code: IssueCode,
  why: string,
): void {
  delete value[key]
  const path = joinPath([...context.path, key])
  context.note(code, path, `"${path}" ${why}.`)
}

/** A list; an element that is an unknown member leaves it with a note (P-9). */
export function listOf(element: Shape, minimum = 0): Shape {
  const tooShort = expecting(`a list of at least ${minimum}`)
  return (value, context) => {
    if (!Array.isArray(value)) return NOT_ARRAY
    let kept = 0
    for (let i = 0; i < value.length; i++) {
      context.path.push(i)
      const fault = element(value[i], context)
      const path = fault === undefined ? '' : (fault.path ?? joinPath(context.path))
      context.path.pop()
      if (fault === undefined) value[kept++] = value[i]
      else if (fault.kind === 'malformed') return { ...fault, path }
      else context.note('member-unknown', path, `"${path}" is none of ${fault.expected} and is left out.`)
    }
    value.length = kept
    return kept < minimum ? tooShort : undefined
  }
}

/** One of several objects, told apart by a string member. */
export function variants(discriminant: string, members: Readonly<Record<string, Shape>>): Shape {
  const table = new Map(Object.entries(members))
  const unknown: Fault = { kind: 'unknown-member', expected: [...table.keys()].join(' or ') }
  return (value, context) => {
    if (!isObject(value)) return NOT_OBJECT
    const name = Object.hasOwn(value, discriminant) ? value[discriminant] : undefined
    if (typeof name !== 'string') return { ...NOT_STRING, path: joinPath([...context.path, discriminant]) }
    const member = table.get(name)
    return member === undefined ? unknown : member(value, context)
  }
}

/** Either of two shapes told apart by JavaScript's own kinds: a string, or else the other. */
export function stringOr(other: Shape): Shape {
  return (value, context) => (typeof value === 'string' ? undefined : other(value, context))
}
