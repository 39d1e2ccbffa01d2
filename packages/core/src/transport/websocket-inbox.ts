import type { KitError } from '../error.ts'
import type { Frame } from './transport.ts'

/** Frames that were pushed at us, to be asked for. One consumer, one `next()` at a time. */
export interface Inbox {
  readonly batches: AsyncIterator<readonly Frame[], undefined>
  readonly put: (frame: Frame) => void
  /** Characters of the frames that wait to be read. */
  readonly waitingChars: () => number
  /** No more will come. What waits is still given, then the end, or the error. */
  readonly end: (error?: KitError) => void
  /** Ends at once and forgets what waits. */
  readonly drop: () => void
}

type Step = IteratorResult<readonly Frame[], undefined>

const DONE: Step = { done: true, value: undefined }

/**
 * Frames put in one task are one batch: a reader that waits goes on in a microtask, after all of them.
 * `onReturn` is called when the consumer leaves early.
 */
export function createInbox(onReturn: () => void): Inbox {
  let waiting: Frame[] = []
  let waitingChars = 0
  let isEnded = false
  let failure: KitError | undefined
  let wake: (() => void) | undefined

  const wakeReader = (): void => {
    const reader = wake
    wake = undefined
    reader?.()
  }

  const finish = (error: KitError | undefined): void => {
    if (isEnded) return
    isEnded = true
    failure = error
    wakeReader()
  }

  const drop = (): void => {
    waiting = []
    waitingChars = 0
    failure = undefined
    finish(undefined)
  }

  const next = async (): Promise<Step> => {
    if (waiting.length === 0 && !isEnded) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    if (waiting.length > 0) {
      const frames = waiting
      waiting = []
      waitingChars = 0
      return { done: false, value: frames }
    }
    const error = failure
    failure = undefined
    if (error !== undefined) throw error
    return DONE
  }

  return {
    batches: {
      next,
      return: async () => {
        drop()
        onReturn()
        return DONE
      },
    },
    put: (frame) => {
      waiting.push(frame)
      waitingChars += frame.data.length
      wakeReader()
    },
    waitingChars: () => waitingChars,
    end: finish,
    drop,
  }
}
