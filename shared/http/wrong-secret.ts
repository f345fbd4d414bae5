import { sha256Digest } from '../account/credential.ts'
import { emitMetrics, toMeasurement } from '../metrics/emit.ts'
import { Problem } from './contract/problem.ts'
import { type RateLimit, consumeOne } from './rate-limit.ts'

/** Only wrong ones are counted and a right one passes at any time, so that nobody can lock a client out. */
const wrongSecrets: RateLimit = {
  name: 'wrong-secrets',
  limit: 30,
  windowSeconds: 3600,
  detail: 'Too many wrong secrets were sent for this client. The right one is still accepted.',
}

/** 18 bits: ids that exist count as those that do not, and inventing them fills no table. */
const bucketOf = (clientId: string): string => sha256Digest(clientId).slice(0, 3)

/** What whoever showed a wrong secret is told, wherever it was. @throws Problem unauthenticated, too_many_requests */
export const refuseSecret = async (clientId: string, nowMs: number): Promise<never> => {
  emitMetrics(toMeasurement({ who: 'client' }, { SignInFailures: 1 }))
  await consumeOne(wrongSecrets, { subject: bucketOf(clientId) }, nowMs)
  throw new Problem('unauthenticated', 'There is no such client, or its secret is another.')
}
