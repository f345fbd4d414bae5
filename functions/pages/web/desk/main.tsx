import { render, type VNode } from 'preact'
import type { Session } from '../../../../shared/http/contract/session.ts'
import { hashUrl, useHashRoute } from '../ui/hash-route.ts'
import { RequireRole, SignOut } from '../ui/session.tsx'
import { Overview } from './overview/overview.tsx'
import { Review } from './review/review.tsx'

/** The rooms of the desk, and whose they are. */
const rooms = {
  review: { title: 'Review', role: 'reviewer', Room: Review },
  overview: { title: 'Overview', role: 'operator', Room: Overview },
} as const

const Desk = ({ session }: { readonly session: Session }): VNode => {
  const [name] = useHashRoute()
  const open = Object.entries(rooms).filter(([, { role }]) => session.roles.includes(role))
  const [current, { Room }] = open.find(([each]) => each === name) ?? open[0]!
  return (
    <>
      <header class="top">
        <nav aria-label="Desk">
          {open.map(([each, { title }]) => (
            <a key={each} href={hashUrl(each)} aria-current={each === current ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <span class="quiet">{session.id}</span>
        <SignOut />
      </header>
      <Room session={session} />
    </>
  )
}

render(
  <RequireRole title="Desk" returnTo="/v1/desk" roles={['reviewer', 'operator']}>
    {session => <Desk session={session} />}
  </RequireRole>,
  document.querySelector('#app')!,
)
