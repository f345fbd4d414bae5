import type { VNode } from 'preact'
import { useHashRoute } from '../ui/hash-route.ts'
import { OnSessionExpired } from './query.tsx'
import { ChargesPage } from './charges.tsx'
import { Endpoint } from './endpoint.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { Endpoints } from './endpoints.tsx'
import { Event } from './event.tsx'
import { Events } from './events.tsx'
import { Header } from './header.tsx'
import { type Session, usePortalSession } from './portal-session.ts'
import { Requests } from './requests.tsx'
import { Sandbox } from './sandbox.tsx'
import { SignIn } from './sign-in.tsx'
import { Verification } from './verification.tsx'
import { Verifications } from './verifications.tsx'

/** The room of a place; the one where a failing endpoint is seen at once, unless another is named. */
const Place = ({ session }: { readonly session: Session }): VNode => {
  const [room, id = '', what] = useHashRoute()
  if (room === 'events') return id ? <Event id={id} mode={session.mode} /> : <Events />
  if (room === 'verifications')
    return what ? (
      <Verification noun={id} id={what} mode={session.mode} />
    ) : (
      <Verifications session={session} noun={id} />
    )
  if (room === 'requests') return <Requests mode={session.mode} />
  if (room === 'charges') return <ChargesPage session={session} />
  if (room === 'sandbox' && session.mode === 'test') return <Sandbox />
  if (room === 'endpoints' && id === 'new') return <EndpointForm scopes={session.scopes} />
  if (room === 'endpoints' && id)
    return <Endpoint id={id} isEdited={what === 'edit'} scopes={session.scopes} />
  return <Endpoints />
}

/** The portal, for whoever it is open for; for anybody else, the way to open it. */
export const Portal = (): VNode => {
  const { known, opened, over } = usePortalSession()
  if (known === 'asking') return <p class="quiet narrow">One moment …</p>
  if (known === 'nobody') return <SignIn problem={undefined} onOpen={opened} />
  if ('problem' in known) return <SignIn problem={known.problem} onOpen={opened} />
  return (
    <OnSessionExpired.Provider value={over}>
      <Header session={known.session} onClose={over} />
      <Place session={known.session} />
    </OnSessionExpired.Provider>
  )
}
