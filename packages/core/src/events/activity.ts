import { warning } from '../issue.ts'
import { applyJsonPatch } from '../json-patch.ts'
import type { EventOf, Owner } from '../protocol/event.ts'
import type { ActivityMessage } from '../protocol/message.ts'
import {
  append,
  type Draft,
  edit,
  type Mutable,
  mergeMetadata,
  peek,
  positionOf,
  rearrange,
  report,
} from '../thread/draft.ts'
import { boolean, isObject, openObject, optional, required, string } from './shape.ts'
import { jsonPatch, taggedFields } from './shapes.ts'
import { ownerMismatch, tagOf, type WholeSpec } from './spec.ts'

const fields = { ...taggedFields, messageId: required(string), activityType: required(string) }

export const activitySnapshot: WholeSpec<EventOf<'ACTIVITY_SNAPSHOT'>> = {
  kind: 'whole',
  fields: { ...fields, content: required(openObject), replace: optional(boolean) },
  lane: 'leaves-open',
  reduce: (draft, event) => {
    const id = event.messageId
    const replace = event.replace ?? true
    const held = peek(draft, id)
    if (held === undefined || (held.role !== 'activity' && replace)) {
      const message: ActivityMessage = {
        id,
        role: 'activity',
        activityType: event.activityType,
        content: event.content,
        ...tagOf(event),
        ...(event.metadata && { metadata: { ...event.metadata } }),
      }
      draft.ledger.activityOwners.set(id, event.subagentRunId)
      put(draft, message)
      return
    }
    if (held.role !== 'activity') return
    const message = edit(draft, id) as Mutable<ActivityMessage>
    if (replace) {
      // P-95, P-56: content, type and owner are restated; accumulated metadata is kept.
      draft.ledger.activityOwners.set(id, event.subagentRunId)
      message.activityType = event.activityType
      message.content = event.content
      setOwner(message, event.subagentRunId)
    }
    mergeMetadata(message, event.metadata)
  },
}

export const activityDelta: WholeSpec<EventOf<'ACTIVITY_DELTA'>> = {
  kind: 'whole',
  fields: { ...fields, patch: required(jsonPatch) },
  lane: 'leaves-open',
  check: (draft, event) => {
    const { activityOwners } = draft.ledger
    return activityOwners.has(event.messageId)
      ? ownerMismatch(event, activityOwners.get(event.messageId), event.messageId)
      : undefined
  },
  reduce: (draft, event) => {
    const held = peek(draft, event.messageId)
    // P-97: told and skipped, never fatal.
    if (held?.role !== 'activity') {
      report(
        draft,
        warning('activity-unknown', `There is no activity "${event.messageId}" to patch.`, {
          eventType: event.type,
          id: event.messageId,
        }),
      )
      return
    }
    const message = edit(draft, event.messageId) as Mutable<ActivityMessage>
    message.activityType = event.activityType
    mergeMetadata(message, event.metadata)
    const result = applyJsonPatch(message.content, event.patch, draft.owned)
    if (result.ok && isObject(result.value)) {
      message.content = result.value
      return
    }
    const reason = result.ok ? 'the result is no object' : result.reason
    report(
      draft,
      warning(
        'activity-patch-failed',
        `A patch of activity "${event.messageId}" did not apply (${reason}); its content stays.`,
        { eventType: event.type, id: event.messageId },
      ),
    )
  },
}

/** P-96: an activity may take the place of another kind of message under its id. */
function put(draft: Draft, message: ActivityMessage): void {
  const position = positionOf(draft, message.id)
  if (position < 0) {
    append(draft, message)
    return
  }
  const messages = draft.blocks.flat()
  messages[position] = message
  rearrange(draft, messages)
  draft.changed.add(`message:${message.id}`)
}

function setOwner(message: { subagentRunId?: string }, owner: Owner): void {
  if (owner === undefined) delete message.subagentRunId
  else message.subagentRunId = owner
}
