import { KitError, type Session } from '@agui-kit/core'
import { useContext } from 'react'
import { SessionContext } from './session-context.ts'

/** The session of the nearest `<AguiProvider>`. Throws `option-invalid` where there is none. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === undefined) {
    throw new KitError(
      'option-invalid',
      'A hook of @agui-kit/react was used outside <AguiProvider>, so it has no session to read. Wrap the components that use it in <AguiProvider url="…"> or <AguiProvider session={session}>. If they are wrapped, the page holds two copies of @agui-kit/react: let the bundler keep one.',
    )
  }
  return session
}
