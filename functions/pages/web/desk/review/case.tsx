import type { VNode } from 'preact'
import { fullNameOf } from '../../../../../shared/work/comparison.ts'
import { useAutoFocus } from '../../ui/focus.ts'
import { formatDue, formatDateTime } from '../../ui/format.ts'
import { AgentRecord, ApplicantStatementPanel, Flags, Returns } from './circumstances.tsx'
import { ComparedFields } from './compared.tsx'
import type { Draft, DecisionCallbacks } from './decide.ts'
import { DecisionPanel } from './decision.tsx'
import { DisputedDecision } from './disputed.tsx'
import { EvidenceMap } from './evidence-map.tsx'
import { lackWords } from './employer.ts'
import { EmployerStatement } from './employer.tsx'
import { renewDocument, renewPhoto, renewSupplied, useEvidence } from './evidence.ts'
import { LeaseNotice, useLeaseExpired } from './lease.tsx'
import { PropertyDetails } from './property.tsx'
import { useNowMs } from './now.ts'
import { type Opening, useCase } from './open-case.ts'
import { statedIn } from './photo.ts'
import { Photos } from './photos.tsx'
import { TrailOf } from './trail.tsx'
import { ErrorNotice } from './error-notice.tsx'
import { productNames } from './queue-list.tsx'

interface CaseProps extends DecisionCallbacks {
  readonly id: string
  readonly reviewer: string
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
}

type OpenProps = CaseProps & {
  readonly opening: Extract<Opening, { kind: 'open' }>
  readonly keep: () => void
  readonly again: () => void
}

/** The heading, to which the work moves with every case. */
const Title = ({ id, children }: { readonly id: string; readonly children?: string | undefined }): VNode => {
  const heading = useAutoFocus<HTMLHeadingElement>()
  return (
    <h1 ref={heading} tabIndex={-1}>
      {id}
      {children && <span class="unseen">, {children}</span>}
    </h1>
  )
}

const Opened = (props: OpenProps): VNode => {
  const { opening, keep, reviewer } = props
  const { file } = opening
  const { evidence, error, again } = useEvidence(file)
  const isOver = useLeaseExpired(opening)
  const nowMs = useNowMs()
  const due = formatDue(file.dueAt, nowMs)
  const lacks = evidence?.contact?.attempts.lacks
  return (
    <>
      <header class="case-head">
        <Title id={file.id}>{`${productNames[file.product]}, ${due}`}</Title>
        <span class="tag">{productNames[file.product]}</span>
        {file.review.objection && <span class="tag disputed">Disputed</span>}
        <span class={Date.parse(file.dueAt) <= nowMs ? 'tag late' : 'tag'}>{due}</span>
        <p class="quiet who">
          <bdi>{fullNameOf(file.applicant)}</bdi>, reported {formatDateTime(file.review.reportedAt)} by{' '}
          <bdi>{file.review.agent}</bdi>
        </p>
      </header>
      <div class="evidence">
        {error !== undefined && <ErrorNotice error={error} reviewer={reviewer} onRetry={again} />}
        <DisputedDecision review={file.review} />
        <Flags file={file} />
        <ComparedFields file={file} />
        {file.review.employerCase && (
          <EmployerStatement
            employerCase={file.review.employerCase}
            contact={evidence?.contact}
            renew={number => renewDocument(file.id, number)}
          />
        )}
        {file.property && <PropertyDetails house={file.property} />}
        {file.place && evidence && (
          <>
            <Photos
              photos={evidence.photos}
              supplied={file.property?.photos ?? []}
              stated={statedIn(file)}
              renew={slot => renewPhoto(file.id, slot)}
              renewSupplied={slot => renewSupplied(file.id, slot)}
            />
            <EvidenceMap file={file} photos={evidence.photos} />
          </>
        )}
        <ApplicantStatementPanel file={file} />
        <Returns file={file} />
        <AgentRecord file={file} />
        <TrailOf id={file.id} reviewer={reviewer} />
      </div>
      <DecisionPanel
        {...props}
        file={file}
        hold={<LeaseNotice {...{ open: opening, keep, again: props.again }} />}
        isReady={evidence !== undefined && !isOver}
        lack={lacks ? lackWords[lacks] : undefined}
      />
    </>
  )
}

/** One case: opening it claims it, leaving it gives it back. */
export const Case = (props: CaseProps): VNode => {
  const { id, reviewer, onDone } = props
  const { opening, again, keep, finish } = useCase(id)
  const finished = (words: string) => {
    finish()
    onDone(words)
  }
  if (opening.kind === 'open')
    return (
      <article class="case" aria-label={`Case ${id}`}>
        <Opened {...props} opening={opening} keep={keep} again={again} onDone={finished} />
      </article>
    )
  return (
    <article class="case closed" aria-label={`Case ${id}`}>
      <Title id={id} />
      {opening.kind === 'opening' && <p class="quiet">One moment …</p>}
      {opening.kind === 'refused' && (
        <p role="alert">
          {opening.words} <strong>N</strong> opens the next case.
        </p>
      )}
      {opening.kind === 'failed' && <ErrorNotice error={opening.error} reviewer={reviewer} onRetry={again} />}
    </article>
  )
}
