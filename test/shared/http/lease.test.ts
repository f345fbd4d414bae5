import { describe, expect, it } from 'vitest'
import {
  consumeLease,
  type LeaseRequest,
  type LimitLease,
  nextLeaseRequest,
  toGrantedLease,
} from '../../../shared/http/lease.ts'

/** A limit as the table keeps it, and containers that take of it. */
const limitOf = (limit: number) => {
  let state = { taken: 0, idle: 0, writes: 0, used: 0, endsAt: 60 }
  const take = ({ size, idle }: LeaseRequest): number | undefined => {
    state.writes++
    if (state.taken + size > limit) return undefined
    if (idle.add > 0 && state.idle + idle.add > idle.most) return undefined
    state.taken += size
    state.idle += idle.add
    return limit - state.taken
  }
  const takeLease = (last: LimitLease | undefined): LimitLease | undefined => {
    for (const [refusals, ask] of nextLeaseRequest(last, limit, state.endsAt).entries()) {
      const remaining = take(ask)
      if (remaining !== undefined)
        return toGrantedLease(last, {
          size: ask.size,
          isTight: refusals > 0,
          remaining,
          endsAt: state.endsAt,
        })
    }
    return undefined
  }
  const container = () => {
    let lease: LimitLease | undefined
    return (): boolean => {
      lease = consumeLease(lease, state.endsAt) ?? takeLease(lease)
      if (lease) state.used++
      return lease !== undefined
    }
  }
  const nextWindow = () => {
    state = { taken: 0, idle: 0, writes: 0, used: 0, endsAt: state.endsAt + 60 }
  }
  return { container, nextWindow, seen: () => state }
}

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** Numbers in [0, below) that look like chance and are the same in every run. */
const chance = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

describe('a limit of 600 in a minute', () => {
  it('refuses none of 101 containers that call at once', () => {
    const { container } = limitOf(600)
    expect(times(101, container).map(call => call())).toEqual(Array(101).fill(true))
  })

  it('refuses none of 600 containers that call once', () => {
    const { container, seen } = limitOf(600)
    expect(times(600, container).every(call => call())).toBe(true)
    expect(container()()).toBe(false)
    expect(seen().used).toBe(600)
  })

  it.each([5, 10, 30, 100, 300, 600])(
    'costs a steady container with %i calls at most a fifth of a write a call',
    pace => {
      const { container, nextWindow, seen } = limitOf(600)
      const call = container()
      for (let minute = 0; minute < 5; minute++) {
        nextWindow()
        for (let each = 0; each < pace; each++) expect(call()).toBe(true)
        if (minute > 1 || pace >= 30) expect(seen().writes / pace).toBeLessThanOrEqual(0.2)
      }
    },
  )

  it('shares itself among eight steady containers for less than a fifth of a write a call', () => {
    const { container, nextWindow, seen } = limitOf(600)
    const calls = times(8, container)
    for (let minute = 0; minute < 3; minute++) {
      nextWindow()
      for (let each = 0; each < 560; each++) expect(calls[each % 8]!()).toBe(true)
      expect(seen().writes / 560).toBeLessThanOrEqual(0.2)
    }
  })
})

it.each([
  [600, 8],
  [1200, 13],
  [60_000, 58],
])('of a limit of %i a container that uses it up takes %i at a time or more', (limit, least) => {
  const { container, seen } = limitOf(limit)
  const call = container()
  for (let each = 0; each < 0.9 * limit; each++) expect(call()).toBe(true)
  expect(seen().writes).toBeLessThanOrEqual((0.9 * limit) / least + 10)
})

describe.each([1, 5, 10, 20, 100, 600, 3000])('a limit of %i', limit => {
  it('never gives more, and refuses nobody while a tenth of it is unused', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const next = chance(seed)
      const { container, nextWindow, seen } = limitOf(limit)
      const calls = times(1 + next(150), container)
      for (let window = 0; window < 3; window++) {
        nextWindow()
        for (let each = 0; each < 2 * limit; each++) {
          // Some containers are called often, some hardly ever.
          const isAnswered = calls[next(1 + next(calls.length))]!()
          const { used } = seen()
          const isRight = used <= limit && (isAnswered || limit - used < Math.max(1, limit / 10))
          if (!isRight) expect.fail(`seed ${seed}, window ${window}, call ${each}: ${used} were used`)
        }
      }
    }
  })
})
