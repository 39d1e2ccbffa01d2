import type { Formats } from '../format/formats.ts'
import type { Messages } from '../messages/messages.ts'
import type { Problem } from './draft-value.ts'

/** A problem in the reader's words. `format` writes a limit as the field writes its values. */
export function problemText(
  problem: Problem,
  messages: Messages,
  formats: Formats,
  format: (limit: number) => string = formats.number,
): string {
  switch (problem.code) {
    case 'required':
      return messages.required
    case 'not-number':
      return messages.notNumber
    case 'not-integer':
      return messages.notInteger
    case 'not-json':
      return messages.notJson
    case 'not-object':
      return messages.notObject
    case 'wrong-pattern':
      return messages.wrongPattern
    case 'at-least':
      return messages.atLeast(format(problem.limit))
    case 'at-most':
      return messages.atMost(format(problem.limit))
    case 'more-than':
      return messages.moreThan(format(problem.limit))
    case 'less-than':
      return messages.lessThan(format(problem.limit))
    case 'multiple-of':
      return messages.multipleOf(formats.number(problem.limit))
    case 'too-short':
      return messages.tooShort(problem.limit)
    case 'too-long':
      return messages.tooLong(problem.length, problem.limit)
    default:
      return problem satisfies never
  }
}
