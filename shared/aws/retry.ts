import { setTimeout as sleep } from 'node:timers/promises'
import { type HttpRequest, type HttpResponse, transport } from './transport.ts'

/** The waits before an attempt is made again, in milliseconds, each spread by half. */
const waitsMs = [50, 200]

const send = (request: HttpRequest): Promise<HttpResponse | undefined> =>
  transport()
    .handle(request)
    .then(
      ({ response }) => response,
      () => undefined,
    )

/** Whether the same call can succeed a moment later: no answer, trouble at the other end, or too many calls. */
const isRetryable = (answer: HttpResponse | undefined): boolean => {
  if (!answer || answer.statusCode >= 500) return true
  return answer.statusCode >= 400 && /Throttling|TooManyRequests/.test(answer.body.toString())
}

/**
 * Makes a call that bears being made again, up to three times. Answers the last answer, undefined for none.
 * @param signed makes the request anew, with the time of its signature
 */
export const sendWithRetry = async (
  signed: (nowMs: number) => HttpRequest,
): Promise<HttpResponse | undefined> => {
  for (const waitMs of waitsMs) {
    const answer = await send(signed(Date.now()))
    if (!isRetryable(answer)) return answer
    await sleep(waitMs * (0.5 + Math.random()))
  }
  return send(signed(Date.now()))
}
