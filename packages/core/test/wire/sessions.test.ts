import {
  createSession,
  createTapeTransport,
  type Session,
  selectToolCall,
  type Tape,
  type TapeTransport,
  toMessages,
} from '@agui-kit/core'
import { readRecording } from '@agui-kit/testing/node'
import { describe, expect, it } from 'vitest'
import { recording } from './recordings.ts'

const tapeOf = (name: string): Promise<Tape> => readRecording(recording(name).folder)

/** A session whose agent answers each request with the next recording. */
async function sessionOver(
  ...names: readonly string[]
): Promise<{ readonly session: Session; readonly transport: TapeTransport }> {
  const tapes = await Promise.all(names.map(tapeOf))
  const transport = createTapeTransport(tapes)
  const { threadId = 't', messages = [] } = tapes[0]?.request ?? {}
  return { session: createSession({ threadId, transport, initialMessages: messages }), transport }
}

/** The recording up to and with the first frame that holds a text. */
function until(tape: Tape, text: string): Tape {
  const body = tape.reads.map((read) => ('text' in read ? read.text : '')).join('')
  const end = body.indexOf('\n\n', body.indexOf(text)) + 2
  return { ...tape, reads: [{ afterMs: 0, text: body.slice(0, end) }] }
}

describe('exchanges with real servers, one after another', () => {
  it('TanStack: an approval is answered under the id of the run that asked, and the result finds its call', async () => {
    const { session, transport } = await sessionOver(
      'tanstack-ai/interrupt-approval',
      'tanstack-ai/interrupt-approval-resume',
    )
    await session.run()
    expect(selectToolCall(session.getSnapshot().thread, 'call_del_1')?.status).toBe('approval')
    await session.answer('approval_call_del_1', { status: 'resolved', payload: { approved: true } })
    const { thread } = session.getSnapshot()
    expect(transport.inputs[1]).toMatchObject({
      parentRunId: 'run-del-1',
      resume: [{ interruptId: 'approval_call_del_1', status: 'resolved' }],
    })
    expect(selectToolCall(thread, 'call_del_1')).toMatchObject({
      status: 'done',
      decision: { delivery: 'accepted' },
      result: { content: '{"deleted":"/data/report.txt"}' },
    })
  })

  it('TanStack: what it refuses to resume stays open, and may be answered again', async () => {
    const { session } = await sessionOver(
      'tanstack-ai/interrupt-approval',
      'tanstack-ai/interrupt-approval-resume-no-parentRunId',
      'tanstack-ai/interrupt-approval-resume',
    )
    const approve = (): Promise<unknown> =>
      session.answer('approval_call_del_1', { status: 'resolved', payload: { approved: true } })
    await session.run()
    await approve()
    expect(session.getSnapshot().thread).toMatchObject({
      run: { kind: 'failed', failure: { code: 'stale' } },
      interrupts: [{ decision: { delivery: 'failed' } }],
    })
    await approve()
    expect(session.getSnapshot().thread.interrupts).toEqual([])
    expect(session.getSnapshot().thread.run.kind).toBe('finished')
  })

  it('CopilotKit: a run told again by connect makes no second call, result or message', async () => {
    const { session } = await sessionOver(
      'copilotkit-runtime-v2/tool-backend',
      'copilotkit-runtime-v2/connect-finished',
    )
    await session.run()
    const lived = toMessages(session.getSnapshot().thread.messages)
    await session.run()
    const told = toMessages(session.getSnapshot().thread.messages)
    expect(told.map((message) => message.id)).toEqual(lived.map((message) => message.id))
    expect(told[1]).toEqual(lived[1])
    expect(told[2]).toEqual(lived[2])
  })

  it.each(['copilotkit-runtime-v2/tool-throws', 'mastra/tool-throws'])(
    '%s: a call without a result is said to be unknown, neither done nor waiting',
    async (name) => {
      const { session } = await sessionOver(name)
      await session.run()
      expect(selectToolCall(session.getSnapshot().thread, 'call_fail_1')?.status).toBe('unknown')
    },
  )

  it('LangGraph: arguments sent as JSON are shown as their text', async () => {
    const tape = until(await tapeOf('langgraph/state'), '"type":"TOOL_CALL_END"')
    const session = createSession({
      threadId: tape.request?.threadId ?? '',
      transport: createTapeTransport([tape]),
    })
    await session.run()
    const { thread } = session.getSnapshot()
    expect(selectToolCall(thread, 'manual-call-1')?.args).toBe('{"title":"Hi"}')
    expect(thread.run).toMatchObject({ kind: 'truncated', cause: 'disconnected' })
    expect(thread.issues).toMatchObject([{ code: 'field-malformed', path: 'delta' }])
  })

  it('LangGraph: arguments glued to the first of two calls are told apart by the history at the end', async () => {
    const whole = await tapeOf('langgraph/tool-parallel')
    const glued = createSession({
      threadId: 't',
      transport: createTapeTransport([until(whole, '"TOOL_CALL_END"')]),
    })
    await glued.run()
    expect(selectToolCall(glued.getSnapshot().thread, 'call_par_a')?.args).toBe(
      '{"city":"Oslo"}{"city":"東京"}',
    )
    const { session } = await sessionOver('langgraph/tool-parallel')
    await session.run()
    const argsOf = (id: string): string | undefined => selectToolCall(session.getSnapshot().thread, id)?.args
    expect([argsOf('call_par_a'), argsOf('call_par_b')]).toEqual(['{"city":"Oslo"}', '{"city":"東京"}'])
  })
})
