import type { KitError, Session } from '@agui-kit/core'

/** What the person has typed and not sent, and why the last send was refused. */
export interface Draft {
  readonly text: string
  readonly error?: KitError
}

/** One thread's draft. */
export interface DraftStore {
  readonly get: () => Draft
  readonly set: (draft: Draft) => void
  readonly subscribe: (listener: () => void) => () => void
}

export const EMPTY_DRAFT: Draft = { text: '' }

const drafts = new WeakMap<Session, DraftStore>()

/** The draft that lives as long as the session does, so that an unmounted composer loses nothing. */
export function draftOf(session: Session): DraftStore {
  let store = drafts.get(session)
  if (store === undefined) {
    store = createDraftStore()
    drafts.set(session, store)
  }
  return store
}

function createDraftStore(): DraftStore {
  const listeners = new Set<() => void>()
  let draft = EMPTY_DRAFT
  return {
    get: () => draft,
    set: (next) => {
      draft = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
