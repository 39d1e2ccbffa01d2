import type { JsonRecord } from '../format/json.ts'
import type { Locale } from '../messages/locale.ts'

/** A text in every language of the kit, or one that is the same in all. */
export type Localized = string | Readonly<Record<Locale, string>>

/** Part of a sentence; what is `strong` is set apart: the amount, the target. */
export type RichPart = string | { readonly strong: string }

/** Part of a tool card's one line; ids are set in `mono`. */
export type SummaryPart = string | { readonly mono: string } | undefined

/** How one argument, or one member of a result, is shown. */
export interface FieldPresentation {
  readonly label: Localized
  /** `text` by default. `time` reads ISO 8601. */
  readonly kind?: 'text' | 'mono' | 'money' | 'time'
  /** The ISO 4217 code of a `money` field. */
  readonly currency?: string
  /** Never editable, whatever the agent's schema allows. */
  readonly locked?: boolean
  /** Words in place of the values of an enumeration. */
  readonly words?: Readonly<Record<string, Localized>>
  /** Shown in the list only to readers of these languages; the raw text always has it. */
  readonly only?: Locale
}

/** Fields by key; members of members by their path, as `payment.cardEnding`. Arrays add nothing to a path. */
export type FieldPresentations = Readonly<Record<string, FieldPresentation>>

/** What the application knows about a tool: its words. Arguments are untrusted; check before use. */
export interface ToolPresentation {
  readonly title?: Localized
  /** The two arguments that matter. Called while arguments stream too, with what is there. */
  readonly summary?: (input: JsonRecord, locale: Locale) => readonly SummaryPart[]
  /** What will happen, as a question. Give changeable values a `strong` part each: edits are told there. */
  readonly sentence?: (input: JsonRecord, locale: Locale) => readonly RichPart[]
  /** The words of the button that approves: the act itself. */
  readonly act?: (input: JsonRecord, locale: Locale) => string
  readonly decline?: Localized
  /** What was decided when it was declined, as a statement: `Don’t refund order A1024`. */
  readonly declined?: (input: JsonRecord, locale: Locale) => readonly RichPart[]
  /** What is certain when nothing was carried out, as `Nothing was refunded.` */
  readonly untouched?: Localized
  /** A word to be typed before a high-risk call can be approved. */
  readonly confirmWord?: Localized
  /** Named next to the high-risk mark: why it is one. */
  readonly risk?: Localized
  readonly fields?: FieldPresentations
  readonly resultFields?: FieldPresentations
}

/** Presentations by tool name. */
export type Presentation = Readonly<Record<string, ToolPresentation>>

/**
 * The application's words for its agent's tools.
 *
 * @example
 * definePresentation({ get_order: { title: { en: 'Look up order', 'zh-CN': '查询订单' } } })
 */
export function definePresentation(presentation: Presentation): Presentation {
  return presentation
}

/** A localized text in one language. */
export function localize(text: Localized, locale: Locale): string {
  return typeof text === 'string' ? text : text[locale]
}
