import { useState } from 'preact/hooks'
import type { FileReport } from '../../../../../shared/work/assignment/contract.ts'
import { callApi } from '../../ui/api.ts'
import { Heading } from '../../ui/page.tsx'
import { markCallSent } from '../storage/work.ts'
import { personOf } from '../visit/about.ts'
import { Fields } from '../visit/field.tsx'
import { Confirmed, describeUnsaved, LinkButton } from '../visit/parts.tsx'
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
import { type Draft, missingWords, sendDraft, useDraft } from './draft.tsx'
import { type HeldCall, LoadError, MissingEffort, type StepProps } from './employer-data.tsx'
import { SendButton } from './send-button.tsx'

const fileReport = (call: HeldCall, body: FileReport): Promise<void> =>
  sendDraft(call, 'report', body, async request => {
    const { submittedAt } = await callApi('POST /v1/operations/assignments/{id}/report', request)
    await markCallSent(call, { at: submittedAt, isReported: true })
  })

type EndProps = StepProps & { readonly draft: Draft }

/** A refusal is no report: the call goes on elsewhere. */
const Refused = ({ call }: { readonly call: HeldCall }) => (
  <>
    <p class="notice">Then nothing may be passed on. Thank them. You can try somebody else there.</p>
    <p>
      <LinkButton to={['call', call.id, 'attempts', 'new']} words="Note that they may not answer" />
    </p>
  </>
)

const Details = ({ draft }: { readonly draft: Draft }) => (
  <>
    <Fields questions={jobQuestions(draft.answers)} {...draft} />
    {moreQuestions(draft.answers).map(({ title, questions }) => (
      <details key={title}>
        <summary>{title}</summary>
        <Fields questions={questions} {...draft} />
      </details>
    ))}
    <h2>Who said it</h2>
    <Fields questions={signerQuestions} {...draft} />
  </>
)

const Attested = ({ call, office, draft }: EndProps) => {
  const [isSure, setSure] = useState(false)
  const { answers } = draft
  const first = claimQuestions(personOf(call.work), call.work.employer.name)
  const missing = [...missingWords(first, answers), ...missingOf(answers)]
  return (
    <>
      <Fields questions={first} {...draft} />
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
            onSend={() => fileReport(call, attestedOf(answers))}
          />
        </>
      )}
    </>
  )
}

const Unreached = ({ call, office, draft }: EndProps) => {
  const attempts = office.value?.attempts
  if (!attempts) return <LoadError office={office} />
  if (!attempts.mayBeUnreachable) return <MissingEffort id={call.id} attempts={attempts} />
  const { answers } = draft
  return (
    <>
      <MissingEffort id={call.id} attempts={attempts} />
      <Fields questions={[commentQuestion]} {...draft} />
      <SendButton
        words="Report that nobody was reached"
        questions={[commentQuestion]}
        missing={missingWords([commentQuestion], answers)}
        isOffline={office.isOffline}
        onSend={() => fileReport(call, unreachedOf(answers))}
      />
    </>
  )
}

const endQuestion = {
  name: 'end',
  label: 'What came of it?',
  choices: { answered: 'They answered', unreached: 'Nobody can be reached' },
}

export const ReportStep = (props: StepProps) => {
  const draft = useDraft(props.call, 'report')
  const { end } = draft.answers
  return (
    <>
      <Heading>How did it end?</Heading>
      <Fields questions={[endQuestion]} {...draft} />
      {end === 'answered' && <Attested {...props} draft={draft} />}
      {end === 'unreached' && <Unreached {...props} draft={draft} />}
      <p class="quiet" role="status">
        {describeUnsaved(draft.unsaved) ?? 'What you type is saved on this phone as you give it.'}
      </p>
    </>
  )
}
