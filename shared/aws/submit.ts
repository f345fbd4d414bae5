import type { SigV4Service } from './services.ts'
import { errorCodeIn } from './signed-call.ts'
import { type HttpRequest, sendOnce } from './transport.ts'

/**
 * `held`: the account may not send that yet, whoever it is for. `unknown` without a response: SES and SMS do not recognise
 * a repeated request, so a retry could send twice.
 */
export type SubmitResult = 'accepted' | 'rejected' | 'held' | 'throttled' | 'unknown'

/** Read from an error's code and its body, which quotes recipients and is not kept. What is held comes first. */
export interface Refusals {
  readonly held: RegExp
  /** A retry would get it again. */
  readonly rejected: RegExp
}

export const submit = async (
  service: SigV4Service,
  request: HttpRequest,
  { held, rejected }: Refusals,
): Promise<SubmitResult> => {
  const answer = await sendOnce(service, request)
  if (!answer) return 'unknown'
  if (answer.statusCode === 200) return 'accepted'
  const said = `${errorCodeIn(answer)} ${answer.body}`
  if (held.test(said)) return 'held'
  return rejected.test(said) ? 'rejected' : 'throttled'
}
