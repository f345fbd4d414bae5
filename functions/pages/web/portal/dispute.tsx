import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { decidedOutcomes } from '../../../../shared/verification/contract/outcome.ts'
import { callApi, type ResponseOf } from '../ui/api.ts'
import { type Ground, groundTexts } from '../ui/ground-texts.ts'
import { Choose } from '../ui/page.tsx'
import { useMutation } from '../ui/query.tsx'
import { DateTime, ErrorWords, fieldValue, GuideLink, Tag } from './display.tsx'

type VerificationRow = ResponseOf<'GET /v1/addresses'>['data'][number]
type ListedType = 'addresses' | 'employments'
type RecordDispute = NonNullable<VerificationRow['dispute']>
export type Revisions =
  | ResponseOf<'GET /v1/addresses/{id}/revisions'>
  | ResponseOf<'GET /v1/employments/{id}/revisions'>
type Dispute = Revisions['disputes'][number]

const parties = { customer: 'You', applicant: 'The applicant', operator: 'We' } as const

const tags = {
  open: ['late', 'disputed'],
  upheld: ['calm', 'dispute: upheld'],
  revised: ['calm', 'dispute: revised'],
} as const

export const DisputeTag = ({ dispute }: { dispute: RecordDispute | undefined }) => {
  if (!dispute) return null
  const [tone, word] = tags[dispute.state]
  return <Tag tone={tone}>{word}</Tag>
}

const Raised = ({ dispute: { raisedBy, raisedAt } }: { dispute: RecordDispute }) => (
  <>
    {parties[raisedBy]} disputed the decision, <DateTime at={raisedAt} />.
  </>
)

const Concluded = ({ state, concludedAt, dueAt }: RecordDispute) =>
  state === 'open' ? (
    <>
      A reviewer who had no part in it looks at it again, until <DateTime at={dueAt} /> at the latest. Until
      then the decision stands.
    </>
  ) : (
    <>
      A reviewer who had no part in it {state === 'upheld' ? 'upheld it' : 'decided otherwise'},{' '}
      <DateTime at={concludedAt!} />.
    </>
  )

/** What a record says of its latest dispute, before anything else of it. */
export const DisputeNotice = ({ dispute }: { dispute: RecordDispute | undefined }) =>
  dispute ? (
    <p class={`notice ${dispute.state}`}>
      <Raised dispute={dispute} /> <Concluded {...dispute} />
    </p>
  ) : null

const groundsFor = (listedType: ListedType) => groundTexts(listedType === 'employments')

const Quote = ({ text }: { text: string | null }) => (text ? <q>{text}</q> : null)

const raisedStep = ({ raisedBy, raisedAt, ground, reason }: Dispute, listedType: ListedType) => ({
  at: raisedAt,
  what: (
    <>
      {parties[raisedBy]} disputed the decision: {groundsFor(listedType)[ground]}. <Quote text={reason} />
    </>
  ),
})

const concludedSteps = ({ state, concludedAt, remark }: Dispute) =>
  concludedAt === null
    ? []
    : [
        {
          at: concludedAt,
          what: (
            <>
              Another reviewer {state === 'upheld' ? 'upheld the decision.' : 'decided otherwise.'}{' '}
              <Quote text={remark} />
            </>
          ) as ComponentChildren,
        },
      ]

export const disputeSteps = ({ disputes }: Revisions, listedType: ListedType) =>
  disputes.flatMap(dispute => [raisedStep(dispute, listedType), ...concludedSteps(dispute)])

const isDecided = ({ subStatus }: VerificationRow['status']): boolean =>
  Object.values(decidedOutcomes).some(outcome => outcome.subStatus === subStatus)

/** Whether the service may still take an objection: it knows the rest, such as the days that are left. */
export const mayDispute = (status: VerificationRow['status'], dispute: RecordDispute | undefined): boolean =>
  isDecided(status) && dispute?.state !== 'open'

interface DisputeFormProps {
  readonly id: number
  readonly listedType: ListedType
  readonly onDone: () => void
}

/** Folded, as most decisions are right. */
export const DisputeForm = ({ id, listedType, onDone }: DisputeFormProps) => {
  const [ground, setGround] = useState<Ground | ''>('')
  const grounds = Object.entries(groundsFor(listedType)) as [Ground, string][]
  const { isBusy, error, run } = useMutation()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // The browser asks for one.
    if (ground === '') return
    const body = { ground, reason: fieldValue(event.currentTarget as HTMLFormElement, 'reason') }
    void run(async () => {
      await callApi(`POST /v1/${listedType}/{id}/dispute`, { params: { id: `${id}` }, body })
      onDone()
    })
  }
  return (
    <details class="dispute">
      <summary>Dispute this decision</summary>
      <form class="stack" onSubmit={submit}>
        <p>
          A reviewer who had no part in the decision examines the evidence again. It costs nothing.{' '}
          <GuideLink to="disputes">How disputes work</GuideLink>
        </p>
        <Choose
          label="What is wrong"
          value={ground}
          options={[['', 'please choose'], ...grounds]}
          onChoose={setGround}
          isRequired
        />
        <label>
          Why
          <textarea name="reason" required rows={3} maxLength={1000} />
        </label>
        <button type="submit" aria-disabled={isBusy}>
          Dispute it
        </button>
        {error !== undefined && (
          <p role="alert">
            <ErrorWords error={error} />
          </p>
        )}
      </form>
    </details>
  )
}
