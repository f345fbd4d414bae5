import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { describePlaces } from '../../../../shared/evidence/slot-texts.ts'
import { statusTexts } from '../../../../shared/verification/contract/outcome.ts'
import { callApi, errorMessage, type ResponseOf } from '../ui/api.ts'
import { formatMoney } from '../ui/format.ts'
import { Choose, hashUrl } from '../ui/page.tsx'
import { QueryView, useQuery } from '../ui/query.tsx'
import { DateTime, Facts, GuideLink, PagedList, PortalPage, Tag, Verbatim } from './display.tsx'
import {
  DisputeForm,
  DisputeNotice,
  DisputeTag,
  disputeSteps,
  mayDispute,
  type Revisions,
} from './dispute.tsx'
import { type FoundEvent, usePolling } from './event.tsx'
import { describeAttempt, EndpointLink, useEndpoints, type Webhook } from './health.tsx'
import { LookupList } from './lookup.tsx'
import { Outcomes } from './sandbox.tsx'
import { Search, SearchForm, useSoughtText } from './search.tsx'
import { useSession } from './session.tsx'
import {
  describeStatus,
  type ListedType,
  readableLists,
  recordLists,
  type Status,
  StatusTag,
  VerificationLine,
} from './verification-line.tsx'

/** A verification as the API answers it, from either list. */
type FoundVerification = ResponseOf<'GET /v1/addresses/{id}'> | ResponseOf<'GET /v1/employments/{id}'>

const listedTypeOf = (word: string): ListedType => (word === 'employments' ? 'employments' : 'addresses')

const statusOptions = [
  ['', 'everything'],
  ...(Object.entries(statusTexts) as [Status['status'], string][]),
] as const

const VerificationList = ({ listedType }: { listedType: ListedType }) => {
  const [status, setStatus] = useState<Status['status'] | ''>('')
  return (
    <>
      <Choose look="filter" label="Show" value={status} options={statusOptions} onChoose={setStatus} />
      <PagedList
        of={`${listedType} ${status}`}
        read={cursor => callApi(`GET /v1/${listedType}`, { query: { cursor, ...(status && { status }) } })}
        keyOf={({ id }) => `${id}`}
        empty="There is none."
      >
        {line => <VerificationLine line={line} listedType={listedType} />}
      </PagedList>
    </>
  )
}

export const Verifications = ({ tab: asked }: { tab: string }) => {
  const [sought, seek] = useSoughtText()
  const readable = readableLists(useSession())
  const tab = readable.find(each => each === asked) ?? readable[0]
  if (tab === undefined)
    return (
      <PortalPage title="Verifications">
        <p>This client has no scope for verifications or look-ups.</p>
      </PortalPage>
    )
  return (
    <PortalPage title="Verifications" guide={['verdicts', 'Reading a verdict']}>
      <SearchForm sought={sought} onSeek={seek} />
      {sought !== '' ? (
        <Search sought={sought} />
      ) : (
        <>
          <nav class="tabs" aria-label="Kinds of verification">
            {readable.map(each => (
              <a
                key={each}
                href={hashUrl('verifications', each)}
                aria-current={each === tab ? 'page' : undefined}
              >
                {recordLists[each]}
              </a>
            ))}
          </nav>
          {tab === 'identities' ? <LookupList /> : <VerificationList key={tab} listedType={tab} />}
        </>
      )}
    </PortalPage>
  )
}

/** The fields that both kinds of record have, each under its own name. */
const commonFieldsOf = (found: FoundVerification) => ('address' in found ? found.address : found.employment)

interface TimelineStep {
  readonly at: string
  readonly what: ComponentChildren
}

interface RecordTimes {
  readonly requestedAt: string
  readonly updatedAt: string
  /** A record of an employment has none of these. */
  readonly agentSubmittedAt?: string | null
  readonly rejectedAt?: string | null
  readonly approvedAt?: string | null
}

const recordSteps = (found: FoundVerification, revisions: Revisions | undefined): readonly TimelineStep[] => {
  const record: RecordTimes = commonFieldsOf(found)
  const hasEnded = found.status.state === 'COMPLETE'
  // A record that was revised says its newest end alone.
  const first = revisions?.data[0]
  const end = first
    ? { at: first.decidedAt, status: first.status }
    : { at: record.updatedAt, status: found.status }
  const steps = [
    [record.requestedAt, 'Ordered'],
    [record.agentSubmittedAt, 'An agent reported a visit'],
    [record.rejectedAt, 'A reviewer rejected it'],
    [record.approvedAt, 'A reviewer approved it'],
    [hasEnded && end.at, `It ended: ${describeStatus(end.status)}`],
  ] as const
  return steps.flatMap(([at, what]) => (typeof at === 'string' ? [{ at, what }] : []))
}

const revisionSteps = ({ data }: Revisions): readonly TimelineStep[] =>
  data.slice(1).map(({ decidedAt, status }) => ({
    at: decidedAt,
    what: `The decision is now: ${describeStatus(status)}`,
  }))

const eventSteps = (event: FoundEvent, endpoints: readonly Webhook[]): readonly TimelineStep[] => [
  {
    at: event.createdAt,
    what: (
      <>
        {event.id.endsWith('_completed') ? 'Its end' : 'The new decision'} became{' '}
        <a href={hashUrl('events', event.id)}>an event</a>
      </>
    ),
  },
  ...event.attempts.map(attempt => ({
    at: attempt.at,
    what: (
      <>
        Attempt {attempt.attempt} to deliver it to{' '}
        <EndpointLink id={attempt.endpointId} endpoints={endpoints} />:{' '}
        {attempt.outcome === 'delivered' ? 'delivered' : describeAttempt(attempt)}
      </>
    ),
  })),
]

/** The event of each decision. */
const readEvents = (id: number, decisions: number): Promise<readonly FoundEvent[]> =>
  Promise.all(
    Array.from({ length: decisions }, (_, index) =>
      callApi('GET /v1/events/{id}', {
        params: { id: `evt_${id}_${index === 0 ? 'completed' : `updated_${index + 1}`}` },
      }),
    ),
  )

/** Lists the times of the record and, once it has ended, of its decisions, disputes and events. */
const Timeline = ({ found, listedType }: Pick<FoundProps, 'found' | 'listedType'>) => {
  const { id, status } = found
  const history = useQuery<Revisions>(
    () => callApi(`GET /v1/${listedType}/{id}/revisions`, { params: { id: `${id}` } }),
    status.state === 'COMPLETE' ? `${id}` : undefined,
  )
  const decisions = history.value?.data.length
  const told = useQuery(
    () => readEvents(id, decisions!),
    decisions === undefined ? undefined : `${id} ${decisions}`,
  )
  // What was decided a moment ago is not yet an event.
  const poll = usePolling(told.again)
  const isMissed = told.error !== undefined
  useEffect(() => {
    if (isMissed) poll()
  }, [isMissed])
  const endpoints = useEndpoints()
  const error = history.error ?? told.error
  const steps = [
    ...recordSteps(found, history.value),
    ...(history.value ? [...revisionSteps(history.value), ...disputeSteps(history.value, listedType)] : []),
    ...(told.value?.flatMap(event => eventSteps(event, endpoints)) ?? []),
  ]
  return (
    <>
      <ol class="timeline">
        {steps
          .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
          .map(({ at, what }, index) => (
            <li key={index}>
              <DateTime at={at} /> {what}
            </li>
          ))}
      </ol>
      {error !== undefined && <p class="quiet">Not all can be shown: {errorMessage(error)}</p>}
    </>
  )
}

/** What the decision, or the evidence that it is based on, has to be asked about: a line for each fact. */
const Flags = ({ flags }: Pick<FoundVerification, 'flags'>) =>
  flags ? (
    <>
      <h2>What to ask about</h2>
      <ul class="flags">
        {flags.map(({ code, weight, reason, places = [] }) => (
          <li key={`${code} ${reason}`}>
            <Tag tone={weight === 'strong' ? 'wrong' : 'late'}>{weight} flag</Tag> {reason}
            {places.length > 0 && <span class="quiet">{describePlaces(places)}</span>}
          </li>
        ))}
      </ul>
      <p class="quiet">
        A flag is no proof. <GuideLink to="verdicts#a-report-to-file">What flags say</GuideLink>
      </p>
    </>
  ) : null

interface FoundProps {
  readonly found: FoundVerification
  readonly listedType: ListedType
  readonly onChange: () => void
}

const Found = ({ found, listedType, onChange }: FoundProps) => {
  const { mode } = useSession()
  const record = commonFieldsOf(found)
  const isOpen = found.status.state === 'IN_PROGRESS'
  return (
    <>
      <p>
        <StatusTag status={found.status} /> <DisputeTag dispute={found.dispute} />{' '}
        <strong>{found.customerReference}</strong> <code>{found.id}</code>
      </p>
      <DisputeNotice dispute={found.dispute} />
      <Facts
        of={[
          ['Applicant', `${found.applicant.firstname} ${found.applicant.lastname}`],
          ['Ordered', <DateTime key="at" at={record.requestedAt} />],
          ['Price', isOpen ? 'none until it ends' : formatMoney(record.price)],
        ]}
      />
      <Flags flags={found.flags} />
      {mode === 'test' && (isOpen || found.dispute?.state === 'open') && (
        <Outcomes
          id={found.id}
          product={listedType === 'addresses' ? 'address' : 'employment'}
          onDone={onChange}
        />
      )}
      {/* Above what is loaded later: a button that moves is missed. */}
      {!isOpen && (
        <p>
          <a class="button" href={`/v1/${listedType}/${found.id}/report`} target="_blank" rel="noopener">
            Report to print or file
          </a>
        </p>
      )}
      {mayDispute(found.status, found.dispute) && (
        <DisputeForm id={found.id} listedType={listedType} onDone={onChange} />
      )}
      <h2>What happened</h2>
      <Timeline
        key={`${found.status.state} ${found.dispute?.number} ${found.dispute?.state}`}
        found={found}
        listedType={listedType}
      />
      <h2>The record</h2>
      <Verbatim label="As the API answers it" text={JSON.stringify(found, null, 2)} />
    </>
  )
}

export const Verification = ({ listedType: word, id }: { listedType: string; id: string }) => {
  const listedType = listedTypeOf(word)
  const query = useQuery<FoundVerification>(
    () => callApi(`GET /v1/${listedType}/{id}`, { params: { id } }),
    `${listedType} ${id}`,
  )
  const poll = usePolling(query.again)
  return (
    <PortalPage
      title="Verification"
      up={{ href: hashUrl('verifications', listedType), title: 'Verifications' }}
    >
      <QueryView query={query}>
        {found => <Found found={found} listedType={listedType} onChange={poll} />}
      </QueryView>
    </PortalPage>
  )
}
