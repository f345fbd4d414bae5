import { signedHeaders } from '../../../shared/webhook/transport/signature.ts'
import { pauseSeconds, reasonOf } from '../../clients/typescript/retry.ts'
import type { EventLine } from './feed.ts'
import { plain, print, waitSeconds } from './wait.ts'

export interface ForwardOptions {
  readonly forwardTo: string
  readonly secret: string
  readonly bodySignature: boolean
  readonly signal: AbortSignal
}

/** As long as a stage waits for a receiver. */
const receiverMilliseconds = 15_000

/** Posts the event like a delivery, until it is answered 2xx: only then may the next follow. */
export const forward = async (line: EventLine, body: string, options: ForwardOptions): Promise<void> => {
  const name = `${plain(line.event)}.${plain(line.event_type)} ${line.id}`
  for (let failures = 1; ; failures++) {
    const startedAt = performance.now()
    const answer = await post(line, body, options).catch((error: unknown) => reasonOf(error))
    const took = `${Math.round(performance.now() - startedAt)} ms`
    if (typeof answer !== 'string' && answer.ok) return print(`${name} ${answer.status} ${took}`)
    const pause = pauseSeconds(failures, typeof answer === 'string' ? undefined : answer.headers)
    print(`${name} ${typeof answer === 'string' ? answer : answer.status} ${took}, again in ${pause} s`)
    await waitSeconds(pause, options.signal)
  }
}

/** A request in progress may finish at the end: otherwise the receiver would see it twice. */
const post = async (
  { id, sequence, occurredAt }: EventLine,
  body: string,
  { forwardTo, secret, bodySignature }: ForwardOptions,
): Promise<Response> => {
  const timestampSeconds = Math.floor(Date.now() / 1000)
  const answer = await fetch(forwardTo, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'x-sequence': `${sequence}`,
      'x-occurred-at': occurredAt,
      ...signedHeaders({ id, timestampSeconds, body, secrets: [secret], hasHexSignature: bodySignature }),
    },
    body,
    signal: AbortSignal.timeout(receiverMilliseconds),
  })
  await answer.body?.cancel()
  return answer
}
