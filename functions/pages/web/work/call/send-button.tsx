import type { Question } from '../../../../../shared/link/question.ts'
import { ApiProblem, errorMessage, isSessionExpired } from '../../ui/api.ts'
import { useMutation } from '../../ui/query.tsx'
import { sync } from '../queue/sync.ts'
import { useStorageFault } from '../storage/use-stored.ts'

/** What each refusal means for the agent. For others the service's own words are plain enough. */
const refusalTexts: Readonly<Record<string, string>> = {
  lease_lost: 'This call is not yours any more: your claim expired or was withdrawn.',
  already_claimed: 'Somebody else has this call now. Call your office before you do anything.',
  too_many_claims: 'You have reached the claim limit. Give something back first.',
  already_reported: 'The office has an answer already: the employer answered, or you sent it before.',
  already_decided:
    'This call is over: the office has decided, the customer has cancelled, or the applicant does not agree.',
  not_found: 'The office does not know this call any more. Ask there.',
  too_many_links: 'The limit of messages is reached: call instead.',
  unauthenticated: 'You were signed out. Sign in above, and send again.',
  request_in_flight: 'It is being sent. Wait a moment, and try again.',
}

export const describeRefusal = (error: unknown): string =>
  (error instanceof ApiProblem && refusalTexts[error.problem.code]) || errorMessage(error)

/** Whether nothing of this call can be sent any more. */
const isOver = (error: unknown): boolean =>
  isSessionExpired(error) ||
  (error instanceof ApiProblem &&
    ['lease_lost', 'already_reported', 'already_decided'].includes(error.problem.code))

/** Lists what is wrong with each answer. `details.employeeTitle` ends `/attestation/details/employeeTitle`. */
const listFaults = (error: unknown, questions: readonly Question[]): readonly string[] => {
  if (!(error instanceof ApiProblem) || error.problem.code !== 'invalid_request') return []
  return (error.problem.errors ?? []).map(({ pointer, detail }) => {
    const path = pointer.replaceAll('/', '.')
    const question = questions.find(({ name }) => path.endsWith(`.${name}`))
    return question ? `${question.label}: ${detail}` : detail
  })
}

/** Why something was not sent. It stays as it was typed. */
const RefusalNotice = ({ error, questions }: { error: unknown; questions: readonly Question[] }) => {
  const faults = listFaults(error, questions)
  const fault = useStorageFault()
  return (
    <div role="alert" class="refusal">
      <p>{faults.length > 0 ? 'Please correct:' : describeRefusal(error)}</p>
      {faults.length > 0 && (
        <ul>
          {faults.map(fault => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
      {!fault && <p>What you typed is safe on this phone.</p>}
    </div>
  )
}

interface SendProps {
  readonly words: string
  /** Everything that is asked, to name a fault by its question. */
  readonly questions: readonly Question[]
  /** What still has to be answered. */
  readonly missing: readonly string[]
  readonly isOffline: boolean
  readonly isReady?: boolean
  readonly onSend: () => Promise<void>
}

/** Sends the form now: a call needs a connection anyway. */
export const SendButton = (props: SendProps) => {
  const { words, questions, missing, isOffline, isReady = true, onSend } = props
  const { isBusy, error, run } = useMutation()
  const fault = useStorageFault()
  const send = () =>
    run(() =>
      onSend().catch(refusal => {
        if (isOver(refusal)) sync()
        throw refusal
      }),
    )
  return (
    <>
      {missing.length > 0 && <p class="notice">Still to answer: {missing.join(' · ')}</p>}
      {isOffline && (
        <p class="notice">
          You are offline. {!fault && 'What you typed is saved on this phone. '}Send it once you have a
          connection.
        </p>
      )}
      {error !== undefined && <RefusalNotice error={error} questions={questions} />}
      <button
        type="button"
        class="wide"
        disabled={isBusy || isOffline || !isReady || missing.length > 0}
        onClick={send}
      >
        {isBusy ? 'One moment …' : words}
      </button>
    </>
  )
}
