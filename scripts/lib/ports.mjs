import { createServer } from 'node:net'

export const HOST = '127.0.0.1'

/** Whether someone already listens there, found out by trying. */
export function isPortFree(port) {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false)
      else reject(error)
    })
    server.listen(port, HOST, () => server.close(() => resolve(true)))
  })
}

const ask = (url) =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    // Any answer will do: what answers is up.
    () => true,
    () => false,
  )

/** Waits until a server answers; false when it did not within the time, or `signal` gave up on it. */
export async function waitUntilAnswering(url, { timeoutMs, signal, intervalMs = 100 }) {
  const endMs = performance.now() + timeoutMs
  while (performance.now() < endMs && !signal.aborted) {
    if (await ask(url)) return true
    await new Promise((resolve) => setTimeout(resolve, intervalMs))
  }
  return false
}
