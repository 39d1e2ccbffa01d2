import {
  createMemoryPersistence,
  createSession,
  createTapeTransport,
  type Session,
  type Tape,
  type TapeTransport,
} from '@agui-kit/core'
import { type LegacyInterrupts, langGraphInterrupts, mastraInterrupts } from '@agui-kit/core/legacy'
import {
  customEvent,
  runError,
  runFinished,
  runInterrupted,
  runStarted,
  tapeOfEvents,
} from '@agui-kit/testing'
import { readRecording } from '@agui-kit/testing/node'
import { describe, expect, it } from 'vitest'
import { recording } from './recordings.ts'

interface Scene {
  readonly session: Session
  readonly transport: TapeTransport
}

interface SceneOptions {
  readonly legacyInterrupts?: LegacyInterrupts
  readonly forwardedProps?: unknown
  readonly persistence?: ReturnType<typeof createMemoryPersistence>
}

function sceneOf(tapes: readonly Tape[], options: SceneOptions = {}): Scene {
  const transport = createTapeTransport(tapes)
  const { threadId = 't', messages = [] } = tapes[0]?.request ?? {}
  return { session: createSession({ threadId, transport, initialMessages: messages, ...options }), transport }
}

const recorded = (...names: readonly string[]): Promise<readonly Tape[]> =>
  Promise.all(names.map((name) => readRecording(recording(name).folder)))

const openOf = ({ session }: Scene): readonly unknown[] =>
  session.getSnapshot().thread.interrupts.map((open) => open.interrupt)

/** A run that announces these values, then ends plainly. */
const announcing = (...values: readonly unknown[]): Tape =>
  tapeOfEvents([runStarted(), ...values.map((value) => customEvent('on_interrupt', value)), runFinished()])

describe('interrupts of LangGraph with its default settings', () => {
  const names = ['langgraph/interrupt-legacy-default', 'langgraph/interrupt-legacy-default-resume']

  it('P-122: are one more custom event as long as nobody asked for more', async () => {
    const scene = sceneOf(await recorded(...names))
    await scene.session.run()
    expect(openOf(scene)).toEqual([])
    expect(scene.session.getSnapshot().thread.run).toMatchObject({ outcome: { type: 'success' } })
  })

  it('P-119: open as the structured ones do, keep the thread from going on, and are answered by a command', async () => {
    const scene = sceneOf(await recorded(...names), {
      legacyInterrupts: langGraphInterrupts(),
      forwardedProps: { locale: 'en', command: { trace: true } },
    })
    await scene.session.run()
    const raw = { question: 'Ship it?', options: ['yes', 'no'] }
    expect(openOf(scene)).toEqual([
      {
        id: 'ba7973f30ba8a03dcb1d3fd1afd1afa6',
        reason: 'langgraph:interrupt',
        message: 'Ship it?',
        metadata: { langgraph: { raw } },
      },
    ])
    expect(scene.session.getSnapshot().thread.run).toMatchObject({
      outcome: { type: 'interrupt', interruptIds: ['ba7973f30ba8a03dcb1d3fd1afd1afa6'] },
    })
    await expect(scene.session.send('hello?')).rejects.toMatchObject({ code: 'interrupts-open' })
    await scene.session.answer('ba7973f30ba8a03dcb1d3fd1afd1afa6', { status: 'resolved', payload: 'yes ✅' })
    const [, input] = scene.transport.inputs
    expect(input).not.toHaveProperty('resume')
    expect(input?.forwardedProps).toEqual({ locale: 'en', command: { trace: true, resume: 'yes ✅' } })
    const { thread } = scene.session.getSnapshot()
    expect(thread.interrupts).toEqual([])
    expect(thread.decisions).toMatchObject([{ delivery: 'accepted', entry: { payload: 'yes ✅' } }])
  })

  it('P-120: are answered by entries under the announced id where the server takes them', async () => {
    const scene = sceneOf(await recorded(...names), {
      legacyInterrupts: langGraphInterrupts({ answerThrough: 'resume' }),
    })
    await scene.session.run()
    await scene.session.answer('ba7973f30ba8a03dcb1d3fd1afd1afa6', { status: 'resolved', payload: 'yes' })
    expect(scene.transport.inputs[1]).toMatchObject({
      forwardedProps: {},
      resume: [{ interruptId: 'ba7973f30ba8a03dcb1d3fd1afd1afa6', status: 'resolved', payload: 'yes' }],
    })
  })

  it('outlive the page, and a decision that was cut off goes out again the way it went', async () => {
    const [asking, resuming] = await recorded(...names)
    const cut: Tape = { ...(resuming as Tape), reads: [], ended: 'error' }
    const persistence = createMemoryPersistence()
    const options: SceneOptions = { legacyInterrupts: langGraphInterrupts(), persistence }
    const before = sceneOf([asking as Tape, cut], options)
    await before.session.run()
    await before.session.answer('ba7973f30ba8a03dcb1d3fd1afd1afa6', { status: 'resolved', payload: 'yes' })
    await before.session.close()

    const after = sceneOf([resuming as Tape], options)
    await after.session.start()
    expect(after.session.getSnapshot().thread.interrupts).toMatchObject([
      { decision: { delivery: 'unconfirmed', entry: { payload: 'yes' } } },
    ])
    await after.session.retry()
    expect(after.transport.inputs[0]?.forwardedProps).toEqual({ command: { resume: 'yes' } })
    expect(after.session.getSnapshot().thread.interrupts).toEqual([])
  })

  it('P-122: that come through both channels are one, answered as the structured outcome is', async () => {
    const scene = sceneOf(
      await recorded('langgraph/interrupt-both-channels', 'langgraph/interrupt-both-channels-resume'),
      { legacyInterrupts: langGraphInterrupts() },
    )
    await scene.session.run()
    expect(openOf(scene)).toHaveLength(1)
    await scene.session.answer('670a265f42b955af46a85ae00966f0c9', { status: 'resolved', payload: 'yes ✅' })
    expect(scene.transport.inputs[1]).toMatchObject({
      forwardedProps: {},
      resume: [{ interruptId: '670a265f42b955af46a85ae00966f0c9' }],
    })
  })

  it.each([
    ['a plain text, asked as it is', 'Your postcode?', { status: 'resolved', payload: '12345' }, '12345'],
    ['no payload, which is a yes', 'Go on?', { status: 'resolved' }, true],
    [
      'a cancelled one',
      'Go on?',
      { status: 'cancelled' },
      { __agui_cancelled__: true, interrupt_id: 'r:on_interrupt:1' },
    ],
  ] as const)('without ids get some of their run: %s', async (_, value, answer, resume) => {
    const scene = sceneOf([announcing(value), tapeOfEvents([runStarted(), runFinished()])], {
      legacyInterrupts: langGraphInterrupts(),
    })
    await scene.session.run()
    expect(openOf(scene)).toMatchObject([{ id: 'r:on_interrupt:1', message: value }])
    await scene.session.answer('r:on_interrupt:1', answer)
    expect(scene.transport.inputs[1]?.forwardedProps).toEqual({ command: { resume } })
  })

  it('P-121: that are several wait for each other and go by id', async () => {
    const scene = sceneOf([announcing('A?', 'B?'), tapeOfEvents([runStarted(), runFinished()])], {
      legacyInterrupts: langGraphInterrupts(),
    })
    await scene.session.run()
    const first = scene.session.answer('r:on_interrupt:1', { status: 'resolved', payload: 'a' })
    await scene.session.answer('r:on_interrupt:2', { status: 'cancelled' })
    await first
    expect(scene.transport.inputs[1]?.forwardedProps).toEqual({
      command: {
        resume: {
          __agui_resume_map__: {
            'r:on_interrupt:1': { status: 'resolved', payload: 'a' },
            'r:on_interrupt:2': { status: 'cancelled' },
          },
        },
      },
    })
  })

  it.each([
    ['the run says it succeeded', [runFinished({ type: 'success' })]],
    ['the run failed', [runError()]],
    [
      'a later run of the stream ended',
      [runFinished(), runStarted({ runId: 'r2' }), runFinished(undefined, { runId: 'r2' })],
    ],
  ])('are none any more when %s', async (_, ending) => {
    const scene = sceneOf([tapeOfEvents([runStarted(), customEvent('on_interrupt', 'Go on?'), ...ending])], {
      legacyInterrupts: langGraphInterrupts(),
    })
    await scene.session.run()
    expect(openOf(scene)).toEqual([])
  })

  it('cannot be forged by a structured one that calls itself legacy', async () => {
    const forged = { id: 'i', reason: 'x', legacy: { value: 'v' } }
    const scene = sceneOf(
      [
        tapeOfEvents([runStarted(), runInterrupted(forged)]),
        tapeOfEvents([runStarted({ runId: 'r2' }), runFinished(undefined, { runId: 'r2' })]),
      ],
      { legacyInterrupts: langGraphInterrupts() },
    )
    await scene.session.run()
    await scene.session.answer('i', { status: 'resolved', payload: 1 })
    expect(scene.transport.inputs[1]?.resume).toEqual([{ interruptId: 'i', status: 'resolved', payload: 1 }])
  })
})

describe('interrupts of Mastra without a structured outcome', () => {
  const names = ['mastra/interrupt-legacy-on_interrupt', 'mastra/interrupt-legacy-resume']

  it('are what the structured ones are, and are answered with the announcement they belong to', async () => {
    const tapes = await recorded(...names)
    const scene = sceneOf(tapes, { legacyInterrupts: mastraInterrupts() })
    await scene.session.run()
    const structured = sceneOf(await recorded('mastra/interrupt'))
    await structured.session.run()
    const ofThisRun = JSON.stringify(openOf(structured)).replaceAll('run-sus-1', 'run-susl-1')
    expect(openOf(scene)).toEqual(JSON.parse(ofThisRun))
    await scene.session.answer('run-susl-1::call_sus_1', { status: 'resolved', payload: { answer: 'yes' } })
    // What was recorded was sent by hand and understood.
    expect(scene.transport.inputs[1]?.forwardedProps).toEqual(tapes[1]?.request?.forwardedProps)
    expect(scene.session.getSnapshot().thread.interrupts).toEqual([])
  })

  it('that are several go as entries, because a command names only one', async () => {
    const suspended = (toolCallId: string): string =>
      JSON.stringify({ type: 'mastra_suspend', toolCallId, runId: 'r' })
    const scene = sceneOf(
      [announcing(suspended('c1'), suspended('c2')), tapeOfEvents([runStarted(), runFinished()])],
      { legacyInterrupts: mastraInterrupts() },
    )
    await scene.session.run()
    await Promise.all(
      ['r::c1', 'r::c2'].map((id) => scene.session.answer(id, { status: 'resolved', payload: id })),
    )
    expect(scene.transport.inputs[1]).toMatchObject({
      forwardedProps: {},
      resume: [{ interruptId: 'r::c1' }, { interruptId: 'r::c2' }],
    })
  })
})
