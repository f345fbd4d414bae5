import { sha256Digest } from '../account/credential.ts'
import { emitMetrics, toMeasurement } from '../metrics/emit.ts'
import { Problem } from './contract/problem.ts'
import { consumeOne, type RateLimit } from './rate-limit.ts'

/** Only wrong secrets count, so that nobody can lock a client out. */
const wrongSecrets: RateLimit = {
  name: 'wrong-secrets',
  limit: 30,
  windowSeconds: 3600,
  detail: 'Too many wrong secrets were sent for this client. The right one is still accepted.',
}

/** 18 bits: made-up ids fill no table, and counts do not reveal which ids exist. */
const bucketOf = (clientId: string): string => sha256Digest(clientId).slice(0, 3)

export const refuseSecret = async (clientId: string, nowMs: number): Promise<never> => {
  emitMetrics(toMeasurement({ who: 'client' }, { SignInFailures: 1 }))
  await consumeOne(wrongSecrets, { subject: bucketOf(clientId) }, nowMs)
  throw new Problem('unauthenticated', 'There is no such client, or its secret is another.')
}
