import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readRecording } from './recording.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recording-'))
})
afterEach(() => rm(folder, { recursive: true }))

const write = (name: string, content: string | Uint8Array | object): Promise<void> =>
  writeFile(
    join(folder, name),
    typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content),
  )

describe('a recording', () => {
  it('becomes a tape with the read boundaries it was recorded with', async () => {
    const body = Buffer.from('data: "é"\n\n')
    await write('response.sse', body)
    await write('request.json', { threadId: 't', runId: 'r', messages: [] })
    await write('response.headers.json', {
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      reads: [
        [5, 8],
        [9, body.length - 8],
      ],
      ended: 'aborted-by-client',
    })
    expect(await readRecording(folder)).toEqual({
      version: 1,
      request: { threadId: 't', runId: 'r', messages: [] },
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      reads: [
        { afterMs: 5, base64: body.subarray(0, 8).toString('base64') },
        { afterMs: 9, base64: body.subarray(8).toString('base64') },
      ],
      ended: 'aborted-by-client',
    })
  })

  it('may be protobuf, have no request and no boundaries, and end in an error', async () => {
    const body = new Uint8Array([0, 0, 0, 2, 255, 254])
    await write('response.pb', body)
    await write('response.headers.json', { status: 200, headers: {}, ended: 'socket hang up' })
    const tape = await readRecording(folder)
    expect(tape.request).toBe(undefined)
    expect(tape.ended).toBe('error')
    expect(tape.reads).toEqual([{ afterMs: 0, base64: Buffer.from(body).toString('base64') }])
  })

  it('keeps bytes that boundaries do not cover', async () => {
    await write('response.sse', 'data: 1\n\ndata: 2\n\n')
    await write('response.headers.json', { status: 200, headers: {}, reads: [[3, 9]], ended: 'end' })
    const { reads } = await readRecording(folder)
    expect(reads).toEqual([
      { afterMs: 3, text: 'data: 1\n\n' },
      { afterMs: 3, text: 'data: 2\n\n' },
    ])
  })

  it('without its head cannot be read', async () => {
    await write('response.sse', '')
    await expect(readRecording(folder)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
