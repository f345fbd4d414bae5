import type { VerificationKey } from '../table/tenant.ts'
import type { Trail, TrailBreak, TrailEntry } from './contract.ts'
import { digestEntry, digestFacts, type TrailEntryRef, trailStart } from './entry.ts'

const reasons: Readonly<Record<TrailBreak['kind'], string>> = {
  altered: 'the entry is not what its digest was made of',
  removed: 'the entry is missing',
  moved: 'another entry stands here',
  forged: 'the entry does not follow the one before it: one of the two was made anew',
  factsAltered: 'the facts are not those of the entry',
  factsRemoved: 'the facts are missing, and no erasure was noted after the entry',
}

const broken = (place: number, kind: TrailBreak['kind']): TrailBreak => ({
  place,
  kind,
  reason: reasons[kind],
})

type BreakKind = TrailBreak['kind'] | undefined

const factsBreakOf = ({ salt, facts, factsDigest }: TrailEntry, isErased: boolean): BreakKind => {
  if (facts === undefined && salt === undefined) return isErased ? undefined : 'factsRemoved'
  const isSame = facts !== undefined && salt !== undefined && digestFacts(salt, facts) === factsDigest
  return isSame ? undefined : 'factsAltered'
}

const breakAt = (entries: readonly TrailEntry[], before: TrailEntryRef): BreakKind => {
  const place = before.n + 1
  const entry = entries[place - 1]!
  if (digestEntry(entry) !== entry.digest) return 'altered'
  if (entry.n !== place) return entry.n > place && !entries.some(({ n }) => n === place) ? 'removed' : 'moved'
  if (entry.previous !== before.digest) return 'forged'
  const isErased = entries.slice(place).some(({ what }) => what === 'erased')
  return factsBreakOf(entry, isErased)
}

/** Whether an entry that was noted earlier is unchanged. */
const anchorBreakOf = (
  entries: readonly TrailEntry[],
  { n, digest }: TrailEntryRef,
): TrailBreak | undefined => {
  const entry = entries[n - 1]
  if (!entry) return broken(entries.length + 1, 'removed')
  return entry.digest === digest ? undefined : broken(n, 'forged')
}

/** Undefined if the trail is valid; erased facts are no break. A chain alone cannot prove that its end is complete, or that nobody with write access replaced all of it. */
export const findTrailBreak = (
  key: VerificationKey,
  entries: readonly TrailEntry[],
  anchor?: TrailEntryRef,
): TrailBreak | undefined => {
  let before = trailStart(key)
  for (const { digest } of entries) {
    const kind = breakAt(entries, before)
    const place = before.n + 1
    if (kind) return broken(place, kind)
    before = { n: place, digest }
  }
  return anchor && anchorBreakOf(entries, anchor)
}

export const toCheckedTrail = (
  { organisationId, mode, verificationId }: VerificationKey,
  entries: readonly TrailEntry[],
): Trail => {
  const key = { organisationId, mode, verificationId }
  return { ...key, broken: findTrailBreak(key, entries) ?? null, entries: [...entries] }
}
