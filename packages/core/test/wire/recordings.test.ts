import type { Tape } from '@agui-kit/core'
import { replayTape } from '@agui-kit/testing'
import { readRecording } from '@agui-kit/testing/node'
import { describe, expect, it } from 'vitest'
import { expectedOf, recordings } from './recordings.ts'
import { toSeen } from './seen.ts'

describe('what real servers sent', () => {
  it.each(recordings)('$name shows what a person would expect', async (recording) => {
    const replay = await replayTape(await readRecording(recording.folder))
    expect(toSeen(replay)).toEqual(expectedOf(recording))
  })

  it.each(recordings)('$name shows the same however its bytes are cut', async (recording) => {
    const tape = await readRecording(recording.folder)
    const whole = await replayTape(tape)
    for (const byteCount of [Number.POSITIVE_INFINITY, 101]) {
      expect(await replayTape(recut(tape, byteCount))).toEqual(whole)
    }
  })
})

/** The same bytes in reads of so many. */
function recut(tape: Tape, byteCount: number): Tape {
  const bytes = Buffer.concat(
    tape.reads.map((read) => ('text' in read ? Buffer.from(read.text) : Buffer.from(read.base64, 'base64'))),
  )
  const reads: { readonly afterMs: number; readonly base64: string }[] = []
  for (let from = 0; from < bytes.length; from += byteCount) {
    reads.push({ afterMs: 0, base64: bytes.subarray(from, from + byteCount).toString('base64') })
  }
  return { ...tape, reads }
}
