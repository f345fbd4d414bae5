import { useState } from 'preact/hooks'
import type { Session } from '../../../../../shared/http/contract/session-routes.ts'
import { fullNameOf } from '../../../../../shared/work/comparison.ts'
import { callApi, type ResponseOf } from '../../ui/api.ts'
import { formatDateTime, formatDue } from '../../ui/format.ts'
import { Heading, Loading } from '../../ui/page.tsx'
import { ErrorNotice, useQuery } from '../../ui/query.tsx'
import { Notes } from '../notes/notes.tsx'
import { type DecisionCallbacks, DecisionPanel } from './decision.tsx'
import type { Draft } from './decision-forms.tsx'
import { EmployerStatement } from './employer.tsx'
import { missingTexts, useEvidence } from './evidence.ts'
import { EvidenceMap, Positions } from './evidence-map.tsx'
import { KeyButton } from './keys.tsx'
import { LeaseNotice, useLeaseExpired, useNowMs } from './lease.tsx'
import { type CaseFile, type CaseOpening, useCase } from './open-case.ts'
import { Photos } from './photos.tsx'
import { productNames } from './queue.tsx'
import {
  AgentRecord,
  ApplicantStatementPanel,
  ComparedFields,
  DisputedDecision,
  Flags,
  PropertyDetails,
  Returns,
} from './statements.tsx'

type Trail = Pick<ResponseOf<'GET /v1/operations/assignments/{id}/trail'>, 'broken' | 'entries'>

/** All its pages; the first that is broken says where. */
const readTrail = async (id: string): Promise<Trail> => {
  let trail: Trail = { broken: null, entries: [] }
  let cursor: string | undefined
  do {
    const page = await callApi('GET /v1/operations/assignments/{id}/trail', {
      params: { id },
      query: { cursor },
    })
    trail = { broken: trail.broken ?? page.broken, entries: [...trail.entries, ...page.entries] }
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return trail
}

const formatFacts = ({ facts }: Trail['entries'][number]['events'][number]): string =>
  Object.entries(facts ?? {})
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')

const ChainStatus = ({ trail: { broken, entries } }: { trail: Trail }) =>
  broken ? (
    <p role="status" class="broken">
      <strong>✗ The chain is broken</strong> at entry {broken.place}: {broken.reason}.
    </p>
  ) : (
    <p role="status">
      <strong>✓ The chain is valid</strong> over {entries.length} entries: none was changed, moved or removed.
    </p>
  )

/** All that happened, read on demand and once, because each reading leaves a trail entry. */
const TrailOf = ({ id }: { id: string }) => {
  const [view, setView] = useState<'unread' | 'shown' | 'hidden'>('unread')
  const isShown = view === 'shown'
  const { value: trail, error, again } = useQuery(() => readTrail(id), view === 'unread' ? undefined : id)
  return (
    <section aria-labelledby="trail" class="trail">
      <div class="heading">
        <h2 id="trail">Trail</h2>
        <KeyButton shortcut="t" isPressed={isShown} onPress={() => setView(isShown ? 'hidden' : 'shown')}>
          {isShown ? 'Hide' : 'Show'} the trail
        </KeyButton>
      </div>
      {isShown && <ErrorNotice error={error} onRetry={again} />}
      {isShown && trail && (
        <>
          <ChainStatus trail={trail} />
          <ol class="lines">
            {trail.entries.flatMap(({ n, at, events }) =>
              events.map((event, index) => (
                <li key={`${n}.${index}`}>
                  <time dateTime={at}>{formatDateTime(at)}</time> <strong>{event.what}</strong> by {event.by}{' '}
                  <span class="quiet">{formatFacts(event)}</span>
                </li>
              )),
            )}
          </ol>
        </>
      )}
    </section>
  )
}

interface CaseProps extends DecisionCallbacks {
  readonly id: string
  readonly session: Session
  /** Ids of reviewers that the list names. */
  readonly colleagues: readonly string[]
  readonly draft: Draft
  readonly onDraft: (change: Partial<Draft>) => void
}

interface OpenCaseProps extends CaseProps {
  readonly opening: Extract<CaseOpening, { kind: 'open' }>
  readonly keep: () => void
  readonly again: () => void
}

interface EvidenceProps {
  readonly file: CaseFile
  readonly session: Session
  readonly evidence: ReturnType<typeof useEvidence>
}

/** What is claimed and found beside the map and the photos, then what is looked up now and then. */
const CaseEvidence = ({ file, session, evidence: { value, error, again } }: EvidenceProps) => {
  const nowMs = useNowMs()
  const due = formatDue(file.dueAt, nowMs)
  const shown = file.place && value
  return (
    <>
      <header class="case-head">
        <Heading>
          {file.id}
          <span class="unseen">, {`${productNames[file.product]}, ${due}`}</span>
        </Heading>
        <span class="tag">{productNames[file.product]}</span>
        {file.review.objection && <span class="tag disputed">Disputed</span>}
        <span class={Date.parse(file.dueAt) <= nowMs ? 'tag late' : 'tag'}>{due}</span>
        <p class="quiet who">
          <bdi>{fullNameOf(file.applicant)}</bdi>, reported {formatDateTime(file.review.reportedAt)} by{' '}
          <bdi>{file.review.agent}</bdi>
        </p>
      </header>
      <div class={file.place ? 'evidence with-photos' : 'evidence'}>
        <div class="claims">
          <ErrorNotice error={error} onRetry={again} />
          <DisputedDecision file={file} />
          <Flags file={file} />
          <ComparedFields file={file} />
          <EmployerStatement file={file} contact={value?.contact} />
          <PropertyDetails file={file} />
        </div>
        <div class="sights">
          {shown && <EvidenceMap file={file} photos={shown.photos} />}
          {shown && <Photos file={file} photos={shown.photos} />}
        </div>
        <div class="background">
          <Notes caseId={file.id} session={session} />
          <ApplicantStatementPanel file={file} />
          <Returns file={file} />
          <AgentRecord file={file} />
          {shown && <Positions file={file} photos={shown.photos} />}
          <TrailOf id={file.id} />
        </div>
      </div>
    </>
  )
}

const OpenedCase = (props: OpenCaseProps) => {
  const { opening, session, keep, again } = props
  const { file } = opening
  const evidence = useEvidence(file)
  const isOver = useLeaseExpired(opening)
  const missing = evidence.value?.contact?.attempts.lacks
  return (
    <>
      <CaseEvidence file={file} session={session} evidence={evidence} />
      <DecisionPanel
        {...props}
        file={file}
        lease={<LeaseNotice opening={opening} keep={keep} again={again} />}
        isReady={evidence.value !== undefined && !isOver}
        missing={missing ? missingTexts[missing] : undefined}
      />
    </>
  )
}

const DecidedCase = ({ file, words, session }: { file: CaseFile; words: string; session: Session }) => (
  <>
    <CaseEvidence file={file} session={session} evidence={useEvidence(file)} />
    <p role="alert" class="decision">
      {words} <strong>N</strong> opens the next case.
    </p>
  </>
)

/** One case: opening it claims it, leaving it releases it. */
export const Case = (props: CaseProps) => {
  const { id, onDone } = props
  const { opening, again, keep, finish } = useCase(id)
  const finished: CaseProps['onDone'] = (words, holdsAt) => {
    finish()
    onDone(words, holdsAt)
  }
  if (opening.kind === 'open' || opening.kind === 'decided')
    return (
      <article class="case" aria-label={`Case ${id}`}>
        {opening.kind === 'open' ? (
          <OpenedCase {...props} opening={opening} keep={keep} again={again} onDone={finished} />
        ) : (
          <DecidedCase file={opening.file} words={opening.words} session={props.session} />
        )}
      </article>
    )
  return (
    <article class="case closed" aria-label={`Case ${id}`}>
      <Heading>{id}</Heading>
      {opening.kind === 'opening' && <Loading />}
      {opening.kind === 'refused' && (
        <p role="alert">
          {opening.words} <strong>N</strong> opens the next case.
        </p>
      )}
      {opening.kind === 'failed' && <ErrorNotice error={opening.error} onRetry={again} />}
    </article>
  )
}
