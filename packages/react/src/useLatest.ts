import { type RefObject, useInsertionEffect, useRef } from 'react'

/** The value of the last committed render, for callbacks that outlive the render that made them. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  // Insertion effects come before all others, so that no effect calls a closure of the render before.
  useInsertionEffect(() => {
    latest.current = value
  }, [value])
  return latest
}
