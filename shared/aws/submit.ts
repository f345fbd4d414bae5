import { errorCodeIn } from './signed-call.ts'
import { type HttpRequest, transport } from './transport.ts'

/**
 * What became of something handed over once: taken, refused for good, refused for now, or nobody knows, since no
 * answer came. Neither service knows a request again, so that what is unknown cannot be tried again without being
 * sent twice.
 */
export type SubmitResult = 'taken' | 'refused' | 'busy' | 'unknown'

/** Hands a request over. @param forGood the words with which it is refused for what is in it, and would always be */
export const submitOnce = async (request: HttpRequest, forGood: readonly string[]): Promise<SubmitResult> => {
  const answer = await transport()
    .handle(request)
    .then(
      ({ response }) => response,
      () => undefined,
    )
  if (!answer) return 'unknown'
  if (answer.statusCode === 200) return 'taken'
  return forGood.includes(errorCodeIn(answer)) ? 'refused' : 'busy'
}
