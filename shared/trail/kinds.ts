import { defineKind, padded, partsOf, type Told, tenant, toIndex1, toKey } from '../table/kind.ts'
import type { Item, Key } from '../table/port.ts'
import type { LogLeaf, Mode, Tenant, VerificationKey } from '../table/tenant.ts'

/** `trail#<t>#<id>`, `<n>`; gsi1 `trail-log#<hour>#<part>, <t>..`; read by operations, erasure, the trails' log. */
export const trailKind = defineKind({
  name: 'trail',
  writable: ['trail#*'],
  days: 365,
})

export const trailTold = {
  kind: trailKind,
  what: 'trail (table)',
  holds: 'who did what and when, by ids; slots, hashes and measures of the evidence',
  after: 'its first entry',
  erased:
    'the facts are deleted; digests, fixed values, times and ids of staff stay, and show that it was erased',
} as const satisfies Told

/** No tenant's prefix: IAM lets every function append and only erasure change it. */
export const trailPartition = (of: Tenant, verificationId: number): string =>
  `trail#${tenant(of)}#${padded(verificationId)}`

export const entryNumberOf = ({ sk }: Key): number => Number(sk)

export const trailKey = (of: Tenant, verificationId: number, n: number) =>
  toKey(trailPartition(of, verificationId), padded(n))

/** A partition of an index takes 1,000 writes a second. */
const logPartCount = 4

const logPartition = (hour: string, part: number): string => `trail-log#${hour}#${part}`

/** An entry of a trail, by its number. */
type TrailPlace = VerificationKey & Pick<LogLeaf, 'n'>

const toTrailPlace = ({ organisationId, mode, verificationId, n }: TrailPlace): string =>
  [padded(organisationId), mode, padded(verificationId), padded(n)].join('#')

/**
 * Marks where a trail's entries of an hour begin, so that an hour costs the trail one write unit and not each entry.
 * @param hour `2026-11-22T09`
 */
export const logStartIndex = (hour: string, start: TrailPlace) =>
  toIndex1(logPartition(hour, start.verificationId % logPartCount), toTrailPlace(start))

export const logQuery = (hour: string) =>
  partsOf(logPartCount).map(part => ({ index: 'gsi1', partition: logPartition(hour, part) }) as const)

export const parseLogStart = ({ gsi1sk }: Item): TrailPlace => {
  const [organisationId, mode, verificationId, n] = String(gsi1sk).split('#')
  return {
    organisationId: Number(organisationId),
    mode: mode as Mode,
    verificationId: Number(verificationId),
    n: Number(n),
  }
}

export const compareLogLeaves = (one: LogLeaf, other: LogLeaf): number =>
  toTrailPlace(one) < toTrailPlace(other) ? -1 : 1
