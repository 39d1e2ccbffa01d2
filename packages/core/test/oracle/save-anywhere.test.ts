import {
  createDraft,
  createPipeline,
  emptyThread,
  fromSaved,
  publish,
  type Thread,
  toMessages,
  toSaved,
} from '@agui-kit/core'
import { legalStream } from '@agui-kit/testing/arbitraries'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const now = (): number => 0

/** What of a thread the stream decides; times and issues are ours. */
function seen(thread: Thread): unknown {
  const { state, run, steps, toolCalls, streaming, subagents, interrupts, usage } = thread
  return {
    messages: toMessages(thread.messages),
    state: state ?? null,
    run,
    steps,
    toolCalls: [...toolCalls.values()],
    streaming: [...streaming].sort(),
    subagents,
    interrupts,
    usage,
  }
}

it('a thread saved anywhere in a stream, also in the middle of a message or of chunks, goes on as if never saved', () => {
  fc.assert(
    fc.property(legalStream(), fc.nat(), (events, at) => {
      const frames = events.map((event) => ({ data: JSON.stringify(event) }))
      const cut = frames.length === 0 ? 0 : at % frames.length
      const whole = createDraft(emptyThread('t'), now)
      const through = createPipeline(whole, { strictness: 'strict' })
      expect(through.push(frames.slice(0, cut))).toBeUndefined()
      const text = JSON.stringify(toSaved(publish(whole).thread, 0, through.save()))
      through.push(frames.slice(cut))

      const restored = fromSaved(text, 't', 0)
      if (!('thread' in restored)) throw new Error(restored.why)
      // Between two runs there is nothing live to go on with: the thread itself says all.
      const again = createDraft(restored.live?.thread ?? restored.thread, now)
      const stream = (JSON.parse(text) as { stream: Parameters<typeof createPipeline>[1]['from'] }).stream
      const rest = createPipeline(again, { strictness: 'strict', ...(stream && { from: stream }) })
      rest.push(frames.slice(cut))
      expect(seen(publish(again).thread)).toEqual(seen(publish(whole).thread))
    }),
    { numRuns: 400 },
  )
})
