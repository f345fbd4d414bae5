/**
 * What a container has taken of a limit in advance, so that a request costs a fraction of a write. Leases start at
 * one and double while they are used up. What lies idle in all containers together is counted beside the limit and
 * stays below a tenth of it, so that a limit never refuses while a tenth is unused.
 */
export interface LimitLease {
  /** When its window is over, in seconds since 1970. */
  readonly endsAt: number
  readonly size: number
  /** Not used yet. */
  readonly left: number
  /** Used by this container in the window, by this lease and those before it. */
  readonly used: number
  /** What the window had left after it. */
  readonly remaining: number
  /** In this window a larger one was refused: most of the limit is used, or enough lies idle. */
  readonly isTight: boolean
}

/** How much a container takes at once, and what that adds to what lies idle. */
export interface LeaseRequest {
  readonly size: number
  readonly idle: { readonly add: number; readonly most: number }
}

/** More would hardly save writes, and lie idle in more containers. */
const largest = 64
/** Whatever the limit, so that a busy container's requests cost an eighth of a write. */
const usualLargest = 8
/** How many busy containers can hold the largest lease of a limit at the same time. */
const sharers = 8

const mostIdle = (limit: number): number => Math.max(0, Math.ceil(limit / 10) - 1)

const largestOf = (limit: number): number => {
  const idle = mostIdle(limit)
  return Math.max(Math.min(usualLargest, 1 + idle), Math.min(largest, 1 + Math.floor(idle / sharers)))
}

const wantedSize = (last: LimitLease | undefined, limit: number, endsAt: number): number => {
  if (!last) return 1
  const most = largestOf(limit)
  // A new window begins with what the last one needed.
  if (last.endsAt !== endsAt) return Math.min(most, last.size, last.used)
  return last.isTight ? 1 : Math.max(1, Math.min(most, 2 * last.size, last.remaining))
}

/** What to ask for when `last` is used up or its window over: what is wanted, and if that is refused, one. */
export const nextLeaseRequest = (
  last: LimitLease | undefined,
  limit: number,
  endsAt: number,
): readonly LeaseRequest[] => {
  const wanted = wantedSize(last, limit, endsAt)
  // Of a lease all but its first use was idle; now nothing of the last one is.
  const idleBefore = last?.endsAt === endsAt ? last.size - 1 : 0
  const sizes = wanted > 1 ? [wanted, 1] : [1]
  return sizes.map(size => ({ size, idle: { add: size - 1 - idleBefore, most: mostIdle(limit) } }))
}

/** The lease that was asked for and granted, of which the first use is under way. */
export const toGrantedLease = (
  last: LimitLease | undefined,
  { size, isTight, remaining, endsAt }: Pick<LimitLease, 'size' | 'isTight' | 'remaining' | 'endsAt'>,
): LimitLease => {
  const before = last?.endsAt === endsAt ? last : { used: 0, isTight: false }
  const used = before.used + 1
  return { endsAt, size, left: size - 1, used, remaining, isTight: isTight || before.isTight }
}

/** The lease after one more use; undefined if it has none for this window. */
export const consumeLease = (lease: LimitLease | undefined, endsAt: number): LimitLease | undefined =>
  lease?.endsAt === endsAt && lease.left > 0
    ? { ...lease, left: lease.left - 1, used: lease.used + 1 }
    : undefined
