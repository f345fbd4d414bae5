/**
 * Units of a limit that a container has consumed in advance, so that a request costs a fraction of a write. Leases
 * start at one and double while they are used up. Idle units of all containers are counted beside the limit and
 * stay below a tenth of it, so that no limit refuses while a tenth is unused.
 */
export interface LimitLease {
  /** End of its window, in seconds since 1970. */
  readonly endsAt: number
  readonly size: number
  readonly left: number
  /** Used by this container in the window, by this lease and those before it. */
  readonly used: number
  readonly remaining: number
  readonly isTight: boolean
}

export interface LeaseRequest {
  readonly size: number
  readonly idle: { readonly add: number; readonly most: number }
}

const largest = 64
/** For a small limit, so that a busy container's request costs an eighth of a write. */
const usualLargest = 8
/** Busy containers that can hold the largest lease at the same time. */
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

export const nextLeaseRequest = (
  last: LimitLease | undefined,
  limit: number,
  endsAt: number,
): readonly LeaseRequest[] => {
  const wanted = wantedSize(last, limit, endsAt)
  // All units of a lease but the first were counted as idle; those of the last one are used now.
  const idleBefore = last?.endsAt === endsAt ? last.size - 1 : 0
  const sizes = wanted > 1 ? [wanted, 1] : [1]
  return sizes.map(size => ({ size, idle: { add: size - 1 - idleBefore, most: mostIdle(limit) } }))
}

export const toGrantedLease = (
  last: LimitLease | undefined,
  { size, isTight, remaining, endsAt }: Pick<LimitLease, 'size' | 'isTight' | 'remaining' | 'endsAt'>,
): LimitLease => {
  const before = last?.endsAt === endsAt ? last : { used: 0, isTight: false }
  const used = before.used + 1
  return { endsAt, size, left: size - 1, used, remaining, isTight: isTight || before.isTight }
}

export const consumeLease = (lease: LimitLease | undefined, endsAt: number): LimitLease | undefined =>
  lease?.endsAt === endsAt && lease.left > 0
    ? { ...lease, left: lease.left - 1, used: lease.used + 1 }
    : undefined
