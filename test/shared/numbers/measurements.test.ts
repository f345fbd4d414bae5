import { describe, expect, it } from 'vitest'
import type { Fact } from '../../../shared/numbers/fact.ts'
import { measurementsOf } from '../../../shared/numbers/measurements.ts'

const key = { organisationId: 1, mode: 'live', verificationId: 10, at: '2026-11-20T12:00:00.000Z' } as const
const inTest = { ...key, mode: 'test' } as const

describe('a verification', () => {
  const ended = { kind: 'ended', ...key, product: 'address', price: 2500, tookMs: 90_000_400 } as const
  const completed = (outcome: string, mode = 'live') => ({
    dimensions: { mode, outcome },
    values: { VerificationsCompleted: 1 },
  })

  it('is counted when it is ordered, by mode and product, and so is a look-up', () => {
    const ordered = (of: typeof key | typeof inTest, product: 'address' | 'nin') =>
      measurementsOf({ kind: 'ordered', ...of, product })
    expect(ordered(inTest, 'address')).toEqual([
      { dimensions: { mode: 'test', product: 'address' }, values: { OrdersAccepted: 1 } },
    ])
    expect(ordered(key, 'nin')).toEqual([
      { dimensions: { mode: 'live', product: 'nin' }, values: { OrdersAccepted: 1 } },
    ])
  })

  it('is counted with its time and its price when people have decided it', () => {
    const of = { dimensions: { product: 'address' } }
    const decided = [
      completed('noAccess'),
      { ...of, values: { Turnaround: 90_000, Charged: 2500 } },
      { ...of, values: { VerificationsDue: 1, VerificationsOverdue: 0 } },
    ]
    expect(measurementsOf({ ...ended, outcome: 'noAccess' })).toEqual(decided)
    expect(measurementsOf({ ...ended, outcome: 'noAccess', isDelayed: true })).toEqual(decided.slice(0, 2))
  })

  it.each([
    [key, 'expired'],
    [key, 'cancelled'],
    [inTest, 'verified'],
  ] as const)('says nothing of time and price where nobody decided, or nobody pays', (of, outcome) => {
    expect(measurementsOf({ ...ended, ...of, outcome })).toEqual([completed(outcome, of.mode)])
  })

  it('is late in live mode alone', () => {
    const delayed = { kind: 'delayed', product: 'address' } as const
    const values = { VerificationsDue: 1, VerificationsOverdue: 1 }
    expect(measurementsOf({ ...delayed, ...key })).toEqual([{ dimensions: { product: 'address' }, values }])
    expect(measurementsOf({ ...delayed, ...inTest })).toEqual([])
  })
})

describe('work', () => {
  const unflagged = { strongFlags: 0, weakFlags: 0 }
  const report = { agent: 'agent-1', lgaId: 0, tookMs: 1, ...unflagged }
  const reported = { kind: 'reported', ...key, product: 'employment', ...report } as const

  it('is counted when it is reported, in live mode', () => {
    const filed = { dimensions: { product: 'employment' }, values: { ReportsFiled: 1 } }
    expect(measurementsOf(reported)).toEqual([filed])
    expect(measurementsOf({ ...reported, ...inTest })).toEqual([])
  })

  it('that is a second visit is counted with whether it agrees, in live mode', () => {
    expect(measurementsOf({ ...reported, product: 'address', isBackCheck: true })).toEqual([])
    const checked = (agrees: boolean, of: typeof key | typeof inTest = key): Fact => ({
      kind: 'backChecked',
      ...of,
      product: 'address',
      agent: 'agent-1',
      outcome: 'verified',
      agrees,
    })
    const counted = (Disagreed: number) => [
      { dimensions: { product: 'address' }, values: { BackChecked: 1, Disagreed } },
    ]
    expect([true, false].map(agrees => measurementsOf(checked(agrees)))).toEqual([counted(0), counted(1)])
    expect(measurementsOf(checked(false, inTest))).toEqual([])
  })

  it('is in no metric where no metric has it', () => {
    const people = { agent: 'agent-1', reviewer: 'reviewer-1' }
    expect(measurementsOf({ kind: 'returned', ...key, ...people })).toEqual([])
  })
})
