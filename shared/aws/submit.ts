import { errorCodeIn } from './signed-call.ts'
import { type HttpRequest, transport } from './transport.ts'

/** `unknown` without a response: SES and SMS do not recognise a repeated request, so a retry could send twice. */
export type SubmitResult = 'accepted' | 'rejected' | 'throttled' | 'unknown'

/** @param permanentErrors error codes that a retry would get again */
export const submitOnce = async (
  request: HttpRequest,
  permanentErrors: readonly string[],
): Promise<SubmitResult> => {
  const answer = await transport()
    .handle(request)
    .then(
      ({ response }) => response,
      () => undefined,
    )
  if (!answer) return 'unknown'
  if (answer.statusCode === 200) return 'accepted'
  return permanentErrors.includes(errorCodeIn(answer)) ? 'rejected' : 'throttled'
}
