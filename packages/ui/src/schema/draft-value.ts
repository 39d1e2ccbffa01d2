import { isRecord, isSameJson, parseJson, toPlainText } from '../format/json.ts'
import type { Field, Limits } from './field.ts'

/** What stands in a control: text, or the state of a checkbox. */
export type DraftValue = string | boolean

/** Why a draft is no value yet. */
export type Problem =
  | {
      readonly code: 'required' | 'not-number' | 'not-integer' | 'not-json' | 'not-object' | 'wrong-pattern'
    }
  | {
      readonly code: 'at-least' | 'at-most' | 'more-than' | 'less-than' | 'multiple-of' | 'too-short'
      readonly limit: number
    }
  | { readonly code: 'too-long'; readonly limit: number; readonly length: number }

/** A draft as a value; `absent` is an optional field left empty. */
export type Reading =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'absent' }
  | { readonly kind: 'problem'; readonly problem: Problem }

const ABSENT: Reading = { kind: 'absent' }
const problem = (found: Problem): Reading => ({ kind: 'problem', problem: found })
const value = (given: unknown): Reading => ({ kind: 'value', value: given })

/** What a control shows for a value. */
export function toDraft(field: Field, current: unknown): DraftValue {
  if (field.control === 'boolean') return current === true
  if (current === undefined) return ''
  if (field.control === 'choice') {
    const index = field.choices.findIndex((choice) => isSameJson(choice, current))
    return index === -1 ? '' : String(index)
  }
  if (field.control === 'json') return JSON.stringify(current, null, 2)
  return toPlainText(current)
}

/** What a control's content means. */
export function readDraft(field: Field, draft: DraftValue): Reading {
  if (field.fixed !== undefined) return value(field.fixed.value)
  if (typeof draft === 'boolean') return value(draft)
  switch (field.control) {
    case 'text':
      return readText(field, draft)
    case 'number':
    case 'integer':
      return readNumber(field, draft)
    case 'choice':
      if (draft === '') return emptyReading(field)
      return value(field.choices[Number(draft)])
    case 'json':
      return readJson(field, draft)
    case 'boolean':
      return value(draft === 'true')
    default:
      return field.control satisfies never
  }
}

const emptyReading = (field: Field): Reading => (field.isRequired ? problem({ code: 'required' }) : ABSENT)

function readText(field: Field, draft: string): Reading {
  const { minLength, maxLength, pattern } = field.limits
  if (draft === '' && (!field.isRequired || (minLength ?? 1) > 0)) return emptyReading(field)
  // JSON Schema counts code points.
  const length = [...draft].length
  if (minLength !== undefined && length < minLength) return problem({ code: 'too-short', limit: minLength })
  if (maxLength !== undefined && length > maxLength) {
    return problem({ code: 'too-long', limit: maxLength, length })
  }
  if (pattern !== undefined && !matches(pattern, draft)) return problem({ code: 'wrong-pattern' })
  return value(draft)
}

/**
 * A group that repeats inside a repeated group: some of these take time that doubles with every character.
 * The pattern is the agent's and untrusted, so such a one is left to the agent to judge.
 */
const MAY_NEVER_END = /[+*}][^()]*\)(?:[+*]|\{)|\|[^()]*\)(?:[+*]|\{)/

/** Text longer than this is not held against a pattern here. */
const PATTERN_MAX_CHARS = 2_000

/** A pattern that is no regular expression here, or may never end, cannot be judged here. */
function matches(pattern: string, text: string): boolean {
  if (text.length > PATTERN_MAX_CHARS || MAY_NEVER_END.test(pattern)) return true
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return true
  }
}

function readNumber(field: Field, draft: string): Reading {
  const text = draft.trim()
  if (text === '') return emptyReading(field)
  const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(number)) return problem({ code: 'not-number' })
  if (field.control === 'integer' && !Number.isInteger(number)) return problem({ code: 'not-integer' })
  const found = outsideLimits(number, field.limits)
  return found === undefined ? value(number) : problem(found)
}

function outsideLimits(number: number, limits: Limits): Problem | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = limits
  if (minimum !== undefined && number < minimum) return { code: 'at-least', limit: minimum }
  if (maximum !== undefined && number > maximum) return { code: 'at-most', limit: maximum }
  if (exclusiveMinimum !== undefined && number <= exclusiveMinimum) {
    return { code: 'more-than', limit: exclusiveMinimum }
  }
  if (exclusiveMaximum !== undefined && number >= exclusiveMaximum) {
    return { code: 'less-than', limit: exclusiveMaximum }
  }
  if (multipleOf !== undefined && multipleOf > 0) {
    const steps = number / multipleOf
    // 0.3 is a multiple of 0.1, whatever binary fractions say.
    if (Math.abs(steps - Math.round(steps)) > 1e-9) return { code: 'multiple-of', limit: multipleOf }
  }
  return undefined
}

function readJson(field: Field, draft: string): Reading {
  if (draft.trim() === '') return emptyReading(field)
  const parsed = parseJson(draft)
  if (parsed === undefined) return problem({ code: 'not-json' })
  return field.isObject && !isRecord(parsed) ? problem({ code: 'not-object' }) : value(parsed)
}
