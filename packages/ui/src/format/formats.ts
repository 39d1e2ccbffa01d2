import type { Locale } from '../messages/locale.ts'
import type { Messages } from '../messages/messages.ts'
import { toPlainText } from './json.ts'

/** Numbers, money and times as the reader writes them. */
export interface Formats {
  readonly number: (value: number) => string
  /** `¥128.00`; a value that is no number stays what it is. */
  readonly money: (value: unknown, currency: string) => string
  /** The symbol that stands beside an amount, as `¥`. */
  readonly currencySymbol: (currency: string) => string
  /** `10:31` today, with the date on other days. */
  readonly time: (atMs: number, nowMs: number) => string
  readonly dateTime: (atMs: number) => string
  /** `0.8 s`, `2 min 5 s`. */
  readonly duration: (durationMs: number) => string
  /** A duration that still grows, without its tenths. */
  readonly elapsed: (durationMs: number) => string
  /** `04:32`, or days and hours when it is long. */
  readonly countdown: (remainingMs: number) => string
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The formats of one language. */
export function createFormats(locale: Locale, messages: Messages): Formats {
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 12 })
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const day = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' })
  const full = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', day: 'numeric' })

  const long = (durationMs: number): string => {
    const hours = Math.floor(durationMs / HOUR_MS)
    const minutes = Math.floor((durationMs % HOUR_MS) / MINUTE_MS)
    if (hours > 0) return messages.hours(whole.format(hours), whole.format(minutes))
    return messages.minutes(
      whole.format(minutes),
      whole.format(Math.floor((durationMs % MINUTE_MS) / SECOND_MS)),
    )
  }

  /** Seconds with a tenth; what rounds to none is told as less than one. */
  const shortly = (durationMs: number): string =>
    durationMs < 50 ? `<${tenths.format(0.1)}` : tenths.format(durationMs / SECOND_MS)

  return {
    number: (value) => number.format(value),
    money: (value, currency) => formatMoney(value, currency, locale),
    currencySymbol: (currency) => toSymbol(currency, locale),
    time: (atMs, nowMs) =>
      isSameDay(atMs, nowMs) ? clock.format(atMs) : `${day.format(atMs)} ${clock.format(atMs)}`,
    dateTime: (atMs) => `${full.format(atMs)} ${clock.format(atMs)}`,
    duration: (durationMs) =>
      durationMs < MINUTE_MS ? messages.seconds(shortly(durationMs)) : long(durationMs),
    elapsed: (durationMs) =>
      durationMs < MINUTE_MS
        ? messages.seconds(whole.format(Math.floor(durationMs / SECOND_MS)))
        : long(durationMs),
    countdown: (remainingMs) => {
      if (remainingMs >= 2 * DAY_MS) return messages.days(Math.floor(remainingMs / DAY_MS))
      if (remainingMs >= HOUR_MS) return long(remainingMs)
      const seconds = Math.ceil(remainingMs / SECOND_MS)
      return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`
    },
  }
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

function isSameDay(a: number, b: number): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString()
}

/** An amount of money with its narrow symbol; what is no finite number stays as it is. */
export function formatMoney(value: unknown, currency: string, locale: Locale): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return toPlainText(value)
  try {
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
    }).format(value)
  } catch {
    return `${value} ${currency}`
  }
}

function toSymbol(currency: string, locale: Locale): string {
  try {
    const parts = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
    }).formatToParts(0)
    return parts.find((part) => part.type === 'currency')?.value ?? currency
  } catch {
    return currency
  }
}
