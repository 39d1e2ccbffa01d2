// The class: servers of an earlier day, or of another language, are refused for how they say what is plain.
import { langGraphInterrupts } from '@agui-kit/core/legacy'
import { customEvent, textMessage, toolCall } from '@agui-kit/testing'
import { describe, expect, it } from 'vitest'
import { approval } from '../scene.ts'
import { meet, rolesOf, textsOf, whole } from './live.ts'

describe('a server of an earlier day', () => {
  it('that thinks in THINKING events is read as thinking, and its text is shown', async () => {
    const { session, messages } = await meet([
      whole([
        { type: 'THINKING_START', title: 'Weighing' },
        { type: 'THINKING_TEXT_MESSAGE_START' },
        { type: 'THINKING_TEXT_MESSAGE_CONTENT', delta: 'heavy' },
        { type: 'THINKING_TEXT_MESSAGE_CONTENT', delta: ' or light' },
        { type: 'THINKING_TEXT_MESSAGE_END' },
        { type: 'THINKING_END' },
        ...textMessage('m', 'Light.'),
      ]),
    ])
    expect(await session.send('?')).toMatchObject({ kind: 'finished' })
    expect(rolesOf(messages())).toEqual(['user', 'reasoning', 'assistant'])
    expect(textsOf(messages())).toEqual(['?', 'heavy or light', 'Light.'])
  })

  it('that calls its reasoning an assistant’s is read as reasoning', async () => {
    const { session, messages } = await meet([
      whole([
        { type: 'REASONING_START', messageId: 'r' },
        { type: 'REASONING_MESSAGE_START', messageId: 'r', role: 'assistant' },
        { type: 'REASONING_MESSAGE_CONTENT', messageId: 'r', delta: 'hm' },
        { type: 'REASONING_MESSAGE_END', messageId: 'r' },
        { type: 'REASONING_END', messageId: 'r' },
      ]),
    ])
    expect(await session.send('?')).toMatchObject({ kind: 'finished' })
    expect(messages()[1]).toMatchObject({ role: 'reasoning', content: 'hm' })
  })

  it('that writes null for what it leaves out is understood, and nothing null goes back to it', async () => {
    const nulls = { rawEvent: null, timestamp: null, subagentRunId: null, metadata: null }
    const { session, messages, agent } = await meet([
      whole([
        ...[...textMessage('m', 'Hi.'), ...toolCall('c', 'f')].map((event) => ({ ...nulls, ...event })),
        {
          type: 'MESSAGES_SNAPSHOT',
          messages: [{ id: 'm', role: 'assistant', content: null, name: null, toolCalls: null }],
        },
      ]),
      whole([]),
    ])
    expect(await session.send('?')).toMatchObject({ kind: 'finished' })
    expect(messages()).toEqual([{ id: 'm', role: 'assistant' }])
    await session.send('?')
    expect(agent.requests[1]?.text).not.toContain('null')
  })

  it('that sends what nobody knows is told of, and all else is as it would be', async () => {
    const { session, messages, codes } = await meet([
      whole([{ type: 'MOOD_CHANGED', mood: 'blue' }, ...textMessage('m', 'Fine.'), { type: 'META_EVENT' }]),
    ])
    expect(await session.send('?')).toMatchObject({ kind: 'finished' })
    expect(textsOf(messages())).toEqual(['?', 'Fine.'])
    expect(new Set(codes())).toEqual(new Set(['event-unknown']))
  })

  it('that asks by a custom event and by the outcome asks once, and is answered once', async () => {
    const { session, thread, inputs } = await meet(
      [
        whole([customEvent('on_interrupt', 'Ship it?', { rawEvent: { id: 'q', value: 'Ship it?' } })], {
          type: 'interrupt',
          interrupts: [approval('q', { message: 'Ship it?' })],
        }),
        whole([]),
      ],
      { legacyInterrupts: langGraphInterrupts() },
    )
    await session.run()
    expect(thread().interrupts.map(({ interrupt }) => interrupt.id)).toEqual(['q'])
    await session.answer('q', { status: 'resolved', payload: true })
    expect(inputs()[1]).toMatchObject({ resume: [{ interruptId: 'q', payload: true }] })
    expect(inputs()[1]?.forwardedProps ?? {}).not.toHaveProperty('command')
  })

  it('that asks by a custom event alone is answered where it looks for the answer', async () => {
    const { session, thread, inputs } = await meet(
      [whole([customEvent('on_interrupt', '{"question":"Which port?"}')]), whole([])],
      { legacyInterrupts: langGraphInterrupts() },
    )
    await session.run()
    const [open] = thread().interrupts
    expect(open?.interrupt.message).toBe('Which port?')
    await session.answer(open?.interrupt.id ?? '', { status: 'resolved', payload: 'Kiel' })
    expect(inputs()[1]).not.toHaveProperty('resume')
    expect(inputs()[1]?.forwardedProps).toEqual({ command: { resume: 'Kiel' } })
  })
})
