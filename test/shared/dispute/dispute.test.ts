import { describe, expect, it } from 'vitest'
import { type Assignment, parseAssignmentId, toAssignmentId } from '../../../shared/assignment/assignment.ts'
import type { Party } from '../../../shared/assignment/contract.ts'
import { parseObjection } from '../../../shared/dispute/applicant-page.tsx'
import {
  applicantViewOf,
  buildDisputeWork,
  type DisputeWork,
  disputeStateOf,
  findDisputeRefusal,
  sameObjection,
} from '../../../shared/dispute/dispute.ts'
import { decidedOutcomes, type Outcome } from '../../../shared/verification/contract/outcome.ts'

import { maxRevisions, type Verification } from '../../../shared/verification/verification.ts'
import { addressVerification } from '../../support/verifications.ts'

const endedAt = '2026-11-20T12:00:00.000Z'
const days = 30
const lastMs = Date.parse('2026-12-20T11:59:59.999Z')
const overMs = lastMs + 1
const ended = (changes: Partial<Verification> = {}): Verification =>
  ({ ...addressVerification({}, { now: endedAt }), outcome: 'verified', ...changes }) as Verification

const objected = { by: 'customer', ground: 'other', reason: 'No.', nowMs: lastMs } as const
const nothing = { assignment: undefined, disputes: [] }
const open = buildDisputeWork(ended(), nothing, objected, 3600)
const verdict = { outcome: 'verified', by: 'reviewer-2', at: '2026-12-20T12:00:00.000Z' } as const
const upheld: DisputeWork = { ...open, status: 'decided', verdict }
const revised: DisputeWork = { ...upheld, verdict: { ...verdict, outcome: 'noAccess' } }
const second = ended({ revision: 2, outcome: 'noAccess' })

const why = (
  party: Party,
  { verification = ended(), disputes = [] as readonly DisputeWork[], nowMs = lastMs } = {},
) => findDisputeRefusal({ verification, disputes, nowMs, days }, party)?.code

describe('who may object', () => {
  it.each(Object.keys(decidedOutcomes) as Outcome[])('each party, once it was decided as %s', outcome => {
    expect(why('customer', { verification: ended({ outcome }) })).toBeUndefined()
    expect(why('applicant', { verification: ended({ outcome }) })).toBeUndefined()
  })

  it('nobody before, nor to an end that nobody decided', () => {
    expect(why('customer', { verification: ended({ outcome: 'accepted' }) })).toBe('not_final')
    expect(why('customer', { verification: ended({ outcome: 'expired' }) })).toBe('not_disputable')
    expect(why('applicant', { verification: ended({ outcome: 'cancelled' }) })).toBe('not_disputable')
  })

  it('until the last millisecond of its days', () => {
    expect(why('customer', { nowMs: lastMs })).toBeUndefined()
    expect(why('customer', { nowMs: overMs })).toBe('dispute_over')
    // A back-check may be made late.
    expect(why('operator', { nowMs: overMs })).toBeUndefined()
  })

  it('one at a time, each once to a revision, and to the next one anew', () => {
    expect(why('applicant', { disputes: [open] })).toBe('already_disputed')
    expect(why('customer', { disputes: [upheld] })).toBe('already_disputed')
    expect(why('applicant', { disputes: [upheld] })).toBeUndefined()
    expect(why('customer', { verification: second, disputes: [revised] })).toBeUndefined()
  })

  it('not without an end', () => {
    expect(why('customer', { verification: ended({ revision: maxRevisions }) })).toBe('not_disputable')
    expect(why('customer', { verification: ended({ revision: maxRevisions - 1 }) })).toBeUndefined()
  })
})

describe('an objection', () => {
  it('is the same where party, ground, words and revision are, or the request came before', () => {
    const seen = { verification: ended(), disputes: [upheld], nowMs: lastMs, days }
    expect(sameObjection(seen, objected)).toBe(upheld)
    expect(sameObjection(seen, { ...objected, reason: 'Yes.' })).toBeUndefined()
    expect(sameObjection(seen, { ...objected, by: 'applicant' })).toBeUndefined()
    const later = { ...seen, verification: second, disputes: [revised] }
    expect(sameObjection(later, objected)).toBeUndefined()
    expect(sameObjection(later, { ...objected, isRepeat: true })).toBe(revised)
  })

  it('is work for somebody else than all who decided, asked for it or confirmed it so far', () => {
    const by = (name: string) => ({ outcome: 'verified', by: name, at: endedAt }) as const
    const assignment = { agent: 'agent-1', stagedDecision: by('b'), verdict: by('c') } as Assignment
    const before = { assignment, disputes: [{ ...upheld, stagedDecision: by('d') }] }
    const made = buildDisputeWork(ended({ decidedBy: 'c' }), before, objected, 3600)
    expect(made.tookPart).toEqual(['c', 'b', 'reviewer-2', 'd'])
    expect([made.dispute, made.agent, made.status, made.dueAt]).toEqual([
      2,
      'agent-1',
      'reported',
      '2026-12-20T12:59:59.999Z',
    ])
  })

  it('is open, upheld or revised', () => {
    expect([open, upheld, revised].map(disputeStateOf)).toEqual(['open', 'upheld', 'revised'])
  })

  it('has a name among assignments that leads to it', () => {
    const { organisationId, mode, verificationId } = open
    const id = toAssignmentId(open)
    expect(id).toBe('1-10-d1')
    const key = { organisationId, mode, verificationId }
    expect(parseAssignmentId(id, mode)).toEqual({ ...key, dispute: 1 })
    expect(parseAssignmentId('1-10', mode)).toEqual(key)
  })
})

describe('what an applicant sees of how it ended', () => {
  const see = (
    disputes: readonly DisputeWork[],
    { nowMs = lastMs, verification = ended() }: { nowMs?: number; verification?: Verification } = {},
  ) => applicantViewOf({ verification, disputes, nowMs, days })
  const until = '2026-12-20T12:00:00.000Z'

  it('the decision while they may object, and nothing after', () => {
    expect(see([])).toEqual({ state: 'decided', mayObject: true, until })
    expect(see([], { nowMs: overMs })).toBeUndefined()
    expect(see([], { verification: ended({ outcome: 'cancelled' }) })).toBeUndefined()
  })

  it('that somebody looks at it, whoever objected and however long it takes', () => {
    const seen = { state: 'open', mayObject: false, until: open.dueAt }
    expect(see([open], { nowMs: overMs })).toEqual(seen)
  })

  it('what came of it, for as many days', () => {
    const own: DisputeWork = { ...upheld, objection: { ...upheld.objection, by: 'applicant' } }
    expect(see([upheld])).toEqual({ state: 'upheld', mayObject: true, until })
    expect(see([own])).toEqual({ state: 'upheld', mayObject: false, until })
    expect(see([own], { nowMs: Date.parse('2027-01-19T11:59:59.999Z') })).toBeDefined()
    expect(see([own], { nowMs: Date.parse('2027-01-19T12:00:00.000Z') })).toBeUndefined()
  })
})

it('a form is read with its lines as one, and says what is bad of it', () => {
  expect(parseObjection({ ground: 'other', reason: ' One\r\n two ' })).toEqual({
    kind: 'filled',
    value: { ground: 'other', reason: 'One two' },
  })
  const wrong = { ground: expect.any(String), reason: expect.any(String) }
  expect(parseObjection({ reason: ' ' })).toMatchObject({ kind: 'wrong', wrong })
  expect(parseObjection({ ground: 'spite', reason: 'x'.repeat(1001) })).toMatchObject({
    kind: 'wrong',
    wrong,
  })
})
