import { createMemoryPersistence, createSession } from '@agui-kit/core'
import { act, createEvent, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, StrictMode } from 'react'
import { expect, test } from 'vitest'
import { createScene, type Scene } from '../test/scene.tsx'
import { createScriptedTransport } from '../test/scripted-transport.ts'
import { AguiProvider } from './AguiProvider.tsx'
import { type Composer, useComposer } from './useComposer.ts'

function createBox() {
  let latest: Composer | undefined
  const Box = (): ReactNode => {
    const composer = useComposer()
    latest = composer
    return (
      <form>
        <textarea {...composer.textareaProps} aria-label="Message" />
        <button type="button" disabled={!composer.canSend} onClick={composer.send}>
          Send
        </button>
        {composer.isRunning && (
          <button type="button" onClick={composer.stop}>
            Stop
          </button>
        )}
        <output>{composer.blocked}</output>
        {composer.error && <p role="alert">{composer.error.code}</p>}
      </form>
    )
  }
  return { Box, composer: () => latest as Composer }
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' })
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
const sentTexts = (scene: Scene) =>
  scene.transport.inputs.map((input) => {
    const message = input.messages.at(-1)
    return message?.role === 'user' ? message.content : undefined
  })

interface Key {
  readonly key?: string
  readonly keyCode?: number
  readonly isComposing?: boolean
  readonly shiftKey?: boolean
  readonly atMs?: number
}

/** Presses a key as a browser reports it. Says whether the field would have acted on it itself. */
function press({ key = 'Enter', keyCode = 13, atMs, ...rest }: Key = {}): boolean {
  const event = createEvent.keyDown(field(), { key, keyCode, ...rest })
  if (atMs !== undefined) Object.defineProperty(event, 'timeStamp', { value: atMs })
  return fireEvent(field(), event)
}

function compositionEnds(atMs: number): void {
  const event = createEvent.compositionEnd(field())
  Object.defineProperty(event, 'timeStamp', { value: atMs })
  fireEvent(field(), event)
}

test('Enter sends the draft and empties it', async () => {
  const scene = await createScene()
  const { Box } = createBox()
  scene.show(<Box />)
  type('look up A1024')
  await scene.settle(() => press())
  expect(sentTexts(scene)).toEqual(['look up A1024'])
  expect(field()).toHaveValue('')
})

test('Shift+Enter is a line', async () => {
  const scene = await createScene()
  const { Box } = createBox()
  scene.show(<Box />)
  const user = userEvent.setup()
  await user.type(field(), 'one{Shift>}{Enter}{/Shift}two')
  expect(field()).toHaveValue('one\ntwo')
  expect(sentTexts(scene)).toEqual([])
  await user.keyboard('{Enter}')
  await scene.settle()
  expect(sentTexts(scene)).toEqual(['one\ntwo'])
})

test('Enter in the middle of a composition picks a candidate and sends nothing', async () => {
  const scene = await createScene()
  const { Box } = createBox()
  scene.show(<Box />)
  type('bang')
  fireEvent.compositionStart(field())
  expect(press({ isComposing: true, keyCode: 229 })).toBe(true)
  // A browser that tells nothing: the composition is known to be open.
  expect(press()).toBe(true)
  await scene.settle()
  expect(sentTexts(scene)).toEqual([])
  expect(field()).toHaveValue('bang')
})

test.each([
  ['isComposing alone', { isComposing: true }],
  ['keyCode 229 alone', { keyCode: 229 }],
])('%s is enough to leave Enter to the input method', async (_name, key) => {
  const scene = await createScene()
  const { Box } = createBox()
  scene.show(<Box />)
  type('帮我')
  expect(press(key)).toBe(true)
  await scene.settle()
  expect(sentTexts(scene)).toEqual([])
})

test.each([
  ['in the same moment', 1_000],
  ['with the time of the key itself, which is earlier', 990],
  ['a moment later', 1_049],
])("Safari's Enter after the end of a composition, %s, sends nothing", async (_name, atMs) => {
  const scene = await createScene()
  const { Box } = createBox()
  scene.show(<Box />)
  fireEvent.compositionStart(field())
  type('帮我查一下')
  compositionEnds(1_000)
  expect(press({ atMs })).toBe(false)
  await scene.settle()
  expect(sentTexts(scene)).toEqual([])
  expect(field()).toHaveValue('帮我查一下')
})

test('the next Enter after a composition sends', async () => {
  const scene = await createScene()
  const { Box } = createBox()
  scene.show(<Box />)
  fireEvent.compositionStart(field())
  type('帮我查一下')
  compositionEnds(1_000)
  await scene.settle(() => press({ atMs: 1_050 }))
  expect(sentTexts(scene)).toEqual(['帮我查一下'])
})

test('two Enters in one moment send once', async () => {
  const scene = await createScene()
  const { Box } = createBox()
  scene.show(<Box />)
  type('once')
  await scene.settle(() => {
    press()
    press()
  })
  expect(sentTexts(scene)).toEqual(['once'])
})

test('blank text cannot be sent', async () => {
  const scene = await createScene()
  const { Box } = createBox()
  scene.show(<Box />)
  type('  \n')
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  await scene.settle(() => press())
  expect(sentTexts(scene)).toEqual([])
  expect(field()).toHaveValue('  \n')
})

test('a live run blocks, may be stopped, and keeps what is typed', async () => {
  const scene = await createScene()
  const { Box, composer } = createBox()
  scene.show(<Box />)
  const run = await scene.ask('first')
  expect(composer()).toMatchObject({ isRunning: true, blocked: 'run' })
  type('second')
  await scene.settle(() => press())
  expect(sentTexts(scene)).toEqual(['first'])
  expect(field()).toHaveValue('second')

  await scene.settle(() => fireEvent.click(screen.getByRole('button', { name: 'Stop' })))
  expect(run.signal.aborted).toBe(true)
  expect(scene.session.getSnapshot().thread.run).toMatchObject({ kind: 'truncated', cause: 'stopped' })
  expect(composer()).toMatchObject({ isRunning: false, blocked: undefined, canSend: true })
  await scene.settle(() => press())
  expect(sentTexts(scene)).toEqual(['first', 'second'])
})

test('open interrupts block until they are answered', async () => {
  const scene = await createScene()
  const { Box, composer } = createBox()
  scene.show(<Box />)
  type('and now?')
  const run = await scene.ask('refund it')
  await scene.settle(() =>
    run.finished({ type: 'interrupt', interrupts: [{ id: 'i1', reason: 'confirmation' }] }),
  )
  expect(composer()).toMatchObject({ blocked: 'interrupts', canSend: false, isRunning: false })
  await scene.settle(() => press())
  expect(sentTexts(scene)).toEqual(['refund it'])

  await scene.settle(async () => {
    void scene.session.answer('i1', { status: 'resolved', payload: { approved: true } })
    const resumed = await scene.transport.nextRun()
    await resumed.started()
    await resumed.finished()
  })
  expect(composer()).toMatchObject({ blocked: undefined, canSend: true, text: 'and now?' })
})

test('nothing is sent while what was saved is being read', async () => {
  let loaded = (_text: undefined): void => {}
  const session = createSession({
    transport: createScriptedTransport(),
    persistence: {
      ...createMemoryPersistence(),
      load: () => new Promise((resolve) => (loaded = resolve)),
    },
  })
  const { Box, composer } = createBox()
  render(
    <AguiProvider session={session}>
      <Box />
    </AguiProvider>,
  )
  type('early')
  expect(composer()).toMatchObject({ blocked: 'loading', canSend: false })
  await act(async () => {
    const started = session.start()
    loaded(undefined)
    await started
  })
  expect(composer()).toMatchObject({ blocked: undefined, canSend: true, text: 'early' })
})

test('the draft outlives the composer as long as the session lives, and belongs to one thread', async () => {
  const one = await createScene()
  const two = await createScene({ threadId: 'thread-2' })
  const { Box } = createBox()
  const first = one.show(<Box />)
  type('half a sentence')
  first.unmount()

  const again = one.show(
    <StrictMode>
      <Box />
    </StrictMode>,
  )
  expect(field()).toHaveValue('half a sentence')
  again.rerender(
    <AguiProvider session={two.session}>
      <Box />
    </AguiProvider>,
  )
  expect(field()).toHaveValue('')
  type('other')
  again.rerender(
    <AguiProvider session={one.session}>
      <Box />
    </AguiProvider>,
  )
  expect(field()).toHaveValue('half a sentence')
})

test('a refused send brings the draft back and says why, until the text changes', async () => {
  const scene = await createScene()
  const { Box } = createBox()
  scene.show(<Box />)
  type('too late')
  await scene.settle(() => {
    // Another part of the page is quicker; the composer cannot have heard of it yet.
    void scene.session.send('quicker')
    press()
  })
  expect(await screen.findByRole('alert')).toHaveTextContent('run-active')
  expect(field()).toHaveValue('too late')
  expect(sentTexts(scene)).toEqual(['quicker'])
  type('too late?')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('what was typed since a refused send is not overwritten by it', async () => {
  const scene = await createScene()
  const { Box, composer } = createBox()
  scene.show(<Box />)
  type('too late')
  await scene.settle(() => {
    void scene.session.send('quicker')
    press()
    composer().setText('newer')
  })
  expect(await screen.findByRole('alert')).toHaveTextContent('run-active')
  expect(field()).toHaveValue('newer')
})
