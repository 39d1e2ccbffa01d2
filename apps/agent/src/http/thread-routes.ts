import type { Hono } from 'hono'
import { toSha256 } from '../protocol/json.ts'
import { toText } from '../protocol/message.ts'
import { currentThread, type Stores } from '../threads/current-thread.ts'
import { snapshotThread } from '../threads/thread-snapshot.ts'
import { notFound } from './refuse.ts'

/** What can be asked of a thread: how it stands, and tool results that were too long for the stream. */
export function addThreadRoutes(app: Hono, path: string, stores: Stores): void {
  app.get(`${path}/threads/:threadId`, async (c) => {
    const snapshot = await snapshotThread(stores, c.req.param('threadId'))
    if (snapshot === undefined) return notFound(c, 'thread')
    const etag = `"${toSha256(snapshot)}"`
    // Kept by a cache, but never shown without asking whether it still holds.
    c.header('Cache-Control', 'private, no-cache')
    c.header('ETag', etag)
    const known = c.req.header('If-None-Match')?.split(',') ?? []
    const isSame = known.some((tag) => tag.trim().replace(/^W\//, '') === etag)
    return isSame ? c.body(null, 304) : c.json(snapshot)
  })

  app.get(`${path}/threads/:threadId/tool-results/:toolCallId`, async (c) => {
    const { threadId, toolCallId } = c.req.param()
    const text =
      (await stores.store.loadToolResult(threadId, toolCallId)) ?? (await heldResult(threadId, toolCallId))
    if (text === undefined) return notFound(c, 'tool result')
    const type = isJson(text) ? 'application/json' : 'text/plain'
    return c.body(text, 200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' })
  })

  const heldResult = async (threadId: string, toolCallId: string): Promise<string | undefined> => {
    const { messages } = await currentThread(stores, threadId)
    const result = messages.find((message) => message.role === 'tool' && message.toolCallId === toolCallId)
    return result?.role === 'tool' ? toText(result.content) : undefined
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
