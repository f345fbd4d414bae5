import { describe, expect, it } from 'vitest'
import { toAssignmentStats, toLinkStats, toVerificationStats } from '../../../shared/stats/entry.ts'
import { addressVerification } from '../../support/verifications.ts'

const key = { organisationId: 1, mode: 'live', verificationId: 10 } as const
const now = '2026-11-20T12:00:00.000Z'
const later = '2026-11-21T14:30:00.000Z'
const accepted = addressVerification()
const verified = { ...accepted, outcome: 'verified', updatedAt: later } as const

describe('a verification', () => {
  it('is counted once, when it ends, with the minutes since its order', () => {
    const ended = { kind: 'ended', ...key, at: later, product: 'address', outcome: 'verified', minutes: 1590 }
    expect(toVerificationStats(accepted, verified)).toEqual([ended])
    expect(toVerificationStats(verified, { ...verified, delayedAt: later })).toEqual([])
    expect(toVerificationStats(undefined, accepted)).toEqual([])
  })

  it('is not counted when it is erased', () => {
    expect(toVerificationStats(accepted, { ...verified, erasedAt: later })).toEqual([])
  })
})

const reported = { ...key, agent: 'agent-1', reportedAt: now }
const people = { agent: 'agent-1', reviewer: 'reviewer-1' }
const verdict = { outcome: 'verified', by: 'reviewer-1', at: later } as const

describe('people’s work', () => {
  it('is counted for both when it is decided, with the minutes that the report waited', () => {
    const decided = { kind: 'decided', ...key, at: later, ...people, isApproved: true, minutes: 1590 }
    expect(toAssignmentStats(reported, { ...reported, verdict })).toEqual([{ ...decided, agrees: true }])
    const findings = { addressExists: false, hadAccess: false, isThere: null }
    const another = { ...reported, findings, verdict }
    expect(toAssignmentStats(reported, another)).toEqual([{ ...decided, agrees: false }])
    expect(toAssignmentStats(another, another)).toEqual([])
    const answered = { flags: ['impossible_speed'], words: 'A flight.' } as const
    expect(toAssignmentStats(reported, { ...reported, verdict: { ...verdict, answered } })).toEqual([
      { ...decided, agrees: true, isOverFlags: true },
    ])
    const againstFinding = { reason: 'minor', explanation: 'A day.' } as const
    expect(toAssignmentStats(reported, { ...reported, verdict: { ...verdict, againstFinding } })).toEqual([
      { ...decided, agrees: true, against: 'minor' },
    ])
    const alone = { ...verdict, againstFinding, decisionFlags: ['approved_alone'] } as const
    expect(toAssignmentStats(reported, { ...reported, verdict: alone })).toEqual([
      { ...decided, agrees: true, against: 'minor', isAlone: true },
    ])
  })

  it('is not counted for people where nobody reported', () => {
    expect(toAssignmentStats(key, { ...key, verdict })).toEqual([])
  })

  it('is counted each time that it is given back or staged', () => {
    const once = { ...reported, returns: [{ at: now, by: 'reviewer-1', comment: '' }] }
    const twice = { ...once, returns: [...once.returns, { at: later, by: 'reviewer-2', comment: '' }] }
    expect(toAssignmentStats(reported, once)).toEqual([{ kind: 'returned', ...key, at: now, ...people }])
    expect(toAssignmentStats(once, twice)).toEqual([
      { kind: 'returned', ...key, at: later, agent: 'agent-1', reviewer: 'reviewer-2' },
    ])
    const staged = { ...reported, stagedDecision: { ...verdict, outcome: 'noAccess' as const } }
    expect(toAssignmentStats(reported, staged)).toEqual([{ kind: 'staged', ...key, at: later, ...people }])
    expect(toAssignmentStats(staged, staged)).toEqual([])
  })
})

it('counts a second visit for whoever made the first, once', () => {
  const open = { ...key, visitedBy: 'agent-1', agent: 'agent-2' } as never
  const made = { ...key, visitedBy: 'agent-1', agent: 'agent-2', reportedAt: later, agrees: false } as never
  expect(toAssignmentStats(undefined, open)).toEqual([])
  expect(toAssignmentStats(open, made)).toEqual([
    { kind: 'backChecked', ...key, at: later, agent: 'agent-1', agrees: false },
  ])
  expect(toAssignmentStats(made, made)).toEqual([])
})

it('counts a message that did not arrive, once, and none that did', () => {
  const link = { ...key, purpose: 'attest', number: 2, sentAt: now } as never as Parameters<
    typeof toLinkStats
  >[1]
  const unsent = { kind: 'unsent', ...key, at: now, purpose: 'attest', number: 2 }
  const failed = { ...link, message: 'undeliverable' } as const
  expect(toLinkStats(link, failed)).toEqual([unsent])
  expect(toLinkStats(failed, { ...failed, message: 'uncertain' })).toEqual([])
  expect(toLinkStats(link, { ...link, message: 'sent' })).toEqual([])
})
