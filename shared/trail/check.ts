import type { VerificationKey } from '../table/tenant.ts'
import type { Trail, TrailBreak, TrailEntry } from './contract.ts'
import { digestEntry, digestFacts, type TrailEntryRef, trailStart } from './entry.ts'

/** How a trail can be broken, in a reader's words. */
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

type FactsBreak = 'factsAltered' | 'factsRemoved' | undefined

const factsBreakOf = ({ salt, facts, factsDigest }: TrailEntry, isErased: boolean): FactsBreak => {
  if (facts === undefined && salt === undefined) return isErased ? undefined : 'factsRemoved'
  const isSame = facts !== undefined && salt !== undefined && digestFacts(salt, facts) === factsDigest
  return isSame ? undefined : 'factsAltered'
}

/** What is wrong with the entry that stands at a place, behind the one before it. */
const breakAt = (entries: readonly TrailEntry[], before: TrailEntryRef): TrailBreak['kind'] | undefined => {
  const place = before.n + 1
  const entry = entries[place - 1]!
  if (digestEntry(entry) !== entry.digest) return 'altered'
  if (entry.n !== place) return entry.n > place && !entries.some(({ n }) => n === place) ? 'removed' : 'moved'
  if (entry.previous !== before.digest) return 'forged'
  const isErased = entries.slice(place).some(({ what }) => what === 'erased')
  return factsBreakOf(entry, isErased)
}

/** Whether what somebody noted at another time still stands there. */
const anchorBreakOf = (
  entries: readonly TrailEntry[],
  { n, digest }: TrailEntryRef,
): TrailBreak | undefined => {
  const entry = entries[n - 1]
  if (!entry) return broken(entries.length + 1, 'removed')
  return entry.digest === digest ? undefined : broken(n, 'forged')
}

/**
 * Finds the first place where a trail does not hold; undefined if it holds. Facts that an erasure removed are no break.
 *
 * What a chain alone cannot prove: that nothing was cut off its end, and that the whole was not written anew by somebody
 * who may write to the table, the operator before all, as nobody else holds a secret that goes into a digest. Against
 * both helps only what somebody outside noted before: a place with its digest, given as `anchor`.
 */
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

/** A trail as it is shown and exported, with what checking it comes to. */
export const toCheckedTrail = (
  { organisationId, mode, verificationId }: VerificationKey,
  entries: readonly TrailEntry[],
): Trail => {
  const key = { organisationId, mode, verificationId }
  return { ...key, broken: findTrailBreak(key, entries) ?? null, entries: [...entries] }
}
