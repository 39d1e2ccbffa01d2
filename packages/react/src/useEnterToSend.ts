import { type CompositionEvent, type KeyboardEvent, useMemo, useRef } from 'react'

/** In Safari the Enter that ends a composition arrives as an ordinary key, just after its end. */
const AFTER_COMPOSITION_MS = 50

/** What browsers report for a key an input method has taken. */
const KEY_CODE_PROCESSING = 229

/** Handlers that tell the Enter that sends from the Enter that belongs to an input method. */
export interface EnterToSend {
  readonly onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  readonly onCompositionStart: () => void
  readonly onCompositionEnd: (event: CompositionEvent<HTMLTextAreaElement>) => void
}

/** Enter sends; Shift+Enter and Alt+Enter are left to the field; Enter while composing picks a candidate. */
export function useEnterToSend(send: () => void): EnterToSend {
  const composition = useRef({ active: false, endedAtMs: Number.NEGATIVE_INFINITY })
  return useMemo(
    () => ({
      onKeyDown: (event) => {
        if (event.key !== 'Enter' || event.shiftKey || event.altKey || event.defaultPrevented) return
        const { active, endedAtMs } = composition.current
        if (active || event.nativeEvent.isComposing || event.keyCode === KEY_CODE_PROCESSING) return
        event.preventDefault()
        if (event.timeStamp - endedAtMs >= AFTER_COMPOSITION_MS) send()
      },
      onCompositionStart: () => {
        composition.current.active = true
      },
      onCompositionEnd: (event) => {
        composition.current = { active: false, endedAtMs: event.timeStamp }
      },
    }),
    [send],
  )
}
