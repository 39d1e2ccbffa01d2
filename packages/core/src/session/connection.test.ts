import { describe, expect, it } from 'vitest'
import { type ConnectionEvent, type ConnectionState, type Effect, transition } from './connection.ts'

const FAILURE = { source: 'transport', message: 'x' } as const

type Kind = ConnectionState['kind']
type Variant =
  | Exclude<ConnectionEvent['type'], 'broke' | 'ended' | 'stop' | 'close'>
  | `${'broke' | 'stop' | 'close' | 'ended'} ${'live' | 'over'}`
  | 'ended empty'

const EVENTS: Readonly<Record<Variant, ConnectionEvent>> = {
  run: { type: 'run' },
  opened: { type: 'opened' },
  'broke live': { type: 'broke', failure: FAILURE, live: true },
  'broke over': { type: 'broke', failure: FAILURE, live: false },
  refused: { type: 'refused', failure: FAILURE },
  gap: { type: 'gap' },
  'ended live': { type: 'ended', live: true, sawEvent: true },
  'ended over': { type: 'ended', live: false, sawEvent: true },
  'ended empty': { type: 'ended', live: true, sawEvent: false },
  execute: { type: 'execute' },
  executed: { type: 'executed' },
  'stop live': { type: 'stop', live: true },
  'stop over': { type: 'stop', live: false },
  'close live': { type: 'close', live: true },
  'close over': { type: 'close', live: false },
}

/** `state: effects`; `-` where the event means nothing. */
const TABLE: Readonly<Record<Kind, Readonly<Record<Variant, string>>>> = {
  idle: {
    run: 'opening: open',
    opened: '-',
    'broke live': '-',
    'broke over': '-',
    refused: '-',
    gap: '-',
    'ended live': '-',
    'ended over': '-',
    'ended empty': '-',
    execute: 'executing:',
    executed: '-',
    'stop live': '-',
    'stop over': '-',
    'close live': 'closed: release',
    'close over': 'closed: release',
  },
  opening: {
    run: '-',
    opened: 'streaming:',
    'broke live': 'idle: fail(x) settle(run)',
    'broke over': 'idle: fail(x) settle(run)',
    refused: 'idle: abort fail(x) settle(run)',
    gap: '-',
    'ended live': '-',
    'ended over': '-',
    'ended empty': '-',
    execute: '-',
    executed: '-',
    'stop live': 'idle: abort truncate(stopped) settle(leave)',
    'stop over': 'idle: abort settle(leave)',
    'close live': 'closed: abort truncate(reloaded) settle(leave) release',
    'close over': 'closed: abort settle(leave) release',
  },
  streaming: {
    run: 'opening: abort open',
    opened: '-',
    'broke live': 'idle: truncate(disconnected) settle(run)',
    'broke over': 'idle: settle(run)',
    refused: 'idle: abort fail(x) settle(run)',
    gap: 'idle: abort truncate(gap) settle(run)',
    'ended live': 'idle: truncate(disconnected) settle(run)',
    'ended over': 'idle: settle(run)',
    'ended empty': 'idle: fail(transport-empty) settle(run)',
    execute: '-',
    executed: '-',
    'stop live': 'idle: abort truncate(stopped) settle(leave)',
    'stop over': 'idle: abort settle(leave)',
    'close live': 'closed: abort truncate(reloaded) settle(leave) release',
    'close over': 'closed: abort settle(leave) release',
  },
  executing: {
    run: 'opening: open',
    opened: '-',
    'broke live': '-',
    'broke over': '-',
    refused: '-',
    gap: '-',
    'ended live': '-',
    'ended over': '-',
    'ended empty': '-',
    execute: '-',
    executed: 'idle:',
    'stop live': 'idle: abort settle(leave)',
    'stop over': 'idle: abort settle(leave)',
    'close live': 'closed: abort settle(leave) release',
    'close over': 'closed: abort settle(leave) release',
  },
  closed: {
    run: '-',
    opened: '-',
    'broke live': '-',
    'broke over': '-',
    refused: '-',
    gap: '-',
    'ended live': '-',
    'ended over': '-',
    'ended empty': '-',
    execute: '-',
    executed: '-',
    'stop live': '-',
    'stop over': '-',
    'close live': '-',
    'close over': '-',
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
