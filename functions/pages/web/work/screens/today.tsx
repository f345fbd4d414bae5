import type { ComponentChildren } from 'preact'
import type { WorkItem } from '../../../../../shared/work/contract.ts'
import { formatDateTime, formatDue } from '../../ui/format.ts'
import { hashUrl, Page } from '../../ui/page.tsx'
import { ErrorLine, useMutation } from '../../ui/query.tsx'
import { type DevicePosition, useDevicePosition } from '../capture/position.ts'
import { claim } from '../queue/claim.ts'
import { sync, useSyncStatus } from '../queue/sync.ts'
import { formatCounts } from '../queue/unsent.ts'
import { listRecords, useStored } from '../storage/database.ts'
import { findLists } from '../storage/person.ts'
import type { Visit } from '../storage/records.ts'
import { areaOf, describeWayTo, inOrder, isLate, mapUrl, personOf, titleOf } from '../visit/about.ts'
import { Section } from '../visit/parts.tsx'
import { OpenVisits } from './open-visits.tsx'

export interface WorkListProps {
  readonly works: readonly WorkItem[]
  readonly position?: DevicePosition['fix']
  readonly empty?: string
  /** The way on from an item. */
  readonly children: (work: WorkItem) => ComponentChildren
}

/** Visits or calls: what is late first, then what is near. */
export const WorkList = ({ works, position, empty, children }: WorkListProps) => {
  const nowMs = Date.now()
  if (works.length === 0) return <p class="quiet">{empty}</p>
  return (
    <ul class="cards">
      {inOrder(works, { here: position, nowMs }).map(work => {
        const way = describeWayTo(work, position)
        return (
          <li key={work.id} class="card">
            <h3>{titleOf(work)}</h3>
            {work.place && <p class="quiet">{areaOf(work)}</p>}
            <p class="facts">
              <span class={isLate(work, nowMs) ? 'tag late' : 'tag'}>{formatDue(work.dueAt, nowMs)}</span>
              {way && <span class="tag">{way}</span>}
              {work.returned && <span class="tag late">Came back</span>}
            </p>
            <p>{work.business?.businessName ?? personOf(work)}</p>
            <div class="acts">
              {children(work)}
              {work.place && (
                <a class="button plain" href={mapUrl(work)}>
                  Map<span class="unseen"> of {titleOf(work)}</span>
                </a>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

const OpenLink = ({ work, words }: { work: WorkItem; words: string }) => (
  <a class="button" href={hashUrl(work.place ? 'visit' : 'call', work.id)}>
    {words}
    <span class="unseen"> {titleOf(work)}</span>
  </a>
)

const ClaimButton = ({ by, work }: { by: string; work: WorkItem }) => {
  const { isBusy, error, run } = useMutation()
  const isOffline = useSyncStatus() === 'unreachable'
  const take = () =>
    run(async () => {
      await claim(by, work)
      location.hash = hashUrl(work.place ? 'visit' : 'call', work.id)
    })
  return (
    <>
      <button type="button" disabled={isBusy || isOffline} onClick={take}>
        {isBusy ? 'One moment …' : 'Take it'}
        <span class="unseen"> {titleOf(work)}</span>
      </button>
      <ErrorLine error={error} />
    </>
  )
}

const describeVisit = ({ report, trouble, answers }: Visit): string => {
  if (trouble) return 'Needs your decision'
  if (report) return 'Signed, being sent'
  return Object.keys(answers).length > 0 ? 'Go on' : 'Open'
}

/** What there is to do today. */
export const Today = ({ by }: { by: string }) => {
  const { fix, refusal } = useDevicePosition()
  const visits = useStored(() => listRecords('visits', by), [by])
  const lists = useStored(() => findLists(by), [by])
  const calls = useStored(() => listRecords('calls', by), [by]) ?? []
  const done = {
    visit: visits?.filter(each => each.done).length ?? 0,
    call: calls.filter(each => each.done?.isReported).length,
  }
  const heldCalls = calls.flatMap(({ work }) => work ?? [])
  const heldVisits = visits?.flatMap(({ work }) => work ?? [])
  const openCalls = lists?.open.filter(({ place }) => !place) ?? []
  const claimButton = (work: WorkItem) => <ClaimButton by={by} work={work} />
  return (
    <Page title="Today" isNarrow>
      {refusal === 'denied' && (
        <p class="notice">This phone may not say where it is, so nothing is sorted by distance.</p>
      )}
      {done.visit + done.call > 0 && (
        <p class="good">
          {formatCounts(done)} {done.visit + done.call === 1 ? 'is' : 'are'} with the office. Well done.
        </p>
      )}
      <Section id="yours" title="Your visits">
        {heldVisits && (
          <WorkList works={heldVisits} position={fix} empty="You hold no visit. Take one below.">
            {work => (
              <OpenLink work={work} words={describeVisit(visits!.find(({ id }) => id === work.id)!)} />
            )}
          </WorkList>
        )}
      </Section>
      {heldCalls.length > 0 && (
        <Section id="calls" title="Your calls">
          <WorkList works={heldCalls}>
            {work => (
              <OpenLink
                work={work}
                words={calls.find(({ id }) => id === work.id)?.isLost ? 'Needs your decision' : 'Go on'}
              />
            )}
          </WorkList>
        </Section>
      )}
      {lists ? (
        <OpenVisits by={by} lists={lists} position={fix}>
          {claimButton}
        </OpenVisits>
      ) : (
        <p class="quiet">Looking …</p>
      )}
      {openCalls.length > 0 && (
        <Section id="open-calls" title="Open calls">
          <WorkList works={openCalls}>{claimButton}</WorkList>
        </Section>
      )}
      <footer>
        <button type="button" class="plain" onClick={sync}>
          Look again
        </button>
        {lists && <p class="quiet">As of {formatDateTime(lists.at)}</p>}
        <p>
          <a href={hashUrl('leave')}>Sign out</a>
        </p>
      </footer>
    </Page>
  )
}
