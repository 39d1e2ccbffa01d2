import canonicalize from 'canonicalize'

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** RFC 8785 form: equal values give equal text, whatever the order of their members. */
export const toCanonicalJson = (value: unknown): string => canonicalize(value) ?? ''

export const isSameJson = (a: unknown, b: unknown): boolean => toCanonicalJson(a) === toCanonicalJson(b)
