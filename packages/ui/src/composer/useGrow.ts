import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Lets a textarea grow with its text where the browser does not do it by itself. */
export function useGrow(text: string): RefObject<HTMLTextAreaElement | null> {
  const ref = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const area = ref.current
    if (area === null || CSS.supports('field-sizing', 'content')) return
    // Measured from nothing, or it would never shrink. The stylesheet limits it.
    area.style.blockSize = '0'
    area.style.blockSize = text === '' ? '' : `${area.scrollHeight}px`
  }, [text])
  return ref
}
