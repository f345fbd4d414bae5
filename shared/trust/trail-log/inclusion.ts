import { Fault } from '../../aws/errors.ts'
import { Problem } from '../../http/contract/problem.ts'
import type { VerificationKey } from '../../table/tenant.ts'
import type { TrailEntryRef } from '../../trail/entry.ts'
import { closeIntervalMinutes, endOfHour, hourGraceMs } from '../../trail/hour.ts'
import { findLogHour } from '../../trail/store.ts'
import type { Inclusion } from './contract.ts'
import { hashLeaves, parseLeaves, readHead, readLeaves } from './log.ts'
import { inclusionPath } from './tree.ts'

const closedBy = (hour: string): number => endOfHour(hour) + hourGraceMs + closeIntervalMinutes * 60_000

const unclosed = (hour: string, nowMs: number): Problem => {
  const seconds = Math.max(60, Math.ceil((closedBy(hour) - nowMs) / 1000))
  return new Problem(
    'not_final',
    `The log of ${hour}:00 UTC, which its trail’s entry is in, is not closed yet. Without \`inclusion\` the receipt is there.`,
    { headers: { 'retry-after': `${seconds}` } },
  )
}

/** Null for an entry from before the log. @throws Problem not_final while its hour is open; Fault where the log lacks it */
export const buildInclusion = async (
  { organisationId, mode, verificationId }: VerificationKey,
  { n, digest }: TrailEntryRef,
  nowMs: number,
): Promise<Inclusion | null> => {
  const hour = await findLogHour({ organisationId, mode, verificationId }, n)
  if (hour === undefined) return null
  const [head, text] = await Promise.all([readHead(hour), readLeaves(hour)])
  if (head === undefined) throw unclosed(hour, nowMs)
  if (text === undefined) throw new Fault('An hour of the log has a head and no leaves')
  const places = parseLeaves(text)
  const index = places.findIndex(
    place =>
      place.organisationId === organisationId &&
      place.mode === mode &&
      place.verificationId === verificationId &&
      place.n === n &&
      place.digest === digest,
  )
  if (index < 0) throw new Fault('The log of its hour lacks an entry of a trail')
  const path = inclusionPath(index, hashLeaves(text)).map(hash => hash.toString('hex'))
  return { hour, index, size: places.length, expiresAt: places[index]!.expiresAt, path, head }
}
