import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { FileReport } from '../../../../../shared/assignment/contract.ts'
import { callApi } from '../../ui/api.ts'
import { hashUrl } from '../../ui/hash-route.ts'
import { markCallSent } from '../storage/calls.ts'
import { withTimeout } from '../queue/timeout.ts'
import { Heading } from '../screens/heading.tsx'
import { personOf } from '../visit/about.ts'
import { Field } from '../visit/field.tsx'
import {
  asked,
  attestedOf,
  claimQuestions,
  commentQuestion,
  isRefused,
  jobQuestions,
  missingOf,
  moreQuestions,
  signerQuestions,
  unreachedOf,
} from './attestation.ts'
import { type Draft, sendDraft, stillMissing, useDraft } from './draft.ts'
import { Fields } from './fields.tsx'
import type { HeldCall, StepProps } from './held.ts'
import { Lacks } from './lacks.tsx'
import { LoadError } from './load-error.tsx'
import { SendButton } from './send-button.tsx'

const patienceMs = 60_000

const file = (call: HeldCall, body: FileReport): Promise<void> =>
  sendDraft(call, { form: 'report', body }, async (body, idempotencyKey) => {
    const { submittedAt } = await callApi('POST /v1/operations/assignments/{id}/report', {
      params: { id: call.id },
      ...{ body, idempotencyKey, signal: withTimeout(patienceMs) },
    })
    await markCallSent(call, { at: submittedAt, isReported: true })
  })

interface EndProps extends StepProps {
  readonly draft: Draft
}

const Confirmed = ({
  words,
  onChange,
}: {
  readonly words: string
  readonly onChange: (is: boolean) => void
}) => (
  <label class="choice sign">
    <input type="checkbox" onChange={event => onChange((event.target as HTMLInputElement).checked)} />
    {words}
  </label>
)

/** A refusal is no report: the call goes on elsewhere. */
const Refused = ({ call }: { readonly call: HeldCall }): VNode => (
  <>
    <p class="notice">Then nothing may be passed on. Thank them. You can try somebody else there.</p>
    <p>
      <a class="button" href={hashUrl('call', call.id, 'attempts', 'new')}>
        Note that they may not answer
      </a>
    </p>
  </>
)

const Details = ({ draft }: { readonly draft: Draft }): VNode => (
  <>
    <Fields questions={jobQuestions(draft.answers)} draft={draft} />
    {moreQuestions(draft.answers).map(({ title, questions }) => (
      <details key={title}>
        <summary>{title}</summary>
        <Fields questions={questions} draft={draft} />
      </details>
    ))}
    <h2>Who said it</h2>
    <Fields questions={signerQuestions} draft={draft} />
  </>
)

const Attested = ({ call, office, draft }: EndProps): VNode => {
  const [isSure, setSure] = useState(false)
  const { answers } = draft
  const first = claimQuestions(personOf(call.work), call.work.employer.name)
  const missing = [...stillMissing(first, answers).map(({ words }) => words), ...missingOf(answers)]
  return (
    <>
      <Fields questions={first} draft={draft} />
      {answers.claim && answers.claim !== 'mayNotAnswer' && <Details draft={draft} />}
      {isRefused(answers) && <Refused call={call} />}
      {answers.claim && !isRefused(answers) && (
        <>
          <Confirmed words="They said this to me, and I wrote it down as they said it." onChange={setSure} />
          <SendButton
            words="Send the report"
            questions={[...first, ...asked(answers)]}
            missing={missing}
            isOffline={office.isOffline}
            isReady={isSure}
            onSend={() => file(call, attestedOf(answers))}
          />
        </>
      )}
    </>
  )
}

const Unreached = ({ call, office, draft }: EndProps): VNode => {
  const attempts = office.known?.attempts
  if (!attempts) return <LoadError office={office} />
  if (!attempts.mayBeUnreachable) return <Lacks id={call.id} attempts={attempts} />
  const { answers } = draft
  return (
    <>
      <Lacks id={call.id} attempts={attempts} />
      <Fields questions={[commentQuestion]} draft={draft} />
      <SendButton
        words="Report that nobody was reached"
        questions={[commentQuestion]}
        missing={stillMissing([commentQuestion], answers).map(({ words }) => words)}
        isOffline={office.isOffline}
        onSend={() => file(call, unreachedOf(answers))}
      />
    </>
  )
}

const endings = { answered: 'They answered', unreached: 'Nobody can be reached' } as const

/** The last screen: what the employer said, or that nobody could be reached. */
export const ReportStep = (props: StepProps): VNode => {
  const draft = useDraft(props.call, 'report')
  const { end } = draft.answers
  return (
    <>
      <Heading>How did it end?</Heading>
      <Field question={{ name: 'end', words: 'What came of it?', choices: endings }} {...draft} />
      {end === 'answered' && <Attested {...props} draft={draft} />}
      {end === 'unreached' && <Unreached {...props} draft={draft} />}
      <p class="quiet">What you type is saved on this phone as you give it.</p>
    </>
  )
}
