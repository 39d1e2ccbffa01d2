import { createPartialJson, type PartialJson } from '@agui-kit/core'

/** Reads the arguments of one call: what can be read so far, or the truth once they are complete. */
export type ReadToolInput = (args: string, isComplete: boolean) => unknown

/**
 * A reader that goes on where it stopped. What it returns depends on its arguments alone, so it may be asked
 * any number of times while rendering.
 */
export function createToolInputReader(create: () => PartialJson = createPartialJson): ReadToolInput {
  let partial = create()
  let read = ''
  let whole: { readonly args: string; readonly input: unknown } | undefined
  return (args, isComplete) => {
    if (isComplete) {
      if (whole?.args !== args) whole = { args, input: parse(args) }
      return whole.input
    }
    if (!args.startsWith(read)) {
      partial = create()
      read = ''
    }
    if (args.length > read.length) partial.feed(args.slice(read.length))
    read = args
    return partial.snapshot()
  }
}

/** `undefined` where the text is no JSON; the session has reported it. No text at all is no arguments. */
function parse(args: string): unknown {
  try {
    return args.trim() === '' ? {} : JSON.parse(args)
  } catch {
    return undefined
  }
}
