import { isKitError, isRunLive, type KitError, type SessionSnapshot } from '@agui-kit/core'
import { type ChangeEvent, useCallback, useMemo, useSyncExternalStore } from 'react'
import { draftOf, EMPTY_DRAFT } from './draft.ts'
import { type EnterToSend, useEnterToSend } from './useEnterToSend.ts'
import { useSession } from './useSession.ts'
import { useSnapshot } from './useSnapshot.ts'

/** Why nothing can be sent: what was saved is being read, a run is live, or interrupts wait for answers. */
export type ComposerBlock = 'loading' | 'run' | 'interrupts'

/** Props for a textarea. */
export interface ComposerTextareaProps extends EnterToSend {
  readonly value: string
  readonly onChange: (event: ChangeEvent<HTMLTextAreaElement>) => void
}

/** What a message box needs. */
export interface Composer {
  /** The draft, kept per thread as long as its session lives. */
  readonly text: string
  readonly setText: (text: string) => void
  /** Sends the draft and empties it; does nothing while `canSend` is false. A refusal brings it back. */
  readonly send: () => void
  readonly stop: () => void
  readonly canSend: boolean
  readonly isRunning: boolean
  readonly blocked: ComposerBlock | undefined
  readonly textareaProps: ComposerTextareaProps
  /** Why the last send was refused, until the text changes. */
  readonly error?: KitError
}

/** The state and the verbs of a message box. */
export function useComposer(): Composer {
  const session = useSession()
  const draft = draftOf(session)
  const { text, error } = useSyncExternalStore(draft.subscribe, draft.get, () => EMPTY_DRAFT)
  const blocked = useSnapshot('thread', selectBlock)
  const isRunning = useSnapshot('run', selectIsRunning)
  const setText = useCallback((next: string) => draft.set({ text: next }), [draft])
  const send = useCallback(() => {
    const { text: unsent } = draft.get()
    if (!isSendable(unsent, selectBlock(session.getSnapshot()))) return
    draft.set(EMPTY_DRAFT)
    session.send(unsent).catch((reason: unknown) => {
      if (!isKitError(reason)) throw reason
      const { text: since } = draft.get()
      draft.set({ text: since === '' ? unsent : since, error: reason })
    })
  }, [session, draft])
  const enter = useEnterToSend(send)
  const textareaProps = useMemo(
    () => ({
      ...enter,
      value: text,
      onChange: (event: ChangeEvent<HTMLTextAreaElement>) => setText(event.currentTarget.value),
    }),
    [enter, text, setText],
  )
  const canSend = isSendable(text, blocked)
  return {
    text,
    setText,
    send,
    stop: session.stop,
    canSend,
    isRunning,
    blocked,
    textareaProps,
    ...(error && { error }),
  }
}

function isSendable(text: string, blocked: ComposerBlock | undefined): boolean {
  return blocked === undefined && text.trim() !== ''
}

function selectIsRunning({ thread }: SessionSnapshot): boolean {
  return isRunLive(thread.run)
}

function selectBlock({ thread, phase }: SessionSnapshot): ComposerBlock | undefined {
  if (phase !== 'ready') return 'loading'
  if (isRunLive(thread.run)) return 'run'
  return thread.interrupts.length > 0 ? 'interrupts' : undefined
}
