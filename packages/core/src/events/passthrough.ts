import type { EventOf } from '../protocol/event.ts'
import { anyJson, optional, required, string } from './shape.ts'
import { taggedFields } from './shapes.ts'
import type { WholeSpec } from './spec.ts'

const nothing = (): void => {}

/** P-15: never interpreted; watchers see it. */
export const raw: WholeSpec<EventOf<'RAW'>> = {
  kind: 'whole',
  fields: { ...taggedFields, event: required(anyJson), source: optional(string) },
  lane: 'leaves-open',
  reduce: nothing,
}

export const custom: WholeSpec<EventOf<'CUSTOM'>> = {
  kind: 'whole',
  fields: { ...taggedFields, name: required(string), value: required(anyJson) },
  lane: 'closes-own',
  reduce: nothing,
}
