import {
  activityDelta,
  activitySnapshot,
  customEvent,
  messagesSnapshot,
  rawEvent,
  reasoningContent,
  reasoningMessageEnd,
  reasoningMessageStart,
  runFinished,
  runStarted,
  stateDelta,
  stateSnapshot,
  stepFinished,
  stepStarted,
  subagentFinished,
  subagentStarted,
  textChunk,
  textMessage,
  toolArgs,
  toolEnd,
  toolResult,
  toolStart,
} from '@agui-kit/testing'
import fc from 'fast-check'
import type { AgentEvent } from '../src/protocol/event.ts'

type Strand = readonly AgentEvent[]

const text = fc.string({ maxLength: 6, unit: 'grapheme' })

/** One thing an agent does, in the order its events must have; ids carry `n`, so that no two things share one. */
function strand(n: number): fc.Arbitrary<Strand> {
  const id = `x${n}`
  const tag = fc.constantFrom({}, { subagentRunId: 'tag' })
  return fc.oneof(
    fc
      .tuple(fc.array(text, { maxLength: 4 }), tag, fc.constantFrom('assistant', 'user'))
      .map(([pieces, tagged, role]) =>
        textMessage(id, ...pieces).map((event) =>
          event.type === 'TEXT_MESSAGE_START' ? { ...event, role, ...tagged } : event,
        ),
      ),
    fc
      .tuple(fc.array(text, { maxLength: 4 }), tag, fc.boolean())
      .map(([pieces, tagged, isAnswered]) => [
        toolStart(id, 'f', tagged),
        ...pieces.map((piece) => toolArgs(id, piece, { metadata: { [piece]: 1 } })),
        toolEnd(id),
        ...(isAnswered ? [toolResult(id, 'R')] : []),
      ]),
    fc
      .array(text, { maxLength: 3 })
      .map((pieces) => [
        reasoningMessageStart(id),
        ...pieces.map((piece) => reasoningContent(id, piece)),
        reasoningMessageEnd(id),
      ]),
    fc.constant([
      activitySnapshot(id, 'plan', { done: [] }),
      activityDelta(id, 'plan', [{ op: 'add', path: '/done/-', value: n }]),
    ]),
    fc.constant([stepStarted(id), stepFinished(id)]),
    fc.constant([
      subagentStarted(id, 'Sub'),
      stepStarted('s', { subagentRunId: id }),
      stepFinished('s', { subagentRunId: id }),
      subagentFinished(id),
    ]),
    fc.jsonValue().map((snapshot) => [stateSnapshot({ seen: [snapshot] }), stateSnapshot({ seen: [] })]),
    fc.jsonValue().map((value) => [stateDelta([{ op: 'add', path: `/${id}`, value }])]),
    fc.jsonValue().map((value) => [customEvent('note', value), rawEvent(value)]),
    text.map((delta) => [textChunk({ messageId: id, delta })]),
  )
}

/** Streams of one run that keep every rule: strands interleaved, a history snapshot perhaps before them. */
export function legalStreams(): fc.Arbitrary<readonly AgentEvent[]> {
  return fc
    .tuple(fc.boolean(), fc.array(fc.nat(), { minLength: 1, maxLength: 8 }))
    .chain(([hasHistory, seeds]) =>
      fc
        .tuple(fc.tuple(...seeds.map((_, n) => strand(n))), fc.infiniteStream(fc.nat()))
        .map(([strands, picks]) => [
          runStarted(),
          ...(hasHistory ? [messagesSnapshot([{ id: 'u', role: 'user' as const, content: 'q' }])] : []),
          ...interleave(strands, picks),
          runFinished(),
        ]),
    )
}

function interleave(strands: readonly Strand[], picks: Iterator<number>): readonly AgentEvent[] {
  const left = strands.map((events) => [...events])
  const out: AgentEvent[] = []
  for (
    let open = left.filter((events) => events.length > 0);
    open.length > 0;
    open = open.filter((events) => events.length > 0)
  ) {
    const event = open[(picks.next().value as number) % open.length]?.shift()
    if (event !== undefined) out.push(event)
  }
  return out
}
