import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { WorkItem } from '../../../../../shared/work/contract.ts'
import { errorMessage } from '../../ui/api.ts'
import { hashUrl } from '../../ui/hash-route.ts'
import { formatDateTime } from '../../ui/format.ts'
import { useDevicePosition } from '../capture/fixes.ts'
import { listCalls } from '../storage/calls.ts'
import { useStored } from '../storage/changes.ts'
import { findLists } from '../storage/lists.ts'
import type { Call, Visit, WorkLists } from '../storage/records.ts'
import { listVisits } from '../storage/visits.ts'
import { claim } from '../queue/claim.ts'
import { sync, useSyncStatus } from '../queue/sync.ts'
import { formatCounted } from '../queue/words.ts'
import { titleOf } from '../visit/about.ts'
import { inOrder, metresTo } from '../visit/distance.ts'
import { Heading } from './heading.tsx'
import { WorkLine } from './work-line.tsx'

type Here = ReturnType<typeof useDevicePosition>['fix']

interface OpenProps {
  readonly by: string
  readonly works: readonly WorkItem[]
  readonly here: Here
}

interface ListsProps extends Omit<OpenProps, 'works'> {
  readonly lists: WorkLists
}

const stateOf = ({ report, trouble, answers }: Visit): string => {
  if (trouble) return 'Needs your decision'
  if (report) return 'Signed, being sent'
  return Object.keys(answers).length > 0 ? 'Go on' : 'Open'
}

const Yours = ({ visits, here }: { readonly visits: readonly Visit[]; readonly here: Here }): VNode => {
  const nowMs = Date.now()
  const byId = new Map(visits.map(visit => [visit.id, visit]))
  const works = visits.flatMap(({ work }) => work ?? [])
  if (works.length === 0) return <p class="quiet">You hold no visit. Take one below.</p>
  return (
    <ul class="cards">
      {inOrder(works, { here, nowMs }).map(work => (
        <WorkLine key={work.id} work={work} nowMs={nowMs} metres={metresTo(work, here)}>
          <a class="button" href={hashUrl('visit', work.id)}>
            {stateOf(byId.get(work.id)!)}
            <span class="unseen"> {titleOf(work)}</span>
          </a>
        </WorkLine>
      ))}
    </ul>
  )
}

const TakeIt = ({ by, work }: { readonly by: string; readonly work: WorkItem }): VNode => {
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const isOffline = useSyncStatus() === 'unreachable'
  const take = async () => {
    setBusy(true)
    try {
      await claim(by, work)
      location.hash = hashUrl(work.place ? 'visit' : 'call', work.id)
    } catch (error) {
      setProblem(errorMessage(error))
      setBusy(false)
    }
  }
  return (
    <>
      <button type="button" disabled={isBusy || isOffline} onClick={take}>
        {isBusy ? 'One moment …' : 'Take it'}
        <span class="unseen"> {titleOf(work)}</span>
      </button>
      {problem && <p role="alert">{problem}</p>}
    </>
  )
}

const Open = ({ by, works, here }: OpenProps): VNode => {
  const nowMs = Date.now()
  if (works.length === 0) return <p class="quiet">Nothing waits at the moment.</p>
  return (
    <ul class="cards">
      {inOrder(works, { here, nowMs }).map(work => (
        <WorkLine key={work.id} work={work} nowMs={nowMs} metres={metresTo(work, here)}>
          <TakeIt by={by} work={work} />
        </WorkLine>
      ))}
    </ul>
  )
}

const Calls = ({ calls }: { readonly calls: readonly Call[] }): VNode | null => {
  const nowMs = Date.now()
  const works = calls.flatMap(({ work }) => work ?? [])
  const lost = new Set(calls.filter(({ isLost }) => isLost).map(({ id }) => id))
  return works.length === 0 ? null : (
    <section aria-labelledby="calls">
      <h2 id="calls">Your calls</h2>
      <ul class="cards">
        {inOrder(works, { here: undefined, nowMs }).map(work => (
          <WorkLine key={work.id} work={work} nowMs={nowMs} metres={undefined}>
            <a class="button" href={hashUrl('call', work.id)}>
              {lost.has(work.id) ? 'Needs your decision' : 'Go on'}
              <span class="unseen"> {titleOf(work)}</span>
            </a>
          </WorkLine>
        ))}
      </ul>
    </section>
  )
}

const OpenLists = ({ by, lists, here }: ListsProps): VNode => {
  const isOffline = useSyncStatus() === 'unreachable'
  const [visits, calls] = [lists.open.filter(({ place }) => place), lists.open.filter(({ place }) => !place)]
  return (
    <>
      <section aria-labelledby="open">
        <h2 id="open">Open visits</h2>
        {isOffline && lists.open.length > 0 && <p>To take a visit you need a connection.</p>}
        <Open by={by} works={visits} here={here} />
      </section>
      {calls.length > 0 && (
        <section aria-labelledby="open-calls">
          <h2 id="open-calls">Open calls</h2>
          <Open by={by} works={calls} here={undefined} />
        </section>
      )}
    </>
  )
}

/** `2 visits and 1 call are`; empty where nothing is done. */
const doneWords = (visits: readonly Visit[], calls: readonly Call[]): string => {
  const [visited, called] = [
    visits.filter(({ done }) => done).length,
    calls.filter(({ done }) => done?.isReported).length,
  ]
  const words = [visited > 0 && formatCounted(visited, 'visit'), called > 0 && formatCounted(called, 'call')]
  const said = words.filter(Boolean).join(' and ')
  return said && `${said} ${visited + called === 1 ? 'is' : 'are'}`
}

/** What there is to do today: what is late first, then what is near. */
export const Today = ({ by }: { readonly by: string }): VNode => {
  const { fix, refusal } = useDevicePosition()
  const visits = useStored(() => listVisits(by), [by])
  const lists = useStored(() => findLists(by), [by])
  const calls = useStored(() => listCalls(by), [by])
  const done = doneWords(visits ?? [], calls ?? [])
  return (
    <main class="narrow">
      <Heading>Today</Heading>
      {refusal === 'denied' && (
        <p class="notice">This phone may not say where it is, so nothing is sorted by distance.</p>
      )}
      {done && <p class="good">{done} with the office. Well done.</p>}
      <section aria-labelledby="yours">
        <h2 id="yours">Your visits</h2>
        {visits && <Yours visits={visits} here={fix} />}
      </section>
      {calls && <Calls calls={calls} />}
      {lists ? <OpenLists by={by} lists={lists} here={fix} /> : <p class="quiet">Looking …</p>}
      <footer>
        <button type="button" class="plain" onClick={sync}>
          Look again
        </button>
        {lists && <p class="quiet">As of {formatDateTime(lists.at)}</p>}
        <p>
          <a href={hashUrl('leave')}>Sign out</a>
        </p>
      </footer>
    </main>
  )
}
