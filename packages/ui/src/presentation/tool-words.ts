import { shorten } from '../format/hidden-chars.ts'
import { humanise } from '../format/humanise.ts'
import { isRecord, type JsonRecord } from '../format/json.ts'
import type { Locale } from '../messages/locale.ts'
import {
  localize,
  type Presentation,
  type RichPart,
  type SummaryPart,
  type ToolPresentation,
} from './presentation.ts'

const MAX_SUMMARY_CHARS = 60
const LOOKS_LIKE_ID = /^(?=.*\d)[\w-]{2,40}$/

/** What the application said about a tool; nothing for names that only look like one of ours. */
export function presentationOf(presentation: Presentation, toolName: string): ToolPresentation {
  return Object.hasOwn(presentation, toolName) ? (presentation[toolName] ?? {}) : {}
}

/** The human name of a tool. */
export function toolTitle(tool: ToolPresentation, toolName: string, locale: Locale): string {
  return tool.title === undefined ? humanise(toolName) : localize(tool.title, locale)
}

/** The arguments that matter: the application's choice, else the first two plain values. */
export function toolSummary(
  tool: ToolPresentation,
  input: unknown,
  locale: Locale,
): readonly Exclude<SummaryPart, undefined>[] {
  if (!isRecord(input)) return []
  const { summary } = tool
  const parts = summary === undefined ? firstScalars(input) : attempt(() => summary(input, locale))
  return (parts ?? []).filter((part) => part !== undefined).filter((part) => textOf(part) !== '')
}

function firstScalars(input: JsonRecord): readonly SummaryPart[] {
  return Object.values(input)
    .filter((value) => ['string', 'number', 'boolean'].includes(typeof value))
    .slice(0, 2)
    .map((value) => {
      const text = shorten(String(value), MAX_SUMMARY_CHARS)
      return LOOKS_LIKE_ID.test(text) ? { mono: text } : text
    })
}

const textOf = (part: Exclude<SummaryPart, undefined>): string =>
  typeof part === 'string' ? part : part.mono

/** The sentence for these arguments; `undefined` where the application has none or it cannot be made. */
export function toolSentence(
  tool: ToolPresentation,
  input: unknown,
  locale: Locale,
): readonly RichPart[] | undefined {
  const { sentence } = tool
  if (sentence === undefined || !isRecord(input)) return undefined
  return attempt(() => sentence(input, locale))
}

/** The statement of a denial; the sentence stays out of it, so that nobody reads it as done. */
export function toolDeclined(
  tool: ToolPresentation,
  input: unknown,
  locale: Locale,
): readonly ToldPart[] | undefined {
  const { declined } = tool
  if (declined === undefined || !isRecord(input)) return undefined
  return attempt(() => declined(input, locale).map(toTold))
}

/** The words of the deciding button for these arguments. */
export function toolAct(tool: ToolPresentation, input: unknown, locale: Locale): string | undefined {
  const { act } = tool
  if (act === undefined || !isRecord(input)) return undefined
  return attempt(() => act(input, locale))
}

/** Arguments are the agent's: an application's function that trips over them must not take the page along. */
function attempt<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}

/** A part of a sentence, and what stood there before an edit. */
export interface ToldPart {
  readonly text: string
  readonly isStrong: boolean
  readonly was?: string
}

/** Tells an edit inside the sentence, where both sentences have the same shape. */
export function tellChange(
  before: readonly RichPart[] | undefined,
  now: readonly RichPart[],
): readonly ToldPart[] {
  const isComparable = before?.length === now.length
  return now.map((part, index) => {
    const told = toTold(part)
    const old = isComparable ? before?.[index] : undefined
    if (old === undefined || !told.isStrong) return told
    const was = toTold(old)
    return was.isStrong && was.text !== told.text ? { ...told, was: was.text } : told
  })
}

const toTold = (part: RichPart): ToldPart =>
  typeof part === 'string' ? { text: part, isStrong: false } : { text: part.strong, isStrong: true }

/** The same sentence as a statement: what was asked becomes what was decided. */
export function asStatement(parts: readonly ToldPart[]): readonly ToldPart[] {
  const last = parts.at(-1)
  if (last === undefined) return parts
  const text = last.text.replace(/\s*[?？]\s*$/, '')
  return [...parts.slice(0, -1), ...(text === '' ? [] : [{ ...last, text }])]
}
