import { render } from 'preact'
import type { Session } from '../../../../shared/http/contract/session-routes.ts'
import { hashUrl, useHashRoute } from '../ui/page.tsx'
import { RequireRole, SignOut } from '../ui/query.tsx'
import { Overview } from './overview/overview.tsx'
import { Review } from './review/review.tsx'

/** The pages of the desk, each with the role that it needs. */
const pages = {
  review: { title: 'Review', role: 'reviewer', View: Review },
  overview: { title: 'Overview', role: 'operator', View: Overview },
} as const

const Desk = ({ session }: { session: Session }) => {
  const [name] = useHashRoute()
  const open = Object.entries(pages).filter(([, { role }]) => session.roles.includes(role))
  const [current, { View }] = open.find(([each]) => each === name) ?? open[0]!
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
      <View />
    </>
  )
}

render(
  <RequireRole title="Desk" roles={['reviewer', 'operator']}>
    {session => <Desk session={session} />}
  </RequireRole>,
  document.querySelector('#app')!,
)
