import { describe, expect, it } from 'vitest'
import {
  type Assignment,
  parseAssignmentId,
  toAssignmentId,
} from '../../../shared/work/assignment/assignment.ts'
import { parseObjection } from '../../../shared/dispute/applicant-page.tsx'
import {
  applicantViewOf,
  buildDisputeWork,
  type DisputeWork,
  disputeStateOf,
  findDisputeRefusal,
  sameObjection,
  toDispute,
  toRecordDispute,
  toRevision,
} from '../../../shared/dispute/dispute.ts'
import type { Party } from '../../../shared/verification/contract/dispute.ts'
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

  it('and who may not is told why', () => {
    const detail = (
      party: Party,
      verification: Verification,
      disputes: readonly DisputeWork[] = [],
      at = lastMs,
    ) => findDisputeRefusal({ verification, disputes, nowMs: at, days }, party)?.detail
    expect(detail('customer', ended({ outcome: 'accepted' }))).toBe('Nobody has decided it yet.')
    expect(detail('customer', ended({ outcome: 'expired' }))).toMatch(/^\S.* Nobody decided that\.$/)
    expect(detail('applicant', ended(), [open])).toBe('The customer has, and somebody is looking at it.')
    expect(detail('customer', ended(), [upheld])).toBe('You have, and the decision was upheld.')
    const last = ended({ revision: maxRevisions })
    expect(detail('customer', last)).toBe('It was decided 4 times; this decision is final.')
    expect(detail('customer', ended(), [], overMs)).toBe(
      'It could be disputed until 2026-12-20T12:00:00.000Z.',
    )
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
    expect(sameObjection(seen, { ...objected, ground: 'name_mismatch' as never })).toBeUndefined()
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

  it('keeps who else had a part in it, and nobody twice', () => {
    const make = (
      more: readonly string[] | undefined,
      before = nothing as Parameters<typeof buildDisputeWork>[1],
    ) => buildDisputeWork(ended(), before, { ...objected, ...(more && { tookPart: more }) }, 3600).tookPart
    expect(make(undefined)).toEqual([])
    expect(make(['agent-1'])).toEqual(['agent-1'])
    const earlier = { ...open, tookPart: ['agent-9'] }
    expect(make(undefined, { assignment: undefined, disputes: [earlier] })).toEqual(['agent-9'])
    expect(make(undefined, { assignment: {} as Assignment, disputes: [] })).toEqual([])
  })

  it('takes over what was reported, or what the record says where nobody did', () => {
    const report = { submittedAt: '2026-11-20T10:00:00.000Z' } as never
    const assignment = { claimedAt: '2026-11-20T08:00:00.000Z', reportedAt: '2026-11-20T09:00:00.000Z' }
    const made = (of: Partial<Verification>, work?: object) => {
      const before = { assignment: work as Assignment | undefined, disputes: [] }
      const { agent, claimedAt, reportedAt } = buildDisputeWork(ended(of), before, objected, 3600)
      return [agent, claimedAt, reportedAt]
    }
    const { requestedAt, updatedAt } = ended({ updatedAt: '2026-11-20T11:00:00.000Z' })
    expect(made({ updatedAt })).toEqual(['service', requestedAt, updatedAt])
    expect(made({ updatedAt, report })).toEqual(['service', requestedAt, '2026-11-20T10:00:00.000Z'])
    expect(made({ updatedAt, report }, assignment)).toEqual([
      'service',
      '2026-11-20T08:00:00.000Z',
      '2026-11-20T09:00:00.000Z',
    ])
  })

  it('has before it what was said to the flags in the decision that stands', () => {
    const saying = (words: string) => ({ ...verdict, answered: { flags: [], words } })
    const assignment = { verdict: saying('first') } as unknown as Assignment
    const said = (disputes: readonly DisputeWork[]) =>
      buildDisputeWork(ended(), { assignment, disputes }, objected, 3600).objection.flagsAnswer
    const revisedBy = { ...revised, verdict: { ...saying('second'), outcome: 'noAccess' as const } }
    expect(said([])).toBe('first')
    expect(said([{ ...upheld, verdict: saying('upheld') }])).toBe('first')
    expect(said([revisedBy, { ...upheld, verdict: saying('upheld') }])).toBe('second')
    expect(open.objection.flagsAnswer).toBeUndefined()
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

describe('what a customer sees', () => {
  it('of a dispute: its own words, and what came of it', () => {
    const raisedAt = '2026-12-20T11:59:59.999Z'
    const stated = { number: 1, revision: 1, raisedBy: 'customer', ground: 'other', raisedAt }
    const dueAt = '2026-12-20T12:59:59.999Z'
    expect(toDispute(open)).toEqual({ ...stated, dueAt, reason: 'No.', state: 'open' })
    const remarked = { ...revised, verdict: { ...revised.verdict!, adminComment: 'Looked at again.' } }
    expect(toDispute(remarked)).toEqual({
      ...stated,
      dueAt,
      reason: 'No.',
      state: 'revised',
      concludedAt: '2026-12-20T12:00:00.000Z',
      remark: 'Looked at again.',
    })
  })

  it('of an applicant’s dispute: that there is one, and not what they wrote', () => {
    const theirs = { ...open, objection: { ...open.objection, by: 'applicant' as const } }
    expect(toDispute(theirs)).toMatchObject({ raisedBy: 'applicant', reason: null })
  })

  it('of a revision: the dispute that led to it, and where its receipt is', () => {
    const first = { number: 1, decidedAt: endedAt, receipt: '/v1/addresses/10/receipt?revision=1' }
    expect(toRevision(ended(), [upheld])).toMatchObject({ ...first, dispute: undefined })
    const other = { ...revised, dispute: 2, objection: { ...revised.objection, revision: 2 } }
    expect(toRevision(second, [{ ...upheld, dispute: 3 }, other, revised])).toEqual({
      number: 2,
      status: { state: 'COMPLETE', status: 'NO_ACCESS', subStatus: 'CANNOT ACCESS ADDRESS' },
      decidedAt: endedAt,
      dispute: 1,
      receipt: '/v1/addresses/10/receipt?revision=2',
    })
    expect(toRevision(second, [])).toMatchObject({ dispute: undefined })
  })
})

it('the record says of its latest dispute who raised it when, until when it takes, and how it ended', () => {
  const raised = {
    number: 1,
    raisedBy: 'customer',
    raisedAt: new Date(lastMs).toISOString(),
    dueAt: open.dueAt,
  }
  expect(toRecordDispute(open)).toEqual({ ...raised, state: 'open' })
  expect(toRecordDispute(upheld)).toEqual({ ...raised, state: 'upheld', concludedAt: verdict.at })
  expect(toRecordDispute(revised)).toEqual({ ...raised, state: 'revised', concludedAt: verdict.at })
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
