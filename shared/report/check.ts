import { createHmac } from 'node:crypto'
import { setting } from '../aws/environment.ts'
import { findPublicationOrRevision } from '../event/publication.ts'
import { consumeOne, type RateLimit } from '../http/rate-limit.ts'
import { readActs } from '../trail/page-store.ts'
import { findRevision } from '../verification/revision-store.ts'
import { isFinal } from '../verification/contract/outcome.ts'
import { findVerification } from '../verification/store.ts'
import { revisionOf, type Verification } from '../verification/verification.ts'
import { checkCodeOf, readCheckCode } from './check-code.ts'

export interface CheckedReport {
  /** As the report shows it. */
  readonly decided: Verification
  readonly newest: Verification
}

/** Many people may share an address, and a code is never guessed. */
export const checksOfSource = {
  name: 'report-checks',
  windowSeconds: 3600,
  limit: 300,
  detail: 'Too many reports were checked from here within an hour. Please wait until the next full hour.',
} as const satisfies RateLimit

/** @throws Problem too_many_requests */
export const countCheck = async (address: string, nowMs: number): Promise<void> => {
  const source = createHmac('sha256', setting('SOURCE_ADDRESS_KEY')).update(address)
  await consumeOne(checksOfSource, { subject: source.digest('base64url').slice(0, 16) }, nowMs)
}

/** Undefined for a code that is of no report of ours, and of what is no longer kept. */
export const findCheckedReport = async (code: string, nowMs: number): Promise<CheckedReport | undefined> => {
  const claimed = readCheckCode(code)
  const newest = claimed && (await findVerification(claimed, claimed.verificationId, nowMs))
  if (!newest || newest.erasedAt || !isFinal(newest.outcome)) return undefined
  const { revision } = claimed
  const decided = revision === revisionOf(newest) ? newest : await findRevision(claimed, revision, nowMs)
  if (!decided) return undefined
  const trail = await readActs(claimed, nowMs)
  const told = await findPublicationOrRevision(
    claimed,
    { revision, endedAt: decided.updatedAt, trail },
    nowMs,
  )
  return told && checkCodeOf(claimed, told) === code ? { decided, newest } : undefined
}
