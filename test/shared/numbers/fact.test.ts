import { describe, expect, it } from 'vitest'
import { endOf, type FactChange, factsOf } from '../../../shared/numbers/fact.ts'
import { addressVerification } from '../../support/verifications.ts'

const key = { organisationId: 1, mode: 'live', verificationId: 10 } as const
const now = '2026-11-20T12:00:00.000Z'
const later = '2026-11-21T14:30:00.000Z'
const minutes = (n: number): number => n * 60_000

const changeOf =
  <Kind extends FactChange['kind']>(kind: Kind) =>
  (before: object | undefined, after: object | undefined) =>
    factsOf({ kind, before, after } as FactChange)

describe('a verification', () => {
  const change = changeOf('verification')
  const accepted = addressVerification()
  const verified = { ...accepted, outcome: 'verified', price: 2500, updatedAt: later } as const
  const ended = {
    kind: 'ended',
    ...key,
    at: later,
    product: 'address',
    outcome: 'verified',
    price: 2500,
    tookMs: minutes(1590),
  }

  it('is ordered once', () => {
    expect(change(undefined, accepted)).toEqual([{ kind: 'ordered', ...key, at: now, product: 'address' }])
    expect(change(accepted, { ...accepted, publishedAt: later })).toEqual([])
  })

  it('ends once, with the time since its order', () => {
    expect(change(accepted, verified)).toEqual([ended])
    expect(change(verified, { ...verified, delayedAt: later })).toEqual([])
    expect(change(verified, { ...verified, outcome: 'noAccess', revision: 2 })).toEqual([])
    expect(endOf(verified)).toEqual([ended])
    expect(endOf(accepted)).toEqual([])
  })

  it('is late once, before its end, which knows of it', () => {
    const late = { ...accepted, delayedAt: now }
    expect(change(accepted, late)).toEqual([{ kind: 'delayed', ...key, at: now, product: 'address' }])
    expect(change(late, { ...late, updatedAt: 'later' })).toEqual([])
    expect(change(late, { ...verified, delayedAt: now })).toEqual([{ ...ended, isDelayed: true }])
  })

  it('comes to nothing when it is erased or deleted', () => {
    expect(change(accepted, { ...verified, erasedAt: later })).toEqual([])
    expect(endOf({ ...verified, erasedAt: later } as never)).toEqual([])
    expect(change(verified, undefined)).toEqual([])
  })
})

const change = changeOf('assignment')
const claimed = { ...key, product: 'address', agent: 'agent-1', lgaId: 2411, assignedAt: now }
const flags = [
  { code: 'impossible_speed', reason: '' },
  { code: 'position_unknown', reason: '' },
]
const reported = { ...claimed, reportedAt: later, flags }
const people = { agent: 'agent-1', reviewer: 'reviewer-1' }
const flagged = { strongFlags: 1, weakFlags: 1 }

describe('a report', () => {
  const report = { kind: 'reported', ...key, at: later, product: 'address', agent: 'agent-1' }

  it('is a fact each time that it comes, with the time since its order and its flags', () => {
    const first = { ...report, lgaId: 2411, tookMs: minutes(1590), ...flagged }
    expect(change(claimed, reported)).toEqual([first])
    const again = { ...reported, reportedAt: '2026-11-21T15:30:00.000Z', flags: [] }
    expect(change(reported, again)).toEqual([
      { ...first, at: again.reportedAt, tookMs: minutes(1650), strongFlags: 0, weakFlags: 0 },
    ])
    expect(change(reported, { ...reported, expiresAt: 1 })).toEqual([])
  })

  it('of a call is in no LGA', () => {
    expect(change(claimed, { ...reported, product: 'employment', lgaId: 0 })).toMatchObject([
      { kind: 'reported', product: 'employment', lgaId: 0 },
    ])
  })

  it('is none before it comes, or of work that was never opened', () => {
    expect(change(undefined, claimed)).toEqual([])
    expect(change(undefined, key)).toEqual([])
  })
})

describe('what a reviewer does', () => {
  const verdict = { outcome: 'verified', by: 'reviewer-1', at: '2026-11-21T15:00:00.000Z' } as const
  const decided = {
    kind: 'decided',
    ...key,
    at: verdict.at,
    ...people,
    found: null,
    outcome: 'verified',
    returns: 0,
    ...flagged,
    tookMs: minutes(30),
  }

  it('is a decision, once, with what was found and the time that the report waited', () => {
    expect(change(reported, { ...reported, verdict })).toEqual([decided])
    const findings = { addressExists: false, hadAccess: false, isThere: null }
    const another = { ...reported, findings, verdict }
    expect(change(reported, another)).toEqual([{ ...decided, found: 'invalidAddress' }])
    expect(change(another, another)).toEqual([])
    expect(change(key, { ...key, verdict })).toEqual([])
  })

  it('says what a decision answers, and why it is against what was found', () => {
    const withVerdict = (more: object) => change(reported, { ...reported, verdict: { ...verdict, ...more } })
    const answered = { flags: ['impossible_speed'], words: 'A flight.' }
    expect(withVerdict({ answered })).toEqual([{ ...decided, isOverFlags: true }])
    const againstFinding = { reason: 'minor', explanation: 'A day.' }
    expect(withVerdict({ againstFinding })).toEqual([{ ...decided, against: 'minor' }])
    expect(withVerdict({ againstFinding, decisionFlags: ['approved_alone'] })).toEqual([
      { ...decided, against: 'minor', isAlone: true },
    ])
  })

  it('is a return or a staged decision, each time', () => {
    const once = { ...reported, returns: [{ at: now, by: 'reviewer-1', comment: '' }] }
    const twice = { ...once, returns: [...once.returns, { at: later, by: 'reviewer-2', comment: '' }] }
    expect(change(reported, once)).toEqual([{ kind: 'returned', ...key, at: now, ...people }])
    expect(change(once, twice)).toEqual([
      { kind: 'returned', ...key, at: later, agent: 'agent-1', reviewer: 'reviewer-2' },
    ])
    expect(change(twice, { ...twice, verdict })).toEqual([{ ...decided, returns: 2 }])
    const staged = { ...reported, stagedDecision: { ...verdict, outcome: 'noAccess' } }
    expect(change(reported, staged)).toEqual([{ kind: 'staged', ...key, at: verdict.at, ...people }])
    expect(change(staged, staged)).toEqual([])
  })
})

it('says of a second visit that it was made, and, to whoever made the first, whether it agrees, once', () => {
  const open = { ...claimed, agent: 'agent-2', visitedBy: 'agent-1', backCheckOf: 7 }
  const findings = { addressExists: true, hadAccess: true, isThere: false }
  const made = { ...open, reportedAt: later, findings, agrees: false }
  expect(change(undefined, open)).toEqual([])
  expect(change(open, made)).toMatchObject([
    { kind: 'reported', agent: 'agent-2', isBackCheck: true },
    { kind: 'backChecked', at: later, agent: 'agent-1', outcome: 'notInResidence', agrees: false },
  ])
  expect(change(made, { ...made, expiresAt: 1 })).toEqual([])
})

it('says of a look-up that waits for its registry when it was ordered', () => {
  const late = { ...key, verificationId: 892_271_001_604_096, product: 'nin' }
  const ordered = { kind: 'ordered', ...key, verificationId: late.verificationId, product: 'nin' }
  const change = changeOf('late-lookup')
  expect(change(undefined, late)).toEqual([{ ...ordered, at: '2026-11-26T07:00:00.001Z' }])
  expect(change(late, late)).toEqual([])
})

it('says of a message that did not arrive, once, and of none that did', () => {
  const change = changeOf('link')
  const link = { ...key, purpose: 'attest', number: 2, sentAt: now }
  const unsent = { kind: 'unsent', ...key, at: now, purpose: 'attest', number: 2 }
  const failed = { ...link, message: 'undeliverable' }
  expect(change(link, failed)).toEqual([unsent])
  expect(change(failed, { ...failed, message: 'uncertain' })).toEqual([])
  expect(change(link, { ...link, message: 'sent' })).toEqual([])
})
