import { describe, expect, it } from 'vitest'
import { countChanges, toMeasurements } from '../../../shared/outbox/count-changes.ts'
import type { StreamedItem } from '../../../shared/outbox/effect.ts'
import type { Verification } from '../../../shared/verification/verification.ts'
import { watchCounts } from '../../support/metric-lines.ts'
import { addressVerification } from '../../support/verifications.ts'

const orderOf = (mode: 'live' | 'test', id = 10): Verification => addressVerification({}, { id, mode })
const live = orderOf('live')
const test = orderOf('test')

const verification = (before: Verification | undefined, after: Verification | undefined) =>
  toMeasurements({ kind: 'verification', before, after })

const ended = (before: Verification, outcome: Verification['outcome']) => ({
  ...before,
  outcome,
  price: 2500,
  updatedAt: '2026-11-21T13:00:00.000Z',
})

describe('a verification', () => {
  it('is counted when it is accepted, by mode and product', () => {
    expect(verification(undefined, test)).toEqual([
      { dimensions: { mode: 'test', product: 'address' }, values: { OrdersAccepted: 1 } },
    ])
  })

  it('is counted with its time and its price when people have decided it', () => {
    expect(verification(live, ended(live, 'noAccess'))).toEqual([
      { dimensions: { mode: 'live', outcome: 'noAccess' }, values: { VerificationsCompleted: 1 } },
      { dimensions: { product: 'address' }, values: { Turnaround: 90_000, Charged: 2500 } },
      { dimensions: { product: 'address' }, values: { VerificationsDue: 1, VerificationsOverdue: 0 } },
    ])
  })

  it.each([
    [live, 'expired'],
    [live, 'cancelled'],
    [test, 'verified'],
  ] as const)('says nothing of time and price where nobody decided, or nobody pays', (before, outcome) => {
    expect(verification(before, ended(before, outcome))).toEqual([
      { dimensions: { mode: before.mode, outcome }, values: { VerificationsCompleted: 1 } },
    ])
  })

  it('is late once, and in live mode alone', () => {
    const late = { ...live, delayedAt: 'then' }
    const values = { VerificationsDue: 1, VerificationsOverdue: 1 }
    expect(verification(live, late)).toEqual([{ dimensions: { product: 'address' }, values }])
    expect(verification(late, ended(late, 'verified'))).toHaveLength(2)
    expect(verification(late, { ...late, updatedAt: 'later' })).toEqual([])
    expect(verification(test, { ...test, delayedAt: 'then' })).toEqual([])
  })

  it('counts nothing more once it is final, when it is erased, or deleted', () => {
    const final = ended(live, 'verified')
    expect(verification(final, { ...final, updatedAt: 'later' })).toEqual([])
    expect(verification(live, { ...ended(live, 'cancelled'), erasedAt: 'then' })).toEqual([])
    expect(verification(final, undefined)).toEqual([])
  })
})

describe('work', () => {
  const key = { organisationId: 1, mode: 'live', verificationId: 10, product: 'employment' } as const
  const assignment = (before: object | undefined, after: object) =>
    toMeasurements({ kind: 'assignment', before, after } as StreamedItem)

  it('is counted when it is reported, and anew when a report was given back', () => {
    const reported = { ...key, reportedAt: 'first' }
    const count = [{ dimensions: { product: 'employment' }, values: { ReportsFiled: 1 } }]
    expect(assignment(key, reported)).toEqual(count)
    expect(assignment(reported, { ...reported, verdict: {} })).toEqual([])
    expect(assignment(reported, { ...reported, reportedAt: 'second' })).toEqual(count)
    expect(assignment(key, { ...reported, mode: 'test' })).toEqual([])
    expect(assignment(undefined, key)).toEqual([])
  })

  it('that is a second visit is counted with whether it agrees', () => {
    const visit = { ...key, product: 'address' }
    const checked = (before: object, after: object) =>
      toMeasurements({ kind: 'assignment', before, after } as StreamedItem)
    expect(checked(visit, { ...visit, agrees: false, reportedAt: 'x' })).toEqual([
      { dimensions: { product: 'address' }, values: { BackChecked: 1, Disagreed: 1 } },
    ])
    const done = { ...visit, agrees: true, reportedAt: 'x' }
    expect(checked(done, { ...done, expiresAt: 1 })).toEqual([])
  })
})

it('counts a look-up that waits for its registry when it is accepted', () => {
  const late = { organisationId: 1, mode: 'live', verificationId: 12, product: 'nin' }
  const change = (before: object | undefined) =>
    toMeasurements({ kind: 'late-lookup', before, after: late } as StreamedItem)
  expect(change(undefined)).toEqual([
    { dimensions: { mode: 'live', product: 'nin' }, values: { OrdersAccepted: 1 } },
  ])
  expect(change(late)).toEqual([])
})

it('counts of a batch what comes before the first that failed: the stream brings the rest again', () => {
  const change = (id: number): StreamedItem => ({
    kind: 'verification',
    before: undefined,
    after: orderOf('live', id),
  })
  const changes = [change(1), { ...change(2), after: undefined }, change(3), change(4), change(5)]
  const done: PromiseSettledResult<void> = { status: 'fulfilled', value: undefined }
  const failed: PromiseSettledResult<void> = { status: 'rejected', reason: new Error('no') }
  using watch = watchCounts()
  countChanges(changes, [done, done, done, failed, done])
  const accepted = { mode: 'live', product: 'address', OrdersAccepted: 1 }
  expect(watch.counted()).toEqual([accepted, accepted])
  countChanges(changes.slice(3), [done, done])
  expect(watch.counted()).toEqual([accepted, accepted, accepted, accepted])
})
