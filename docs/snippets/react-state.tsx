import { useAgentState, useSetAgentState } from '@agui-kit/react'

const selectCity = (state: unknown) => {
  const city = state instanceof Object && 'city' in state ? state.city : undefined
  return typeof city === 'string' ? city : ''
}

export function City() {
  const city = useAgentState(selectCity)
  const setState = useSetAgentState()
  return (
    <input
      aria-label="City"
      value={city}
      onChange={(event) => {
        const next = event.currentTarget.value
        setState((state) => ({ ...(state as object), city: next }))
      }}
    />
  )
}
