import { describe, expect, it } from 'vitest'
import { type ConnectionEvent, type ConnectionState, type Effect, transition } from './connection.ts'

const FAILURE = { source: 'transport', message: 'x' } as const

type Kind = ConnectionState['kind']
type Variant =
  | Exclude<ConnectionEvent['type'], 'broke' | 'ended' | 'stop' | 'close' | 'gap'>
  // `kept`: the run is live, and its server offers to go on with it.
  | `${'broke' | 'stop' | 'close' | 'ended'} ${'live' | 'over' | 'kept'}`
  | `gap ${'live' | 'kept'}`
  | 'ended empty'

const EVENTS: Readonly<Record<Variant, ConnectionEvent>> = {
  run: { type: 'run' },
  opened: { type: 'opened' },
  'broke live': { type: 'broke', failure: FAILURE, live: true, recoverable: false },
  'broke over': { type: 'broke', failure: FAILURE, live: false, recoverable: false },
  'broke kept': { type: 'broke', failure: FAILURE, live: true, recoverable: true },
  refused: { type: 'refused', failure: FAILURE },
  'gap live': { type: 'gap', recoverable: false },
  'gap kept': { type: 'gap', recoverable: true },
  'ended live': { type: 'ended', live: true, recoverable: false, sawEvent: true },
  'ended over': { type: 'ended', live: false, recoverable: false, sawEvent: true },
  'ended kept': { type: 'ended', live: true, recoverable: true, sawEvent: true },
  'ended empty': { type: 'ended', live: true, recoverable: false, sawEvent: false },
  recover: { type: 'recover' },
  execute: { type: 'execute' },
  executed: { type: 'executed' },
  'stop live': { type: 'stop', live: true, recoverable: false },
  'stop over': { type: 'stop', live: false, recoverable: false },
  'stop kept': { type: 'stop', live: true, recoverable: true },
  'close live': { type: 'close', live: true, recoverable: false },
  'close over': { type: 'close', live: false, recoverable: false },
  'close kept': { type: 'close', live: true, recoverable: true },
}

/** `state: effects`; `-` where the event means nothing. */
const TABLE: Readonly<Record<Kind, Readonly<Record<Variant, string>>>> = {
  idle: {
    run: 'opening: open',
    opened: '-',
    'broke live': '-',
    'broke over': '-',
    'broke kept': '-',
    refused: '-',
    'gap live': '-',
    'gap kept': '-',
    'ended live': '-',
    'ended over': '-',
    'ended kept': '-',
    'ended empty': '-',
    recover: 'recovering: abort recover',
    execute: 'executing:',
    executed: '-',
    'stop live': '-',
    'stop over': '-',
    'stop kept': '-',
    'close live': 'closed: release',
    'close over': 'closed: release',
    'close kept': 'closed: release',
  },
  opening: {
    run: '-',
    opened: 'streaming:',
    'broke live': 'idle: fail(x) settle(run)',
    'broke over': 'idle: fail(x) settle(run)',
    'broke kept': 'idle: fail(x) settle(run)',
    refused: 'idle: abort fail(x) settle(run)',
    'gap live': '-',
    'gap kept': '-',
    'ended live': '-',
    'ended over': '-',
    'ended kept': '-',
    'ended empty': '-',
    recover: '-',
    execute: '-',
    executed: '-',
    'stop live': 'idle: abort truncate(stopped) settle(leave)',
    'stop over': 'idle: abort settle(leave)',
    'stop kept': 'idle: abort cancel truncate(stopped) settle(leave)',
    'close live': 'closed: abort truncate(reloaded) settle(leave) release',
    'close over': 'closed: abort settle(leave) release',
    'close kept': 'closed: abort settle(leave) release',
  },
  streaming: {
    run: 'opening: abort open',
    opened: '-',
    'broke live': 'idle: truncate(disconnected) settle(run)',
    'broke over': 'idle: settle(run)',
    'broke kept': 'recovering: abort recover',
    refused: 'idle: abort fail(x) settle(run)',
    'gap live': 'idle: abort truncate(gap) settle(run)',
    'gap kept': 'recovering: abort recover',
    'ended live': 'idle: truncate(disconnected) settle(run)',
    'ended over': 'idle: settle(run)',
    'ended kept': 'recovering: abort recover',
    'ended empty': 'idle: fail(transport-empty) settle(run)',
    recover: '-',
    execute: '-',
    executed: '-',
    'stop live': 'idle: abort truncate(stopped) settle(leave)',
    'stop over': 'idle: abort settle(leave)',
    'stop kept': 'idle: abort cancel truncate(stopped) settle(leave)',
    'close live': 'closed: abort truncate(reloaded) settle(leave) release',
    'close over': 'closed: abort settle(leave) release',
    'close kept': 'closed: abort settle(leave) release',
  },
  recovering: {
    run: '-',
    opened: 'streaming:',
    'broke live': 'idle: truncate(disconnected) settle(run)',
    'broke over': 'idle: truncate(disconnected) settle(run)',
    'broke kept': 'idle: truncate(disconnected) settle(run)',
    refused: 'idle: abort fail(x) settle(run)',
    'gap live': '-',
    'gap kept': '-',
    'ended live': 'idle: settle(run)',
    'ended over': 'idle: settle(run)',
    'ended kept': 'idle: settle(run)',
    'ended empty': 'idle: settle(run)',
    recover: '-',
    execute: '-',
    executed: '-',
    'stop live': 'idle: abort truncate(stopped) settle(leave)',
    'stop over': 'idle: abort settle(leave)',
    'stop kept': 'idle: abort cancel truncate(stopped) settle(leave)',
    'close live': 'closed: abort truncate(reloaded) settle(leave) release',
    'close over': 'closed: abort settle(leave) release',
    'close kept': 'closed: abort settle(leave) release',
  },
  executing: {
    run: 'opening: open',
    opened: '-',
    'broke live': '-',
    'broke over': '-',
    'broke kept': '-',
    refused: '-',
    'gap live': '-',
    'gap kept': '-',
    'ended live': '-',
    'ended over': '-',
    'ended kept': '-',
    'ended empty': '-',
    recover: '-',
    execute: '-',
    executed: 'idle:',
    'stop live': 'idle: abort settle(leave)',
    'stop over': 'idle: abort settle(leave)',
    'stop kept': 'idle: abort settle(leave)',
    'close live': 'closed: abort settle(leave) release',
    'close over': 'closed: abort settle(leave) release',
    'close kept': 'closed: abort settle(leave) release',
  },
  closed: {
    run: '-',
    opened: '-',
    'broke live': '-',
    'broke over': '-',
    'broke kept': '-',
    refused: '-',
    'gap live': '-',
    'gap kept': '-',
    'ended live': '-',
    'ended over': '-',
    'ended kept': '-',
    'ended empty': '-',
    recover: '-',
    execute: '-',
    executed: '-',
    'stop live': '-',
    'stop over': '-',
    'stop kept': '-',
    'close live': '-',
    'close over': '-',
    'close kept': '-',
  },
}

function word(effect: Effect): string {
  if (effect.type === 'fail') return `fail(${effect.failure.code ?? effect.failure.message})`
  if (effect.type === 'truncate') return `truncate(${effect.cause})`
  return effect.type === 'settle' ? `settle(${effect.tools})` : effect.type
}

describe.each(Object.keys(TABLE) as Kind[])('while %s', (kind) => {
  it.each(Object.entries(TABLE[kind]) as [Variant, string][])('%s → %s', (variant, expected) => {
    const [next, effects] = transition({ kind }, EVENTS[variant])
    const told = `${next.kind}: ${effects.map(word).join(' ')}`.trimEnd()
    expect(told).toBe(expected === '-' ? `${kind}:` : expected)
  })
})

it('P-31 nothing but a terminal event leaves a run that was live without an end of its own', () => {
  for (const kind of ['opening', 'streaming'] as const) {
    for (const variant of ['broke live', 'refused', 'stop live', 'close live'] as const) {
      const effects = transition({ kind }, EVENTS[variant])[1].map((effect) => effect.type)
      expect(effects.some((type) => type === 'fail' || type === 'truncate')).toBe(true)
    }
  }
})
