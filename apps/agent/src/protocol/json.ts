import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of a value that is a JSON object; anything else has none. */
export const toMembers = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {})

/** A member that is text; anything else reads as no text. */
export function textMember(object: JsonObject, name: string): string {
  const value = object[name]
  return typeof value === 'string' ? value : ''
}

/** RFC 8785 form: equal values give equal text, whatever the order of their members. */
export const toCanonicalJson = (value: unknown): string => canonicalize(value) ?? ''

export const isSameJson = (a: unknown, b: unknown): boolean => toCanonicalJson(a) === toCanonicalJson(b)

/** SHA-256 of the RFC 8785 form, in hex. */
export const toSha256 = (value: unknown): string =>
  createHash('sha256').update(toCanonicalJson(value)).digest('hex')
