import type { Session } from '../../../../../shared/http/contract/session-routes.ts'
import { contradictionReasons } from '../../../../../shared/verification/contract/contradiction.ts'
import { callApi } from '../../ui/api.ts'
import { formatDateTime, formatDue } from '../../ui/format.ts'
import { Heading, hashUrl, useHashRoute } from '../../ui/page.tsx'
import { QueryView, useQuery } from '../../ui/query.tsx'
import { Notes } from '../notes/notes.tsx'
import { WideTable } from '../overview/section.tsx'
import { Key } from '../review/keys.tsx'
import { useNowMs } from '../review/lease.tsx'
import { productNames } from '../review/queue.tsx'
import { DefinitionList, Statement } from '../review/statements.tsx'
import { TrailOf } from '../trail.tsx'
import {
  describeArrival,
  describeDelivery,
  describeEvent,
  describePlace,
  describePurpose,
  describeReply,
  describeWork,
  type OpenedCase,
} from './texts.ts'

interface CaseProps {
  readonly file: OpenedCase
}

/** The heading is there before the file is, and when it is refused. */
const CaseHead = ({ id, file }: { readonly id: string; readonly file: OpenedCase | undefined }) => {
  const nowMs = useNowMs()
  const work = file?.work
  const isLate = work != null && Date.parse(work.dueAt) <= nowMs
  return (
    <header class="case-head">
      <Heading>{id}</Heading>
      {file && <span class="tag">{productNames[file.product]}</span>}
      {file && <span class="tag">{file.status.subStatus}</span>}
      {work && <span class={isLate ? 'tag late' : 'tag'}>{formatDue(work.dueAt, nowMs)}</span>}
      {file?.endedAt && <span class="tag">ended {formatDateTime(file.endedAt)}</span>}
    </header>
  )
}

interface KeyLinkProps {
  readonly href: string
  readonly shortcut: string
  readonly isMain?: boolean
  readonly isNewTab?: boolean
  /** Saves what the link leads to under this name. */
  readonly download?: string
  readonly children: string
}

/** A link that a key presses, as it presses buttons. */
const KeyLink = ({ href, shortcut, isMain, isNewTab, download, children }: KeyLinkProps) => (
  <a
    class={isMain ? 'button keyed' : 'button plain keyed'}
    href={href}
    target={isNewTab ? '_blank' : undefined}
    rel={isNewTab ? 'noopener' : undefined}
    download={download}
    aria-keyshortcuts={shortcut}
  >
    {children}
    {isNewTab && <span class="unseen">, in a new tab</span>} <Key>{shortcut.toUpperCase()}</Key>
  </a>
)

const CaseLinks = ({ file, roles }: CaseProps & { readonly roles: Session['roles'] }) => {
  const { id, work, documents, place } = file
  const at = `/v1/operations/cases/${id}`
  const reviewId = roles.includes('reviewer') ? work?.reviewId : null
  return (
    <div class="actions">
      {reviewId && (
        <KeyLink href={hashUrl('review', reviewId)} shortcut="r" isMain>
          Review it
        </KeyLink>
      )}
      {documents.includes('report') && (
        <KeyLink href={`${at}/report`} shortcut="p" isNewTab>
          Report
        </KeyLink>
      )}
      {documents.includes('receipt') && (
        <KeyLink href={`${at}/receipt`} shortcut="e" download={`receipt-${id}.jws`}>
          Receipt
        </KeyLink>
      )}
      {place?.latitude != null && place.longitude != null && (
        // The reader's own app for maps (RFC 5870): no server of others is asked.
        <a href={`geo:${place.latitude},${place.longitude}?q=${place.latitude},${place.longitude}`}>
          Open the map
        </a>
      )}
    </div>
  )
}

const factsOf = (file: OpenedCase): readonly (readonly [string, string])[] => {
  const { againstFinding, work, place } = file
  const facts: readonly (readonly [string, string | null])[] = [
    ['Customer', file.organisationName ?? `organisation ${file.organisationId}`],
    ['Reference', file.customerReference],
    ['Applicant', file.applicant],
    ['Phone', file.phone],
    ['Employer', file.employer],
    ['Place', place && describePlace(place)],
    ['Ordered', formatDateTime(file.requestedAt)],
    ['Now', work && describeWork(work)],
    ['Decided by', file.decidedBy],
    ['For the customer', file.adminComment],
    [
      'Against the finding',
      againstFinding && `${contradictionReasons[againstFinding.reason]}. ${againstFinding.explanation}`,
    ],
  ]
  return facts.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value] as const]))
}

const None = () => <p class="quiet">None.</p>

const Revisions = ({ file: { revisions } }: CaseProps) => (
  <Statement id="revisions" title="Revisions">
    {revisions.length === 0 ? (
      <None />
    ) : (
      <WideTable
        caption="Every revision"
        headings={['Revision', 'Status', 'When', 'By', 'After dispute']}
        rows={revisions.map(({ number, status, decidedAt, decidedBy, dispute }) => [
          `${number}`,
          status.subStatus,
          formatDateTime(decidedAt),
          decidedBy ?? '–',
          dispute ?? '–',
        ])}
      />
    )}
  </Statement>
)

const Disputes = ({ file: { disputes } }: CaseProps) =>
  disputes.length === 0 ? null : (
    <Statement id="disputes" title="Disputes">
      <WideTable
        caption="Every dispute"
        headings={['Dispute', 'Of revision', 'By', 'About', 'Raised', 'State', 'Concluded']}
        rows={disputes.map(({ number, revision, raisedBy, ground, raisedAt, state, concludedAt }) => [
          `${number}`,
          revision,
          raisedBy,
          ground,
          formatDateTime(raisedAt),
          state,
          concludedAt ? formatDateTime(concludedAt) : '–',
        ])}
      />
    </Statement>
  )

const Messages = ({ file: { messages } }: CaseProps) => (
  <Statement id="messages" title="Messages">
    {messages.length === 0 ? (
      <None />
    ) : (
      <WideTable
        caption="Every message"
        headings={['Message', 'To', 'Address', 'Way', 'Sent by', 'When', 'Arrived']}
        rows={messages.map(message => [
          describePurpose(message),
          message.recipient,
          message.to ?? '–',
          message.channel,
          message.by,
          formatDateTime(message.sentAt),
          describeArrival(message),
        ])}
      />
    )}
  </Statement>
)

type DeliveryRow = readonly [event: string, ...cells: readonly (string | number)[]]

const deliveryRows = ({ events }: OpenedCase): readonly DeliveryRow[] =>
  events.flatMap(({ eventType, createdAt, deliveries }): readonly DeliveryRow[] => {
    const event = [describeEvent(eventType), formatDateTime(createdAt)] as const
    if (deliveries.length === 0) return [[...event, 'to nobody', '–', '–', '–', '–']]
    return deliveries.map(delivery => [
      ...event,
      delivery.host ?? `deleted (${delivery.endpointId})`,
      delivery.attempt,
      formatDateTime(delivery.at),
      describeReply(delivery),
      describeDelivery(delivery),
    ])
  })

const Deliveries = ({ file }: CaseProps) => {
  const rows = deliveryRows(file)
  return (
    <Statement id="deliveries" title="Deliveries">
      {rows.length === 0 ? (
        <None />
      ) : (
        <WideTable
          caption="Every delivery"
          headings={['Event', 'Happened', 'Endpoint', 'Attempts', 'Last attempt', 'Answer', 'State']}
          rows={rows}
        />
      )}
    </Statement>
  )
}

const readTrailPage = (id: string) => (cursor: string | undefined) =>
  callApi('GET /v1/operations/cases/{id}/trail', { params: { id }, query: { cursor } })

const OpenedFile = ({ id, session }: { readonly id: string; readonly session: Session }) => {
  const query = useQuery(() => callApi('GET /v1/operations/cases/{id}', { params: { id } }), id)
  return (
    <>
      <CaseHead id={id} file={query.value} />
      <QueryView query={query}>
        {file => (
          <>
            <CaseLinks file={file} roles={session.roles} />
            {file.isMasked && (
              <p class="quiet">
                Names, references and phone numbers are masked for you. The report shows them, and the trail
                says who opened it.
              </p>
            )}
            <DefinitionList of={factsOf(file)} />
            <Notes caseId={id} session={session} />
            <Revisions file={file} />
            <Disputes file={file} />
            <Messages file={file} />
            <Deliveries file={file} />
            <TrailOf id={id} readPage={readTrailPage(id)} />
          </>
        )}
      </QueryView>
    </>
  )
}

/** Everything of one case, whatever became of it. */
export const CasePage = ({ session }: { session: Session }) => {
  const [, id] = useHashRoute()
  return (
    <main class="case-file">
      {id === undefined ? (
        <>
          <Heading>Case</Heading>
          <p>
            The <a href={hashUrl('search')}>search</a> finds a case and leads here.
          </p>
        </>
      ) : (
        <OpenedFile key={id} id={id} session={session} />
      )}
    </main>
  )
}
