import { isDeepStrictEqual } from 'node:util'
import { Fault } from '../aws/errors.ts'
import { Problem } from '../http/contract/problem.ts'
import type { VerificationKey } from '../table/tenant.ts'
import type { TrailEntryRef } from '../trail/entry.ts'
import { closeIntervalMinutes, endOfHour, hourGraceMs } from '../trail/hour.ts'
import { findLogHour } from '../trail/read-store.ts'
import type { Inclusion } from './contract.ts'
import { hashLeaves, parseLeaves, readHead, readLeaves } from './log.ts'
import { inclusionPath } from './tree.ts'

const unclosed = (hour: string, nowMs: number): Problem => {
  const closedBy = endOfHour(hour) + hourGraceMs + closeIntervalMinutes * 60_000
  const seconds = Math.max(60, Math.ceil((closedBy - nowMs) / 1000))
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
  const leaf = { organisationId, mode, verificationId, n, digest }
  const hour = await findLogHour(leaf, n)
  if (hour === undefined) return null
  const [head, text] = await Promise.all([readHead(hour), readLeaves(hour)])
  if (head === undefined) throw unclosed(hour, nowMs)
  if (text === undefined) throw new Fault('An hour of the log has a head and no leaves')
  const leaves = parseLeaves(text)
  const index = leaves.findIndex(({ expiresAt: _, ...each }) => isDeepStrictEqual(each, leaf))
  if (index < 0) throw new Fault('The log of its hour lacks an entry of a trail')
  const path = inclusionPath(index, hashLeaves(text)).map(hash => hash.toString('hex'))
  return { hour, index, size: leaves.length, expiresAt: leaves[index]!.expiresAt, path, head }
}
