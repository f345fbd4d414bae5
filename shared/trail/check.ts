import type { VerificationKey } from '../table/tenant.ts'
import type { Trail, TrailBreak, TrailEntry } from './contract.ts'
import { digestEntry, judgeFacts, type TrailEntryRef, trailStart } from './entry.ts'

const reasons: Readonly<Record<TrailBreak['kind'], string>> = {
  altered: 'the entry is not what its digest was made of',
  removed: 'the entry is missing',
  moved: 'another entry stands here',
  forged: 'the entry does not follow the one before it: one of the two was made anew',
  factsAltered: 'the facts are not those of the entry',
  factsRemoved: 'the facts are missing, and no erasure was noted after the entry',
  erasureUnproven:
    'the facts are missing, and nothing outside of the trail proves the entry that says erased',
}

const broken = (sequence: number, kind: TrailBreak['kind']): TrailBreak => ({
  place: sequence,
  kind,
  reason: reasons[kind],
})

type BreakKind = TrailBreak['kind'] | undefined

/** Evidence from outside the trail: anybody who can write a trail can also add an entry that says `erased`. */
export interface TrailProof {
  /** An entry that was noted earlier. */
  readonly anchor?: TrailEntryRef | undefined
  /** Whether the record itself is erased. */
  readonly isErased?: boolean
}

const erasureBreakOf = (erasure: TrailEntry | undefined, { anchor, isErased }: TrailProof): BreakKind => {
  if (!erasure) return 'factsRemoved'
  return isErased || (anchor && erasure.n <= anchor.n) ? undefined : 'erasureUnproven'
}

const factsBreakOf = (
  { events }: TrailEntry,
  erasure: TrailEntry | undefined,
  proof: TrailProof,
): BreakKind => {
  const judged = events.map(judgeFacts)
  if (judged.includes('altered')) return 'factsAltered'
  return judged.includes('emptied') ? erasureBreakOf(erasure, proof) : undefined
}

/** Entries that follow one another, with what is needed for checking them alone. */
export interface TrailPage {
  readonly before: TrailEntryRef
  readonly entries: readonly TrailEntry[]
  /** Entries after the page that say that facts were erased, if some are missing in it. */
  readonly erasures: readonly TrailEntry[]
  readonly next?: number
}

interface CheckedEntries {
  readonly entries: readonly TrailEntry[]
  /** By place in the list, the first entry after it that says that facts were erased. */
  readonly erasures: readonly (TrailEntry | undefined)[]
}

const erasuresAfter = (
  entries: readonly TrailEntry[],
  [first]: readonly TrailEntry[],
): CheckedEntries['erasures'] => {
  let next = first
  return entries
    .toReversed()
    .map(entry => {
      const after = next
      if (entry.events.some(({ what }) => what === 'erased')) next = entry
      return after
    })
    .reverse()
}

const breakAt = (
  { entries, erasures }: CheckedEntries,
  index: number,
  before: TrailEntryRef,
  proof: TrailProof,
): BreakKind => {
  const sequence = before.n + 1
  const entry = entries[index]!
  if (digestEntry(entry) !== entry.digest) return 'altered'
  if (entry.n !== sequence)
    return entry.n > sequence && !entries.some(({ n }) => n === sequence) ? 'removed' : 'moved'
  if (entry.previous !== before.digest) return 'forged'
  return factsBreakOf(entry, erasures[index], proof)
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

/** Undefined if the trail is valid; facts of which an erasure is proven are no break. A chain alone cannot prove that its end is complete, or that nobody with write access replaced all of it. */
export const findTrailBreak = (
  key: VerificationKey,
  entries: readonly TrailEntry[],
  proof: TrailProof = {},
  page: Pick<TrailPage, 'before' | 'erasures'> = { before: trailStart(key), erasures: [] },
): TrailBreak | undefined => {
  const checked = { entries, erasures: erasuresAfter(entries, page.erasures) }
  let { before } = page
  for (const [index, { digest }] of entries.entries()) {
    const kind = breakAt(checked, index, before, proof)
    const sequence = before.n + 1
    if (kind) return broken(sequence, kind)
    before = { n: sequence, digest }
  }
  return proof.anchor && anchorBreakOf(entries, proof.anchor)
}

/** A page of a trail, which follows the one before if it is not broken. */
export const toCheckedPage = (
  { organisationId, mode, verificationId }: VerificationKey,
  page: TrailPage,
  proof?: TrailProof,
): Trail => {
  const key = { organisationId, mode, verificationId }
  const { entries } = page
  return { ...key, broken: findTrailBreak(key, entries, proof, page) ?? null, entries: [...entries] }
}
