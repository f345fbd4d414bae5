import { type JSX, render } from 'preact'
import type { Session } from '../../../../shared/http/contract/session-routes.ts'
import { hashUrl, useHashRoute } from '../ui/page.tsx'
import { RequireRole, SignOut } from '../ui/query.tsx'
import { Version } from '../ui/version.tsx'
import { Assign } from './assign/assign.tsx'
import { CasePage } from './case/case-page.tsx'
import { Cases } from './cases/cases.tsx'
import { Fieldwork } from './fieldwork/fieldwork.tsx'
import { Overview } from './overview/overview.tsx'
import { type Decisions, useDecisions } from './review/decisions.ts'
import { Key, useKeys } from './review/keys.tsx'
import { NotDecided } from './review/not-decided.tsx'
import { Review } from './review/review.tsx'
import { useForgetting } from './review/stored-state.ts'
import { Search } from './search/search.tsx'

interface DeskPage {
  readonly title: string
  /** One of these is needed. */
  readonly roles: readonly Session['roles'][number][]
  readonly View: (props: { readonly session: Session; readonly decisions: Decisions }) => JSX.Element
  /** The key that opens it. */
  readonly shortcut?: string
  /** Links alone lead to it. */
  readonly isLinked?: boolean
}

const pages: Readonly<Record<string, DeskPage>> = {
  review: { title: 'Review', roles: ['reviewer'], View: Review },
  assign: { title: 'Assign', roles: ['supervisor'], View: Assign },
  fieldwork: { title: 'Fieldwork', roles: ['supervisor', 'operator'], View: Fieldwork },
  overview: { title: 'Overview', roles: ['operator'], View: Overview },
  case: { title: 'Case', roles: ['reviewer', 'operator'], View: CasePage, isLinked: true },
  search: { title: 'Search', roles: ['reviewer', 'operator'], View: Search, shortcut: '/' },
  cases: { title: 'Cases', roles: ['reviewer', 'supervisor', 'operator'], View: Cases, isLinked: true },
}

const Desk = ({ session }: { session: Session }) => {
  const [name] = useHashRoute()
  useKeys()
  useForgetting()
  const decisions = useDecisions(session.id)
  const open = Object.entries(pages).filter(([, { roles }]) =>
    roles.some(role => session.roles.includes(role)),
  )
  const shown = open.filter(([, { isLinked }]) => !isLinked)
  const [current, { View }] = open.find(([each]) => each === name) ?? open[0]!
  return (
    <>
      <header class="top">
        <nav aria-label="Desk">
          {shown.map(([each, { title, shortcut }]) => (
            <a
              key={each}
              href={hashUrl(each)}
              aria-current={each === current ? 'page' : undefined}
              aria-keyshortcuts={shortcut}
            >
              {title} {shortcut && <Key>{shortcut}</Key>}
            </a>
          ))}
        </nav>
        <span class="quiet">{session.id}</span>
        <SignOut />
      </header>
      {View !== Review && <NotDecided {...decisions} />}
      <View session={session} decisions={decisions} />
      <footer class="foot">
        <Version />
      </footer>
    </>
  )
}

render(
  <RequireRole title="Desk" roles={['reviewer', 'supervisor', 'operator']}>
    {session => <Desk session={session} />}
  </RequireRole>,
  document.querySelector('#app')!,
)
