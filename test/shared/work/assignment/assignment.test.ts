import { describe, expect, it } from 'vitest'
import {
  type Assignment,
  decisionFacts,
  hasReport,
  isClaimedByOther,
  isUnderReview,
  recordKeyOf,
  takesPhotos,
  toAssignmentId,
  tookPartIn,
  visitAreaOf,
} from '../../../../shared/work/assignment/assignment.ts'
import { addressVerification, employmentVerification } from '../../../support/verifications.ts'

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const now = '2026-11-20T12:00:00.000Z'
const later = '2026-11-20T12:00:00.001Z'
const work = (changes: Partial<Assignment>) => changes as Assignment

it.each([
  ['there is none', {}, false],
  ['it is not back with its agent', { reportedAt: now }, true],
  ['it was returned', { reportedAt: now, returns: [{ at: later, by: 'r', comment: '' }] }, false],
  ['it was returned at once', { reportedAt: now, returns: [{ at: now, by: 'r', comment: '' }] }, false],
  [
    'it came again after its last return',
    {
      reportedAt: '2026-11-20T13:00:00.000Z',
      returns: [
        { at: now, by: 'r', comment: '' },
        { at: later, by: 'r', comment: '' },
      ],
    },
    true,
  ],
  [
    'it was returned once more',
    {
      reportedAt: now,
      returns: [
        { at: '2026-11-19T12:00:00.000Z', by: 'r', comment: '' },
        { at: later, by: 'r', comment: '' },
      ],
    },
    false,
  ],
])('a report is in: %s', (_, changes, isIn) => {
  expect(hasReport(work(changes))).toBe(isIn)
})

describe('a claim of a visit', () => {
  const claimed = { status: 'claimed', agent: 'agent-1', leaseUntil: later } as const

  it.each([
    ['keeps another out until its lease ends', claimed, 'agent-2', true],
    ['keeps its own agent in', claimed, 'agent-1', false],
    ['is over when its lease ends', { ...claimed, leaseUntil: now }, 'agent-2', false],
    ['without a lease keeps nobody out', { ...claimed, leaseUntil: undefined }, 'agent-2', false],
    ['is over once it is reported', { ...claimed, status: 'reported' as const }, 'agent-2', false],
  ])('%s', (_, changes, worker, isOthers) => {
    expect(isClaimedByOther(changes as Assignment, worker, nowMs)).toBe(isOthers)
  })
})

describe('a review', () => {
  const reviewed = { reviewer: 'reviewer-1', reviewUntil: later } as const
  const stagedDecision = { outcome: 'verified', by: 'reviewer-1', at: now } as const

  it.each([
    ['keeps another out until its time ends', reviewed, 'reviewer-2', true],
    ['keeps its own reviewer in', reviewed, 'reviewer-1', false],
    ['is over when its time ends', { ...reviewed, reviewUntil: now }, 'reviewer-2', false],
    ['that never began keeps nobody out', {}, 'reviewer-2', false],
    ['of who has decided already keeps nobody out', { ...reviewed, stagedDecision }, 'reviewer-2', false],
    [
      'of the second reviewer keeps others out',
      { ...reviewed, reviewer: 'reviewer-3', stagedDecision },
      'reviewer-2',
      true,
    ],
  ])('%s', (_, changes, worker, isOthers) => {
    expect(isUnderReview(work(changes), worker, nowMs)).toBe(isOthers)
  })
})

it('work takes photos unless an employer is asked', () => {
  expect([takesPhotos(work({ product: 'address' })), takesPhotos(work({ product: 'employment' }))]).toEqual([
    true,
    false,
  ])
})

it('work is named by its organisation, its verification and the number of its dispute', () => {
  const key = { organisationId: 1, mode: 'live', verificationId: 10 } as const
  expect([toAssignmentId(key), toAssignmentId({ ...key, dispute: 2 })]).toEqual(['1-10', '1-10-d2'])
})

it('a back-check is about the record that was decided, any other work about its own', () => {
  const key = { organisationId: 1, mode: 'live', verificationId: 10 } as const
  expect(recordKeyOf(key)).toEqual(key)
  expect(recordKeyOf({ ...key, backCheckOf: 7 })).toEqual({ ...key, verificationId: 7 })
})

it('a visit is where the order says, and an employer is asked from a desk', () => {
  const { stateId, lgaId } = addressVerification()
  expect(visitAreaOf(addressVerification())).toEqual({ stateId, lgaId })
  expect(stateId).toBeGreaterThan(0)
  expect(visitAreaOf(employmentVerification())).toEqual({ stateId: 0, lgaId: 0 })
})

it('who took part is who is named', () => {
  expect(tookPartIn({ tookPart: ['reviewer-1'] }, 'reviewer-1')).toBe(true)
  expect(tookPartIn({ tookPart: ['reviewer-1'] }, 'reviewer-2')).toBe(false)
  expect(tookPartIn({}, 'reviewer-1')).toBe(false)
})

it('a trail tells of a decision by our own words alone', () => {
  const answered = { flags: ['far', 'repeated_photo'], words: 'Ngozi says so.' }
  const againstFinding = { reason: 'evidence', explanation: 'Ngozi was there.' }
  expect(
    decisionFacts({ answered, againstFinding, decisionFlags: ['approved_alone', 'far'] } as never),
  ).toEqual({
    strongFlags: 'far repeated_photo',
    againstFinding: 'evidence',
    decisionFlags: 'approved_alone far',
  })
  expect(decisionFacts({})).toEqual({})
})
