import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDuration,
  countIn,
  type DayFact,
  mergeStats,
  quantileOf,
  summarise,
} from '../../../shared/numbers/day.ts'
import { closedDays, lastDays, packLine, unpackLine } from '../../../shared/numbers/day-store.ts'
import { forAll } from '../../support/for-all.ts'

const about = (verificationId: number, at = '2026-11-20T12:00:00.000Z') =>
  ({ organisationId: 1, mode: 'live', verificationId, at }) as const
const people = { agent: 'agent-1', reviewer: 'reviewer-1' }

const minuteMs = 60_000
const unflagged = { returns: 0, strongFlags: 0, weakFlags: 0 }
const end = (
  product: 'address' | 'employment',
  outcome: 'verified' | 'expired' | 'notAnEmployee',
  minutes: number,
) => ({ product, outcome, price: 2500, tookMs: minutes * minuteMs })

const day: readonly DayFact[] = [
  { kind: 'ended', ...about(1), ...end('address', 'verified', 60) },
  { kind: 'ended', ...about(2), ...end('address', 'expired', 20_160) },
  { kind: 'ended', ...about(3), ...end('employment', 'notAnEmployee', 600) },
  {
    kind: 'decided',
    ...about(1),
    ...people,
    ...unflagged,
    found: 'verified',
    outcome: 'verified',
    isOverFlags: true,
    isAlone: true,
    tookMs: 10 * minuteMs,
  },
  {
    kind: 'decided',
    ...about(3),
    ...people,
    ...unflagged,
    found: 'verified',
    outcome: 'notAnEmployee',
    against: 'minor',
    tookMs: 30 * minuteMs,
  },
  { kind: 'returned', ...about(3), ...people },
  { kind: 'returned', ...about(3, '2026-11-20T13:00:00.000Z'), ...people },
  { kind: 'staged', ...about(3), ...people },
  {
    kind: 'backChecked',
    ...about(1),
    product: 'address',
    agent: 'agent-1',
    outcome: 'noAccess',
    agrees: false,
  },
  { kind: 'unsent', ...about(3), purpose: 'attest', number: 1 },
]

const sums = {
  products: {
    address: { outcomes: { verified: 1, expired: 1 }, turnaround: addDuration({}, 60) },
    employment: { outcomes: { notAnEmployee: 1 }, turnaround: addDuration({}, 600) },
  },
  agents: { 'agent-1': { approved: 1, agreed: 1, rejected: 1, returned: 2, backChecked: 1 } },
  reviewers: {
    'reviewer-1': {
      counts: { approved: 1, rejected: 1, returned: 2, staged: 1, overFlags: 1, alone: 1 },
      against: { minor: 1 },
      waits: addDuration(addDuration({}, 10), 30),
    },
  },
  unsent: [{ organisationId: 1, mode: 'live', verificationId: 3, purpose: 'attest', number: 1 }],
}

describe('a day', () => {
  it('comes to counts by product, agent and reviewer', () => {
    expect(summarise(day)).toEqual(sums)
  })

  it('comes to the same however often and in whatever company and order it was told', () => {
    const told = fc.array(fc.subarray([...day], { minLength: 1 }), { maxLength: 6 })
    forAll(told, fc.shuffledSubarray([...day], { minLength: day.length }), (again, last) => {
      const lines = [...again, last].map(packLine)
      const read = lines.flatMap(line => unpackLine<DayFact>('live', line))
      const { unsent, ...counts } = summarise(read)
      const { unsent: wanted, ...wantedCounts } = sums
      expect(counts).toEqual(wantedCounts)
      expect(unsent).toEqual(wanted)
    })
  })

  it('adds up with another', () => {
    const two = mergeStats(summarise(day), summarise(day))
    expect(two.products.address?.outcomes).toEqual({ verified: 2, expired: 2 })
    const agent = { approved: 2, agreed: 2, rejected: 2, returned: 4, backChecked: 2 }
    expect(two.agents['agent-1']).toEqual(agent)
    expect(countIn(two.reviewers['reviewer-1']!.waits)).toBe(4)
  })
})

describe('a line', () => {
  it('gives back what was packed', () => {
    expect(unpackLine('live', packLine(day))).toEqual(day)
  })

  it('keeps what a full batch of the stream has to count of live work in one write unit', () => {
    // Eight changes make a live verification, so that a batch of a hundred is a dozen of them.
    const reviewers = [randomUUID(), randomUUID()]
    const entries = Array.from({ length: 12 }, (_, n): DayFact[] => {
      const one = about(890_802_229_400_375 + n * 7919 * 7919, `2026-11-20T12:00:${10 + n}.000Z`)
      const [agent, reviewer, minutes] = [randomUUID(), reviewers[n % 2]!, 1000 + n * 37]
      return [
        { kind: 'ended', ...one, ...end('address', 'verified', minutes + 211) },
        {
          kind: 'decided',
          ...one,
          ...unflagged,
          agent,
          reviewer,
          found: 'verified',
          outcome: 'verified',
          tookMs: minutes * minuteMs + n * 1789,
        },
      ]
    }).flat()
    // Keys and expiry take 80 bytes.
    expect(packLine(entries).length + 80).toBeLessThan(1024)
  })
})

describe('a histogram', () => {
  it('knows medians and other shares to a tenth', () => {
    const minutes = fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 60 })
    forAll(minutes, fc.constantFrom(0.5, 0.9), (durations, share) => {
      const read = quantileOf(durations.reduce(addDuration, {}), share)!
      const exact = durations.toSorted((a, b) => a - b)[Math.ceil(durations.length * share) - 1]!
      expect(Math.abs(read - exact)).toBeLessThanOrEqual(exact * 0.1 + 0.5)
    })
  })

  it('knows nothing of nothing, and less than a minute as none', () => {
    expect(quantileOf({}, 0.5)).toBe(null)
    expect(quantileOf(addDuration({}, 0), 0.9)).toBe(0)
  })
})

it('counts days in UTC, and takes one for over when nothing of it can be on its way', () => {
  const at = Date.parse('2026-11-22T00:05:00.000Z')
  expect(lastDays(3, at)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22'])
  expect(closedDays(2, at)).toEqual(['2026-11-19', '2026-11-20'])
  expect(closedDays(2, at + 5 * 60_000)).toEqual(['2026-11-20', '2026-11-21'])
})
