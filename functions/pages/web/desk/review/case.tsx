import { useRef } from 'preact/hooks'
import type { Session } from '../../../../../shared/http/contract/session-routes.ts'
import { fullNameOf } from '../../../../../shared/review/comparison.ts'
import { callApi } from '../../ui/api.ts'
import { formatDateTime, formatDue } from '../../ui/format.ts'
import { Heading, Loading } from '../../ui/page.tsx'
import { ErrorNotice } from '../../ui/query.tsx'
import { caseUrl, toCaseId } from '../cases/link.ts'
import { Notes } from '../notes/notes.tsx'
import { TrailOf } from '../trail.tsx'
import { type DecisionCallbacks, DecisionPanel } from './decision.tsx'
import type { DecisionProgress, Decisions, PressedDecision } from './decisions.ts'
import type { Draft } from './decision-forms.tsx'
import { EmployerStatement } from './employer.tsx'
import { missingTexts, useEvidence } from './evidence.ts'
import { EvidenceMap, Positions } from './evidence-map.tsx'
import { Key } from './keys.tsx'
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

const readTrailPage = (id: string) => (cursor: string | undefined) =>
  callApi('GET /v1/operations/assignments/{id}/trail', { params: { id }, query: { cursor } })

interface CaseProps extends DecisionCallbacks {
  readonly id: string
  readonly session: Session
  readonly decisions: Decisions
  /** Ids of reviewers that the list names. */
  readonly colleagues: readonly string[]
  readonly draft: Draft
  readonly onDraft: (change: Partial<Draft>) => void
}

interface OpenCaseProps extends CaseProps {
  readonly progress: DecisionProgress | undefined
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
        {/* In a tab of its own, so that the claim stays. */}
        <a
          href={caseUrl(toCaseId(file.id))}
          target="_blank"
          rel="noopener"
          aria-keyshortcuts="y"
          class="file-link"
        >
          Case file<span class="unseen">, in a new tab</span> <Key>Y</Key>
        </a>
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
          <TrailOf id={file.id} readPage={readTrailPage(file.id)} />
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

/** Of the decision on it that was pressed last while it is open, or just before the page was loaded again. */
const useProgress = (id: string, { find, progressOf }: Decisions): DecisionProgress | undefined => {
  const last = useRef<PressedDecision | undefined>(undefined)
  last.current = find(id) ?? last.current
  return last.current && progressOf(last.current)
}

/** One case: opening it claims it, leaving it releases it, unless a decision on it was pressed. */
export const Case = (props: CaseProps) => {
  const { id, decisions, onHandedOver } = props
  const progress = useProgress(id, decisions)
  const { opening, again, keep, finish } = useCase(id, progress !== undefined)
  const handedOver = (words: string) => {
    finish()
    onHandedOver(words)
  }
  if (opening.kind === 'open' || opening.kind === 'decided')
    return (
      <article class="case" aria-label={`Case ${id}`}>
        {opening.kind === 'open' ? (
          <OpenedCase
            {...props}
            progress={progress}
            opening={opening}
            keep={keep}
            again={again}
            onHandedOver={handedOver}
          />
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
