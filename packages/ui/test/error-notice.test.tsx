import { KitError, type KitErrorCode, type KitErrorDetails } from '@agui-kit/core'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createScene } from './scene.tsx'

const refused = (code: KitErrorCode, details: KitErrorDetails = {}): KitError =>
  new KitError(code, 'For developers.', details)

describe('a failed run says what happened, what is safe, and what to do', () => {
  it.each([
    [refused('transport-unreachable'), 'The agent cannot be reached', 'Your message is kept'],
    [refused('transport-http-status', { status: 401 }), 'You are not signed in', 'nothing was done'],
    [refused('transport-http-status', { status: 403 }), 'The agent refused this', 'nothing was done'],
    [refused('transport-http-status', { status: 429, retryAfterMs: 30_000 }), 'too much to do', 'wait 30 s'],
    [
      refused('transport-http-status', { status: 409, bodyExcerpt: '{"code":"run-active"}' }),
      'still working on the run before',
      'your message is kept',
    ],
    [refused('transport-http-status', { status: 503 }), 'not available right now', 'Try again in a moment'],
    [refused('transport-http-status', { status: 500 }), 'reported an error', 'HTTP 500'],
    [refused('transport-not-a-stream', { status: 200 }), 'Something else answered', 'Nothing was done'],
  ])('%s', async (error, title, words) => {
    await createScene({ script: [error], ask: 'go' })
    const notice = await screen.findByRole('alert')
    expect(notice).toHaveTextContent(title)
    expect(notice.textContent?.replaceAll('\u00a0', ' ')).toContain(words)
    expect(notice).toHaveTextContent(error.code)
  })

  it.each([
    ['upstream-unavailable', 'A system behind the agent is not available'],
    ['interrupts-open', 'The agent still waits for an answer'],
    ['acme-42', 'The agent reported an error'],
    ['constructor', 'The agent reported an error'],
  ])('RUN_ERROR %s', async (code, title) => {
    await createScene({
      script: [{ events: [{ type: 'RUN_ERROR', message: 'It <b>broke</b>.', code }] }],
      ask: 'go',
    })
    const notice = await screen.findByRole('alert')
    expect(notice).toHaveTextContent(title)
    expect(notice).toHaveTextContent('The agent says: It <b>broke</b>.')
  })

  it('offers to try again, with the same message', async () => {
    const { user, inputs } = await createScene({
      script: [
        refused('transport-unreachable'),
        { events: [{ type: 'RUN_FINISHED', outcome: { type: 'success' } }] },
      ],
      ask: 'go',
    })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(inputs[1]?.messages).toEqual(inputs[0]?.messages)
  })
})
