import { afterEach, describe, expect, it } from 'vitest'
import { runStarted } from './event.ts'
import { type AgentScript, type ScriptedAgent, startScriptedAgent } from './scripted-agent.ts'
import { runInput, tapeOfEvents, tapeOfText, toSse } from './tape.ts'

let agent: ScriptedAgent | undefined
afterEach(() => agent?.close())

const start = async (script: AgentScript): Promise<string> => {
  agent = await startScriptedAgent(script)
  return agent.url
}
const post = (url: string, body: unknown = runInput()): Promise<Response> =>
  fetch(url, { method: 'POST', body: JSON.stringify(body) })

describe('a scripted agent', () => {
  it('plays one tape a request and records what it was asked', async () => {
    const url = await start([tapeOfEvents([runStarted()]), tapeOfText(['no'], { status: 403 })])
    expect(await (await post(`${url}a?b`)).text()).toBe(toSse(runStarted()))
    expect((await post(url, { x: 1 })).status).toBe(403)
    expect((await post(url)).status).toBe(500)
    expect(agent?.requests.map(({ method, path, input }) => ({ method, path, input }))).toEqual([
      { method: 'POST', path: '/a?b', input: runInput() },
      { method: 'POST', path: '/', input: { x: 1 } },
      { method: 'POST', path: '/', input: runInput() },
    ])
  })

  it('cuts the connection when the tape ended in an error', async () => {
    const response = await post(await start([tapeOfEvents([runStarted()], { ended: 'error' })]))
    await expect(response.text()).rejects.toThrow('terminated')
  })

  it('stalls until the client leaves when the tape ended by the client', async () => {
    const response = await post(await start([tapeOfEvents([runStarted()], { ended: 'aborted-by-client' })]))
    const reader = response.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    await reader?.cancel()
    await agent?.requests[0]?.closed
  })

  it('may decide at each request, and keep the head back as long as it likes', async () => {
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const url = await start(async ({ input }, index) => {
      await held
      return tapeOfText([`${input.runId} ${index}`])
    })
    const answer = post(url)
    const first = await Promise.race([answer, new Promise((resolve) => setImmediate(resolve, 'nothing'))])
    expect(first).toBe('nothing')
    release()
    expect(await (await answer).text()).toBe('r 0')
  })
})
