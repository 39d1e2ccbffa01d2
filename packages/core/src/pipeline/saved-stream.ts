import { catalog } from '../events/catalog.ts'
import { isObject } from '../events/shape.ts'
import type { ChunkSpec } from '../events/spec.ts'
import type { ChunkEvent, Owner } from '../protocol/event.ts'
import { type Draft, emptyLedger, type RunLedger, setStreaming } from '../thread/draft.ts'
import type { CompatState } from './compat.ts'
import type { Lanes } from './expand.ts'

/** An owner in JSON, which has no `undefined`. */
type SavedOwner = string | null

const MAPS = [
  'text',
  'calls',
  'reasoning',
  'spans',
  'messageOwners',
  'callOwners',
  'activityOwners',
  'reasoningOwners',
] as const
const SETS = ['startedCalls', 'answeredCalls'] as const

/**
 * Where a stream stood in the middle of a run: what was open and whose, the chunks being assembled, the last
 * position. With it the rest of the stream gives the thread that it would have given without a break.
 */
export interface SavedStream {
  readonly phase: RunLedger['phase']
  readonly owners: Readonly<Record<(typeof MAPS)[number], readonly (readonly [string, SavedOwner])[]>>
  readonly calls: Readonly<Record<(typeof SETS)[number], readonly string[]>>
  readonly steps: readonly (readonly [SavedOwner, readonly string[]])[]
  readonly subagents: readonly (readonly [string, 'active' | 'closed'])[]
  readonly retold: readonly (readonly [string, string])[]
  readonly lanes: readonly {
    readonly owner: SavedOwner
    readonly id: string
    readonly type: ChunkEvent['type']
    readonly fixed: Readonly<Record<string, string>>
  }[]
  readonly compat: CompatState
  readonly position?: string
}

const toSavedOwner = (owner: Owner): SavedOwner => owner ?? null
const fromSavedOwner = (owner: SavedOwner): Owner => owner ?? undefined

/** Notes where a stream stands. */
export function saveStream(
  draft: Draft,
  lanes: Lanes,
  compat: CompatState,
  position: string | undefined,
): SavedStream {
  const { ledger } = draft
  const entries = (map: ReadonlyMap<string, Owner>): readonly (readonly [string, SavedOwner])[] =>
    [...map].map(([id, owner]) => [id, toSavedOwner(owner)])
  return {
    phase: ledger.phase,
    owners: Object.fromEntries(MAPS.map((name) => [name, entries(ledger[name])])) as SavedStream['owners'],
    calls: { startedCalls: [...ledger.startedCalls], answeredCalls: [...ledger.answeredCalls] },
    steps: [...ledger.steps].map(([owner, names]) => [toSavedOwner(owner), [...names]]),
    subagents: [...ledger.subagents],
    retold: [...ledger.retold],
    lanes: [...lanes].map(([owner, { id, spec, fixed }]) => ({
      owner: toSavedOwner(owner),
      id,
      type: typeOf(spec),
      fixed: Object.fromEntries(
        Object.entries(fixed).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
    })),
    compat,
    ...(position !== undefined && { position }),
  }
}

const CHUNKS: readonly ChunkEvent['type'][] = [
  'TEXT_MESSAGE_CHUNK',
  'TOOL_CALL_CHUNK',
  'REASONING_MESSAGE_CHUNK',
]

function typeOf(spec: ChunkSpec<ChunkEvent>): ChunkEvent['type'] {
  return CHUNKS.find((type) => (catalog[type] as unknown) === spec) ?? 'TEXT_MESSAGE_CHUNK'
}

/** Opens in the draft what was open, and gives back the chunks that were being assembled. */
export function restoreStream(draft: Draft, saved: SavedStream): Lanes {
  const ledger = emptyLedger()
  ledger.phase = saved.phase
  for (const name of MAPS)
    for (const [id, owner] of saved.owners[name]) ledger[name].set(id, fromSavedOwner(owner))
  for (const name of SETS) for (const id of saved.calls[name]) ledger[name].add(id)
  for (const [owner, names] of saved.steps) ledger.steps.set(fromSavedOwner(owner), new Set(names))
  for (const [id, status] of saved.subagents) ledger.subagents.set(id, status)
  for (const [id, args] of saved.retold) ledger.retold.set(id, args)
  draft.ledger = ledger
  for (const id of [...ledger.text.keys(), ...ledger.reasoning.keys()]) setStreaming(draft, id, true)
  return new Map(
    saved.lanes.map(({ owner, id, type, fixed }) => [
      fromSavedOwner(owner),
      { id, owner: fromSavedOwner(owner), fixed, spec: catalog[type] as unknown as ChunkSpec<ChunkEvent> },
    ]),
  )
}

/** Whether what was saved is such a note: storage is not trusted. */
export function isSavedStream(value: unknown): value is SavedStream {
  if (!isObject(value) || !isObject(value.owners) || !isObject(value.calls) || !isObject(value.compat))
    return false
  const { owners, calls } = value
  const arePairs = (list: unknown): boolean =>
    Array.isArray(list) && list.every((pair) => Array.isArray(pair) && pair.length === 2)
  return (
    MAPS.every((name) => arePairs(owners[name])) &&
    SETS.every((name) => Array.isArray(calls[name])) &&
    arePairs(value.steps) &&
    (value.steps as unknown[][]).every(([, names]) => Array.isArray(names)) &&
    arePairs(value.subagents) &&
    arePairs(value.retold) &&
    Array.isArray(value.lanes) &&
    value.lanes.every(
      (lane) =>
        isObject(lane) &&
        typeof lane.id === 'string' &&
        isObject(lane.fixed) &&
        CHUNKS.includes(lane.type as never),
    ) &&
    ['idle', 'active', 'closed', 'failed'].includes(value.phase as string) &&
    typeof value.compat.minted === 'number' &&
    (value.position === undefined || typeof value.position === 'string')
  )
}
