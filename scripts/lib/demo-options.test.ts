import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { parseDemoOptions } from './demo-options.mjs'
import { isPortFree } from './ports.mjs'
import { pageAddress } from './run-demo.mjs'

it('has the usual ports unless told otherwise', () => {
  expect(parseDemoOptions([])).toMatchObject({ port: 5173, agentPort: 8787, help: false })
  expect(parseDemoOptions(['--port', '80', '--agent-port=81', '--data', 'x'])).toMatchObject({
    port: 80,
    agentPort: 81,
    data: 'x',
  })
})

it.each([
  [['--port', '0']],
  [['--port', '65536']],
  [['--agent-port', 'abc']],
  [['--port', '8787']],
  [['--prot', '1']],
  [['8787']],
])('says what it cannot understand of %j', (args) => {
  expect(parseDemoOptions(args)).toEqual({ problem: expect.any(String) })
})

it('tells the page about an agent on another port', () => {
  expect(pageAddress({ port: 5173, agentPort: 8787 })).toBe('http://127.0.0.1:5173/')
  const address = new URL(pageAddress({ port: 5173, agentPort: 9000 }))
  expect(address.searchParams.get('agent')).toBe('http://127.0.0.1:9000/ag-ui/agent')
})

it('knows a busy port from a free one', async () => {
  const server = createServer()
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  expect(await isPortFree(port)).toBe(false)
  await new Promise((resolve) => server.close(resolve))
  expect(await isPortFree(port)).toBe(true)
})
