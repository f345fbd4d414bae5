import type { WorkItem } from '../../../../../shared/review/contract.ts'
import { formatDateTime } from '../../ui/format.ts'
import { hashUrl, Page } from '../../ui/page.tsx'
import { ErrorLine, useMutation } from '../../ui/query.tsx'
import { Version } from '../../ui/version.tsx'
import { type DevicePosition, useDevicePosition } from '../capture/position.ts'
import { claim } from '../queue/claim.ts'
import { sync, useSyncStatus } from '../queue/sync.ts'
import { formatCounts } from '../queue/unsent.ts'
import { listRecords } from '../storage/database.ts'
import { findLists } from '../storage/person.ts'
import { applicantRefused, type Visit } from '../storage/records.ts'
import { useStored } from '../storage/use-stored.ts'
import { asksAnotherTime } from '../visit/appointment.tsx'
import { canCall, contactLinks, personOf } from '../visit/about.ts'
import { titleOf } from '../../ui/work-title.ts'
import { Section } from '../visit/parts.tsx'
import { Offer } from './offer.tsx'
import { OpenVisits } from './open-visits.tsx'
import { WorkList } from './work-list.tsx'

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
  if (trouble) return trouble.code === applicantRefused ? 'Has ended: see why' : 'Needs your decision'
  if (report) return 'Signed, being sent'
  return Object.keys(answers).length > 0 ? 'Go on' : 'Open'
}

interface YourVisitsProps {
  readonly by: string
  readonly visits: readonly Visit[]
  readonly position: DevicePosition['fix']
}

/** What the office offers, then the visits to make in the order to walk, then what is signed. */
const YourVisits = ({ by, visits, position }: YourVisitsProps) => {
  const works = (isShown: (visit: Visit) => boolean) =>
    visits.filter(isShown).flatMap(({ work }) => work ?? [])
  const offered = works(({ work }) => work?.isOffered === true)
  const isSigned = ({ report, trouble }: Visit): boolean => report !== undefined && !trouble
  const open = works(visit => !visit.work?.isOffered && !isSigned(visit))
  const signed = works(visit => !visit.work?.isOffered && isSigned(visit))
  const findVisit = (work: WorkItem): Visit => visits.find(({ id }) => id === work.id)!
  const openLink = (work: WorkItem) => <OpenLink work={work} words={describeVisit(findVisit(work))} />
  return (
    <>
      {offered.length > 0 && (
        <Section id="offered" title="Offered to you">
          <WorkList works={offered} position={position}>
            {work => <Offer by={by} work={work} />}
          </WorkList>
        </Section>
      )}
      <Section id="yours" title="Your visits">
        <WorkList
          works={open}
          position={position}
          empty="You hold no visit. Take one below."
          isWalk
          isAsking={work => asksAnotherTime(findVisit(work))}
        >
          {work => (
            <>
              {openLink(work)}
              {canCall(work) && (
                <a class="button plain" href={contactLinks(work.applicant.phone).call}>
                  Call<span class="unseen"> {personOf(work)}</span>
                </a>
              )}
            </>
          )}
        </WorkList>
      </Section>
      {signed.length > 0 && (
        <Section id="signed" title="Signed">
          <WorkList works={signed} position={position}>
            {openLink}
          </WorkList>
        </Section>
      )}
    </>
  )
}

/** What there is to do today. */
export const Today = ({ by }: { by: string }) => {
  const { fix, isDenied } = useDevicePosition()
  const visits = useStored(() => listRecords('visits', by), [by])
  const lists = useStored(() => findLists(by), [by])
  const calls = useStored(() => listRecords('calls', by), [by]) ?? []
  const done = {
    visit: visits?.filter(each => each.done).length ?? 0,
    call: calls.filter(each => each.done?.isReported).length,
  }
  const heldCalls = calls.flatMap(({ work }) => work ?? [])
  const openCalls = lists?.open.filter(({ place }) => !place) ?? []
  const claimButton = (work: WorkItem) => <ClaimButton by={by} work={work} />
  return (
    <Page title="Today" isNarrow>
      {isDenied && (
        <p class="notice">This phone may not say where it is, so nothing is sorted by distance.</p>
      )}
      {done.visit + done.call > 0 && (
        <p class="good">
          {formatCounts(done)} {done.visit + done.call === 1 ? 'is' : 'are'} with the office. Well done.
        </p>
      )}
      {visits && <YourVisits by={by} visits={visits} position={fix} />}
      {heldCalls.length > 0 && (
        <Section id="calls" title="Your calls">
          <WorkList works={heldCalls}>
            {work =>
              work.isOffered ? (
                <Offer by={by} work={work} />
              ) : (
                <OpenLink
                  work={work}
                  words={calls.find(({ id }) => id === work.id)?.isLost ? 'Needs your decision' : 'Go on'}
                />
              )
            }
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
          <a href={hashUrl('quality')}>How my reports did</a>
        </p>
        <p>
          <a href={hashUrl('places')}>What is kept of where I am</a>
        </p>
        <p>
          <a href={hashUrl('leave')}>Sign out</a>
        </p>
        <Version />
      </footer>
    </Page>
  )
}
