import { describe, expect, it } from 'vitest'
import type { Assignment } from '../../../shared/work/assignment/assignment.ts'
import { toWorkCounts } from '../../../shared/overview/counted-work.ts'
import {
  isUnsent,
  parseStuckId,
  stuckVerification,
  stuckWork,
  toDeliveryId,
  toStuckId,
} from '../../../shared/overview/stuck.ts'
import { addressVerification } from '../../support/verifications.ts'

const now = '2026-11-20T12:00:00.000Z'
const nowMs = Date.parse(now)
const hours = (n: number): string => new Date(nowMs + n * 3_600_000).toISOString()
const key = { organisationId: 1, mode: 'live', verificationId: 10 } as const

const work = (
  status: Assignment['status'],
  dueInHours: number,
  more: Partial<Assignment> = {},
): Assignment => ({
  ...key,
  taskToken: '',
  assignedAt: now,
  product: 'address',
  stateId: 25,
  lgaId: 2501,
  status,
  dueAt: hours(dueInHours),
  agent: 'agent-1',
  ...more,
})

const stagedDecision = { outcome: 'noAccess', by: 'reviewer-1', at: now } as const

it('counts work by who has it and by when it is due, second visits apart', () => {
  const assignments = [
    work('open', 30),
    work('open', 24),
    work('open', 23.9),
    work('open', 0),
    work('open', -0.1),
    work('claimed', -7, { lgaId: 2411 }),
    work('reported', -25, { stateId: 0, lgaId: 0 }),
    work('reported', -100, { stagedDecision }),
    work('open', -5, { backCheckOf: 7, lgaId: 2503 }),
  ]
  expect(toWorkCounts({ assignments, isMore: true }, nowMs)).toEqual({
    states: [
      { state: 'open', dueLater: 2, dueSoon: 2, late: 1 },
      { state: 'claimed', dueLater: 0, dueSoon: 0, late: 1 },
      { state: 'reported', dueLater: 0, dueSoon: 0, late: 1 },
      { state: 'staged', dueLater: 0, dueSoon: 0, late: 1 },
    ],
    lateBy: [
      { upTo: '6h', count: 1 },
      { upTo: '1d', count: 1 },
      { upTo: '3d', count: 1 },
      { upTo: 'more', count: 1 },
    ],
    places: [
      { lgaId: null, dueLater: 0, dueSoon: 0, late: 1 },
      { lgaId: 2411, dueLater: 0, dueSoon: 0, late: 1 },
      { lgaId: 2501, dueLater: 2, dueSoon: 2, late: 2 },
    ],
    backChecks: 1,
    isMore: true,
    countedAt: now,
  })
})

const accepted = addressVerification()
const delayed = { ...accepted, delayedAt: now }

describe('late work', () => {
  const found = (assignment: Assignment, verification = delayed) =>
    stuckWork(assignment, verification as typeof accepted, nowMs)

  it('is stuck where nobody took it, and where an agent has it', () => {
    const one = { id: '1-10', caseId: '1-10', since: hours(-2), lgaId: 2501, photosAwaited: 0 }
    expect(found(work('open', -2))).toEqual({ ...one, kind: 'untaken', action: 'expire', by: null })
    expect(found(work('claimed', -2))).toEqual({ ...one, kind: 'held', action: 'release', by: 'agent-1' })
  })

  it('is a reviewer’s where it was reported, and nobody’s where it is not late, decided or a second look', () => {
    expect(found(work('reported', -2))).toBeUndefined()
    expect(found(work('open', 0.1))).toBeUndefined()
    expect(found(work('open', -2, { backCheckOf: 7 }))).toBeUndefined()
    expect(found(work('open', -2), { ...delayed, outcome: 'verified' } as never)).toBeUndefined()
  })

  it('has lost its workflow where nothing noted the due time for ten minutes', () => {
    expect(found(work('open', -0.2), accepted as never)).toMatchObject({ kind: 'forgotten', action: 'delay' })
    expect(found(work('open', -0.1), accepted as never)).toMatchObject({ kind: 'untaken' })
  })
})

it('names what reconciliation would help on', () => {
  const of = (kind: string) => stuckVerification(accepted, [{ kind } as never])?.kind
  expect(['publish', 'expire', 'signal', 'visit'].map(of)).toEqual([
    'untold',
    'unended',
    'unstarted',
    'unstarted',
  ])
  expect(stuckVerification(accepted, [])).toBeUndefined()
})

it('takes a message for lost only while its link still stands unopened', () => {
  const link = { message: 'undeliverable', state: 'sent' } as const
  const judged = [
    link,
    { ...link, message: 'uncertain' },
    { ...link, message: 'sent' },
    { ...link, state: 'opened' },
  ]
  expect(judged.map(one => isUnsent(one as never))).toEqual([true, true, false, false])
})

it('reads the ids that it shows', () => {
  expect(parseStuckId(toStuckId(key), 'live')).toEqual(key)
  const delivery = { eventId: 'evt_10_completed', endpointId: 7 }
  expect(parseStuckId(toDeliveryId(1, delivery), 'live')).toEqual({ ...key, ...delivery })
})
