import type { VNode } from 'preact'
import { isSessionExpired, ApiProblem, errorMessage } from '../../ui/api.ts'
import type { Question } from '../visit/answers.ts'

/** What each refusal means for whoever makes calls. Of others the service's own words are plain enough. */
const meanings: Readonly<Record<string, string>> = {
  lease_lost: 'This call is not yours any more: your time for it was over, or it was taken back.',
  already_claimed: 'Somebody else has this call now. Call your office before you do anything.',
  too_many_claims: 'You hold as much work as you may. Give something back first.',
  already_reported: 'The office has an answer already: the employer answered, or you sent it before.',
  already_decided: 'This call is over: the office has decided, or the customer has cancelled.',
  not_found: 'The office does not know this call any more. Ask there.',
  too_many_links: 'Enough pages were sent. Nobody is written to without an end: call instead.',
  unauthenticated: 'You were signed out. Sign in above, and send again.',
  request_in_flight: 'It is being sent. Wait a moment, and try again.',
}

/** Whether nothing can be sent of this call any more, as it stands. */
export const isOver = (error: unknown): boolean =>
  isSessionExpired(error) ||
  (error instanceof ApiProblem &&
    ['lease_lost', 'already_reported', 'already_decided'].includes(error.problem.code))

export const refusalWords = (error: unknown): string => {
  const meaning = error instanceof ApiProblem ? meanings[error.problem.code] : undefined
  return meaning ?? errorMessage(error)
}

interface Props {
  readonly error: unknown
  readonly questions: readonly Question[]
}

/** A question's name is the end of a pointer: `details.employeeTitle` of `/attestation/details/employeeTitle`. */
const questionAt = (pointer: string, questions: readonly Question[]): string | undefined =>
  questions.find(({ name }) => pointer.replaceAll('/', '.').endsWith(`.${name}`))?.words

const faultsOf = ({ error, questions }: Props): readonly string[] => {
  const errors =
    error instanceof ApiProblem && error.problem.code === 'invalid_request' && error.problem.errors
  return (errors || []).map(({ pointer, detail }) =>
    [questionAt(pointer, questions), detail].filter(Boolean).join(': '),
  )
}

/** Why something was not sent. It stays as it was typed. */
export const RefusalNotice = (props: Props): VNode | null => {
  if (props.error === undefined) return null
  const faults = faultsOf(props)
  return (
    <div role="alert" class="refusal">
      <p>{faults.length > 0 ? 'Please correct:' : refusalWords(props.error)}</p>
      {faults.length > 0 && (
        <ul>
          {faults.map(fault => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
      <p>What you typed is safe on this phone.</p>
    </div>
  )
}
