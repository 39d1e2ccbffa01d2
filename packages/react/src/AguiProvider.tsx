import {
  createHttpTransport,
  type HttpTransportOptions,
  type Session,
  type SessionOptions,
  type Transport,
} from '@agui-kit/core'
import { type ReactNode, useState } from 'react'
import { SessionContext } from './session-context.ts'
import { useLatest } from './useLatest.ts'
import { useOwnSession } from './useOwnSession.ts'

/** Options of the session that a provider makes for itself: `url` or `transport`, and what else it needs. */
export interface OwnSessionProps extends Omit<SessionOptions, 'transport'> {
  /** Where the agent takes its runs; makes an HTTP transport. Read at each run. */
  readonly url?: string
  /** Headers for `url`, asked for before every request. The latest render's count. */
  readonly headers?: HttpTransportOptions['headers']
  /** In place of `url`. The latest render's counts. */
  readonly transport?: Transport
}

/** Props of `AguiProvider`: a session, or what to make one of. */
export type AguiProviderProps = { readonly children?: ReactNode } & (
  | { readonly session: Session }
  | (OwnSessionProps & { readonly session?: undefined })
)

/**
 * Gives a session to the hooks below: yours, which you start and close, or its own.
 *
 * @example
 * <AguiProvider url="/ag-ui/agent" threadId="support">…</AguiProvider>
 */
export function AguiProvider(props: AguiProviderProps): ReactNode {
  if (props.session === undefined) return <OwningProvider {...props} />
  return <SessionContext.Provider value={props.session}>{props.children}</SessionContext.Provider>
}

function OwningProvider({
  children,
  ...props
}: OwnSessionProps & { readonly children?: ReactNode }): ReactNode {
  const latest = useLatest(props)
  const [transport] = useState(
    (): Transport => ({ open: (request) => toTransport(latest.current).open(request) }),
  )
  const { url: _url, headers: _headers, onIssue: _onIssue, ...options } = props
  const session = useOwnSession({
    ...options,
    transport,
    onIssue: (issue) => latest.current.onIssue?.(issue),
  })
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>
}

function toTransport({ url, headers, transport }: OwnSessionProps): Transport {
  if (transport !== undefined) return transport
  return createHttpTransport({ url: url ?? '', ...(headers !== undefined && { headers }) })
}
