import {
  createHttpTransport,
  type HttpTransportOptions,
  resumeExtension,
  type Session,
  type SessionOptions,
  type Transport,
} from '@agui-kit/core'
import { type ReactNode, useState } from 'react'
import { SessionContext } from './session-context.ts'
import { useLatest } from './useLatest.ts'
import { useOwnSession } from './useOwnSession.ts'

/** An agent behind a URL. */
interface UrlProps {
  /** Where the agent takes its runs; read at each run. */
  readonly url: string
  /** Asked for before every request; the latest render's count. */
  readonly headers?: HttpTransportOptions['headers']
  readonly transport?: undefined
}

/** An agent behind a transport of yours. */
interface TransportProps {
  /** The latest render's takes the next run. */
  readonly transport: Transport
  readonly url?: undefined
  readonly headers?: undefined
}

/** Options of the session that a provider makes for itself; what is read when, see `useOwnSession`. */
export type OwnSessionProps = Omit<SessionOptions, 'transport'> & (UrlProps | TransportProps)

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
    (): Transport => ({
      open: (request) => toTransport(latest.current).open(request),
      get resumption() {
        return toTransport(latest.current).resumption
      },
    }),
  )
  const { url: _url, headers: _headers, onIssue: _onIssue, ...options } = props
  const session = useOwnSession({
    ...options,
    transport,
    onIssue: (issue) => latest.current.onIssue?.(issue),
  })
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>
}

function toTransport({ url, headers, transport }: UrlProps | TransportProps): Transport {
  return (
    transport ??
    createHttpTransport({ url, resume: resumeExtension, ...(headers !== undefined && { headers }) })
  )
}
