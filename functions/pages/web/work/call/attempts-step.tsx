import type { VNode } from 'preact'
import { callApi } from '../../ui/api.ts'
import { hashUrl } from '../../ui/hash-route.ts'
import { formatDateTime } from '../../ui/format.ts'
import { withTimeout } from '../queue/timeout.ts'
import { Heading } from '../screens/heading.tsx'
import { attemptOf, attemptQuestions, channelWords, outcomeWords, sourceWords } from './attempt.ts'
import { sendDraft, stillMissing, useDraft } from './draft.ts'
import { Fields } from './fields.tsx'
import type { StepProps } from './held.ts'
import { Lacks } from './lacks.tsx'
import type { Attempts } from './employer-data.ts'
import { LoadError } from './load-error.tsx'
import { SendButton } from './send-button.tsx'

const patienceMs = 30_000

const Line = ({ attempt }: { readonly attempt: Attempts['data'][number] }): VNode => {
  const { channel, outcome, at, by, contact, contactFrom, comment } = attempt
  return (
    <li class="sent-line">
      <span>
        <strong>
          {channelWords[channel]}: {outcomeWords[outcome].toLowerCase()}
        </strong>
        <span class="quiet">
          {formatDateTime(at)}
          {by === 'employer' && ' · said on the page'}
        </span>
        {contact && (
          <span>
            {contact} ({sourceWords[contactFrom].toLowerCase()})
          </span>
        )}
        {comment && <span>{comment}</span>}
      </span>
    </li>
  )
}

const NewAttempt = ({ call, office }: StepProps): VNode => {
  const draft = useDraft(call, 'attempt')
  const questions = attemptQuestions(draft.answers)
  const send = async () => {
    await sendDraft(call, { form: 'attempt', body: attemptOf(draft.answers) }, (body, idempotencyKey) =>
      callApi('POST /v1/operations/assignments/{id}/attempts', {
        params: { id: call.id },
        ...{ body, idempotencyKey, signal: withTimeout(patienceMs) },
      }),
    )
    office.lookAgain()
    location.hash = hashUrl('call', call.id, 'attempts')
  }
  return (
    <>
      <Heading>Note an attempt</Heading>
      <Fields questions={questions} draft={draft} />
      <SendButton
        words="Note it"
        questions={questions}
        missing={stillMissing(questions, draft.answers).map(({ words }) => words)}
        isOffline={office.isOffline}
        onSend={send}
      />
      <p>
        <a href={hashUrl('call', call.id, 'attempts')}>Back to the attempts</a>
      </p>
    </>
  )
}

/** The second screen: what was tried, and what is missing. */
export const AttemptsStep = (props: StepProps): VNode => {
  const { call, office, detail } = props
  if (detail === 'new') return <NewAttempt {...props} />
  const attempts = office.known?.attempts
  return (
    <>
      <Heading>Attempts</Heading>
      <LoadError office={office} />
      {attempts?.data.length === 0 && <p class="quiet">Nothing is noted yet.</p>}
      <ul class="lines">
        {attempts?.data.map(attempt => (
          <Line key={attempt.id} attempt={attempt} />
        ))}
      </ul>
      {attempts && (
        <section aria-labelledby="lacks">
          <h2 id="lacks">If nobody can be reached</h2>
          <Lacks id={call.id} attempts={attempts} />
        </section>
      )}
      <p class="next">
        <a class="button" href={hashUrl('call', call.id, 'attempts', 'new')}>
          Note an attempt
        </a>
      </p>
    </>
  )
}
