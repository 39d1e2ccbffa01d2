import { type RefObject, useLayoutEffect, useState } from 'react'

/** The same width at which the stylesheet turns to its phone layout. */
const NARROW_PX = 560

/** Whether the element is as narrow as a phone: a panel on a wide screen may be, too. */
export function useIsNarrow(ref: RefObject<HTMLElement | null>): boolean {
  const [isNarrow, setNarrow] = useState(false)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const measure = (): void => {
      const { width } = element.getBoundingClientRect()
      setNarrow(width > 0 && width <= NARROW_PX)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return isNarrow
}
