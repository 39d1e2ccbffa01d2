import { KitError } from '../error.ts'

/** The text that is sent for a value, or `option-invalid` for what JSON cannot say. */
export function toJsonText(value: unknown): string {
  let text: string | undefined
  let cause: unknown
  try {
    text = JSON.stringify(value)
  } catch (error) {
    cause = error
  }
  if (text !== undefined) return text
  throw new KitError(
    'option-invalid',
    'The request body cannot be written as JSON (a cycle, a BigInt, or nothing at all). The run was not sent. Give plain JSON values in the input and in body().',
    {},
    cause,
  )
}
