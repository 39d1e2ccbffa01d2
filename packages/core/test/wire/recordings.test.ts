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
})
