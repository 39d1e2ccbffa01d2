// npm run -s replay -- <recording>... [--strict]
// Feeds recorded responses through the real session and prints what a person would see, one JSON object a
// line. A recording is a `.sse` or `.pb` file, or a folder with response.sse (or .pb), response.headers.json,
// request.json.
import { readFile, stat } from 'node:fs/promises'
import type { Tape } from '@agui-kit/core'
import { replayTape } from '@agui-kit/testing'
import { readRecording } from '@agui-kit/testing/node'

const USAGE = 'usage: npm run -s replay -- <recording.sse | recording.pb | folder>... [--strict]'

async function readTape(path: string): Promise<Tape> {
  if ((await stat(path)).isDirectory()) return readRecording(path)
  return {
    version: 1,
    status: 200,
    headers: {
      'content-type': path.endsWith('.pb') ? 'application/vnd.ag-ui.event+proto' : 'text/event-stream',
    },
    // As base64, so that every byte reaches the decoder as it was recorded.
    reads: [{ afterMs: 0, base64: (await readFile(path)).toString('base64') }],
    ended: 'end',
  }
}

async function main(args: readonly string[]): Promise<number> {
  const strict = args.includes('--strict')
  const recordings = args.filter((arg) => arg !== '--strict')
  const unknown = recordings.find((arg) => arg.startsWith('--'))
  if (recordings.length === 0 || unknown !== undefined) {
    process.stderr.write(
      `${unknown === undefined ? '' : `replay: there is no option ${unknown}\n`}${USAGE}\n`,
    )
    return 2
  }
  let exitCode = 0
  for (const recording of recordings) {
    try {
      const result = await replayTape(await readTape(recording), strict ? 'strict' : 'tolerant')
      process.stdout.write(`${JSON.stringify({ recording, ...result })}\n`)
    } catch (error) {
      exitCode = 1
      process.stderr.write(
        `replay: ${recording} could not be read: ${error instanceof Error ? error.message : String(error)}\n`,
      )
    }
  }
  return exitCode
}

process.exitCode = await main(process.argv.slice(2))
