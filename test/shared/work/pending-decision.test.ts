import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { stages } from '../../../infra/stages.ts'
import type { Caller } from '../../../shared/account/caller.ts'
import { toAssignmentId } from '../../../shared/assignment/assignment.ts'
import { claimWithoutLimit } from '../../../shared/assignment/claim-store.ts'
import { findWorkKeys } from '../../../shared/assignment/back-check-store.ts'
import { expireVerification } from '../../../shared/assignment/deadline.ts'
import { fileReport, type ReportInput } from '../../../shared/assignment/report-store.ts'
import { closeAssignment, findAssignment, openAssignment } from '../../../shared/assignment/store.ts'
import { effectsOfPendingDecision } from '../../../shared/outbox/effect.ts'
import { reconcile } from '../../../shared/outbox/reconcile.ts'
import { Problem } from '../../../shared/http/contract/problem.ts'
import { toAssignmentStats } from '../../../shared/stats/entry.ts'
import { database } from '../../../shared/table/driver.ts'
import { assignmentKey } from '../../../shared/table/keys.ts'
import { toVerificationKey, type VerificationKey } from '../../../shared/table/tenant.ts'
import { eventsIn } from '../../../shared/trail/entry.ts'
import { readTrail } from '../../../shared/trail/read-store.ts'
import { toAddressResponse } from '../../../shared/verification/record.ts'
import { acceptVerification, findVerification } from '../../../shared/verification/store.ts'
import { transitionVerification } from '../../../shared/verification/transition-store.ts'
import type { AddressVerification } from '../../../shared/verification/verification.ts'
import { toReviewItem } from '../../../shared/work/assignment-response.ts'
import { claimWork } from '../../../shared/work/claim.ts'
import type { DecideRequest, FileReport } from '../../../shared/assignment/contract.ts'
import { submitReport } from '../../../shared/work/file-report.ts'
import { carryOutDecision, takeBackDecision } from '../../../shared/work/pending-decision.ts'
import { answersIn, decideReport } from '../../../shared/work/review.ts'
import { type RecordedTable, startRecordedTable } from '../../support/recorded-table.ts'
import { address } from '../../support/reports.ts'
import { addressVerification, drawIds } from '../../support/verifications.ts'
import { type AwsEndpoint, type MessageEntry, openAwsEndpoint, storedMessages } from '../aws/endpoint.ts'

/*
 * A decision at the desk holds ten seconds later, unless its reviewer takes it back: every order in which its writes, its
 * message, other people and time can come, by a clock of the test's own.
 */

let table: RecordedTable
let aws: AwsEndpoint
const organisationId = 41
const orderedMs = Date.parse('2026-11-20T08:00:00.000Z')
const decidedMs = Date.parse('2026-11-20T12:00:00.000Z')
const holdsMs = decidedMs + 10_000
const timeOf = (ms: number) => new Date(ms).toISOString()

const withFieldwork = (changes: object) => {
  process.env.FIELDWORK_LIMITS = JSON.stringify({
    ...stages.prod.fieldwork,
    backCheckShare: 0,
    ...changes,
  })
}

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  table = await startRecordedTable()
  aws = await openAwsEndpoint()
  Object.assign(process.env, {
    STAGE: 'local',
    PRICES: JSON.stringify(stages.prod.prices),
    DECISIONS_QUEUE_URL: `${aws.url}/1/decisions`,
    RECONCILIATIONS_QUEUE_URL: `${aws.url}/1/reconciliations`,
    VERIFICATION_EXPIRY_SECONDS: `${14 * 24 * 3600}`,
  })
})
afterAll(async () => {
  await table[Symbol.asyncDispose]()
})
beforeEach(() => {
  withFieldwork({})
  aws.answer(({ body }) => storedMessages(body.Entries))
})

const draw = drawIds(orderedMs)

const visited = {
  report: { ...address().report!, submittedAt: timeOf(orderedMs) },
  findings: { addressExists: true, hadAccess: true, isThere: true },
}

const inSample = { lots: { isSampled: true, isBackCheckSampled: false } }

const agent = { clientId: 'agent-1', organisationId: 0, mode: 'live', scopes: ['operations.agent'] } as const

/** A visit that its agent has claimed. */
const claimed = async () => {
  const verificationId = draw()
  const key = { organisationId, mode: 'live', verificationId } as const
  const at = timeOf(orderedMs)
  const order = { street: `${verificationId} Pending Street` }
  const verification = addressVerification(order, { ...key, id: verificationId, now: at })
  await acceptVerification(verification, orderedMs)
  await openAssignment(key, verification, { taskToken: 'token', at, dueAt: at, isListed: true })
  await claimWithoutLimit((await findAssignment(key))!, { by: 'agent-1', at, until: timeOf(decidedMs) })
  return { key, id: toAssignmentId(key) }
}

const file = (id: string, nowMs = orderedMs + 1) => {
  const body = { visit: { findings: visited.findings } } as FileReport
  return submitReport({ caller: agent, id, body, nowMs }, () => Promise.resolve(false))
}

/** A visit that found the applicant, reported. */
const reported = async (changes: Partial<ReportInput> = {}) => {
  const { key, id } = await claimed()
  await fileReport((await findAssignment(key))!, { by: 'agent-1', ...visited, ...changes })
  return { key, id }
}

const personNamed = (clientId: string): Caller => ({
  clientId,
  organisationId: 0,
  mode: 'live',
  scopes: ['operations.reviewer'],
  isPerson: true,
})
const reviewer = personNamed('reviewer-1')
const other = personNamed('reviewer-2')
const { isPerson: _isPerson, ...client } = personNamed('a-client')

const strong = { code: 'impossible_speed', reason: 'A test.' }
const approve: DecideRequest = { decision: 'approve', adminComment: 'Seen.' } as DecideRequest
/** What `file` reports has no photo and no position, which are strong flags. */
const approveNevertheless: DecideRequest = {
  ...approve,
  flagsAnswer: 'A neighbour knows her.',
} as DecideRequest
const reject = {
  decision: 'reject',
  reason: 'FAILED - NOT IN RESIDENCE',
  againstFinding: { reason: 'evidence', explanation: 'The photos show another house.' },
} as DecideRequest

const decideAt = (id: string, nowMs = decidedMs, body = approve, caller: Caller = reviewer) =>
  decideReport({ caller, id, body, nowMs })

/** As its message comes. */
const carryOut = (key: VerificationKey, nowMs = holdsMs, holdsAt = timeOf(holdsMs)) =>
  carryOutDecision({ ...key, holdsAt }, decideReport, nowMs)

const outcomeOf = async ({ verificationId, ...tenant }: VerificationKey) =>
  (await findVerification(tenant, verificationId, decidedMs))!.outcome

/** What the trail says after the report. */
const trailOf = async (key: VerificationKey) =>
  eventsIn(await readTrail(key, decidedMs))
    .filter(({ what }) => !['claimed', 'reported', 'reviewing', 'viewed'].includes(what))
    .map(({ what, by }) => `${what} ${by}`)

const refusal = (code: string, detail?: string) =>
  expect.objectContaining({ code, ...(detail !== undefined && { message: detail }) })

const pendingWords = `A reviewer decided it. The decision holds from ${timeOf(holdsMs)}.`

describe('a decision at the desk', () => {
  it('changes nothing until it holds, and is decided then, once', async () => {
    const { key, id } = await reported()
    const holdsAt = timeOf(holdsMs)
    const pending = { status: 202, body: { id, way: 'reported', isStaged: false, status: null, holdsAt } }
    expect(await decideAt(id)).toEqual(pending)
    expect(await decideAt(id, decidedMs + 3000), 'the same once more').toEqual(pending)
    expect(await outcomeOf(key)).toBe('accepted')
    expect(await findAssignment(key)).toMatchObject({ status: 'reported', decisionHoldsAt: holdsAt })
    // A queue may bring a message twice, at the same time and much later.
    await Promise.allSettled([carryOut(key), carryOut(key, holdsMs + 1), carryOut(key, holdsMs + 2)])
    await carryOut(key, holdsMs + 3_600_000)
    expect(await outcomeOf(key)).toBe('verified')
    const decided = (await findAssignment(key))!
    expect(decided).toMatchObject({ status: 'decided', verdict: { by: 'reviewer-1', adminComment: 'Seen.' } })
    expect(decided).not.toHaveProperty('pendingDecision')
    expect(decided).not.toHaveProperty('decisionHoldsAt')
    expect(decided).not.toHaveProperty('gsi2pk')
    expect(await trailOf(key)).toEqual(['decisionPending reviewer-1', 'decided reviewer-1'])
  })

  it('is taken back in time: it was never there, but for the trail, and its message comes to nothing', async () => {
    const { key, id } = await reported()
    await decideAt(id)
    await takeBackDecision({ caller: reviewer, id, nowMs: holdsMs - 1 })
    await takeBackDecision({ caller: reviewer, id, nowMs: holdsMs - 1 })
    await carryOut(key)
    expect(await outcomeOf(key)).toBe('accepted')
    const waiting = (await findAssignment(key))!
    expect(waiting).toMatchObject({ status: 'reported', reviewer: 'reviewer-1' })
    expect(waiting).not.toHaveProperty('pendingDecision')
    expect(waiting).not.toHaveProperty('gsi2pk')
    expect(await trailOf(key)).toEqual(['decisionPending reviewer-1', 'decisionTakenBack reviewer-1'])
    // They have it again, and decide otherwise: the first message, which comes late, does not carry out the second.
    await decideAt(id, holdsMs + 1000, reject)
    await carryOut(key, holdsMs + 2000)
    expect(await outcomeOf(key)).toBe('accepted')
    await carryOut(key, holdsMs + 11_000, timeOf(holdsMs + 11_000))
    expect(await outcomeOf(key)).toBe('notInResidence')
  })

  it('cannot be taken back once it holds, carried out or not', async () => {
    const { key, id } = await reported()
    await decideAt(id)
    const late = takeBackDecision({ caller: reviewer, id, nowMs: holdsMs })
    await expect(late).rejects.toEqual(
      refusal('already_decided', `The time to take it back ended at ${timeOf(holdsMs)}.`),
    )
    await carryOut(key)
    const later = takeBackDecision({ caller: reviewer, id, nowMs: holdsMs + 1 })
    await expect(later).rejects.toEqual(refusal('already_decided'))
    expect(await outcomeOf(key)).toBe('verified')
  })

  it('is one of the two where taking back and its message meet', async () => {
    for (let round = 0; round < 10; round++) {
      const { key, id } = await reported()
      await decideAt(id)
      const [back] = await Promise.allSettled([
        takeBackDecision({ caller: reviewer, id, nowMs: holdsMs - 1 }),
        carryOut(key),
      ])
      await carryOut(key)
      const isBack = back.status === 'fulfilled'
      expect(await outcomeOf(key)).toBe(isBack ? 'accepted' : 'verified')
      const last = isBack ? 'decisionTakenBack reviewer-1' : 'decided reviewer-1'
      expect(await trailOf(key)).toEqual(['decisionPending reviewer-1', last])
    }
  })

  it('keeps everybody else out: reviewers, clients, and who decided it from another page', async () => {
    const { key, id } = await reported()
    await decideAt(id)
    const nowMs = decidedMs + 1000
    for (const caller of [reviewer, other, client]) {
      const claimed = claimWork({ caller, id, nowMs })
      await expect(claimed).rejects.toEqual(refusal('already_decided', pendingWords))
      const decided = decideAt(id, nowMs, reject, caller)
      await expect(decided).rejects.toEqual(refusal('already_decided', pendingWords))
    }
    const back = takeBackDecision({ caller: other, id, nowMs })
    await expect(back).rejects.toEqual(refusal('already_decided', pendingWords))
    await carryOut(key)
    expect(await outcomeOf(key)).toBe('verified')
  })

  it('is one of two that come at once', async () => {
    const { key, id } = await reported()
    const both = await Promise.allSettled([decideAt(id), decideAt(id, decidedMs + 1, reject, other)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await trailOf(key)).length).toBe(1)
  })

  it('is stored once where the answer of its write was lost', async () => {
    const { key, id } = await reported()
    table.loseNextAnswer()
    expect(await decideAt(id)).toMatchObject({ status: 202, body: { holdsAt: timeOf(holdsMs) } })
    expect(await trailOf(key)).toEqual(['decisionPending reviewer-1'])
  })

  it('holds at once for a client with a token, and where the stage gives no time', async () => {
    const byClient = await reported()
    const status = { status: 'VERIFIED', subStatus: 'VERIFIED', state: 'COMPLETE' }
    const decided = { way: 'decided', isStaged: false, status, holdsAt: null }
    expect(await decideAt(byClient.id, decidedMs, approve, client)).toEqual({
      status: 200,
      body: { id: byClient.id, ...decided },
    })
    withFieldwork({ takeBackSeconds: 0 })
    const atOnce = await reported()
    expect(await decideAt(atOnce.id)).toEqual({ status: 200, body: { id: atOnce.id, ...decided } })
    expect(await outcomeOf(atOnce.key)).toBe('verified')
  })
})

describe('a decision that needs a second reviewer', () => {
  beforeEach(() => withFieldwork({ fourEyes: true }))

  it('waits for them once it holds, and theirs can be taken back, too', async () => {
    const { key, id } = await reported()
    expect(await decideAt(id, decidedMs, reject)).toMatchObject({ status: 202, body: { isStaged: true } })
    expect(await findAssignment(key)).not.toHaveProperty('stagedDecision')
    await carryOut(key)
    expect(await findAssignment(key)).toMatchObject({ stagedDecision: { by: 'reviewer-1' } })
    expect(await findAssignment(key)).not.toHaveProperty('gsi2pk')
    const second = holdsMs + 1000
    await decideAt(id, second, reject, other)
    await takeBackDecision({ caller: other, id, nowMs: second + 1 })
    expect(await findAssignment(key)).toMatchObject({ stagedDecision: { by: 'reviewer-1' } })
    await decideAt(id, second + 2, reject, other)
    await carryOut(key, second + 10_002, timeOf(second + 10_002))
    expect(await outcomeOf(key)).toBe('notInResidence')
    expect(await trailOf(key)).toEqual([
      'decisionPending reviewer-1',
      'staged reviewer-1',
      'decisionPending reviewer-2',
      'decisionTakenBack reviewer-2',
      'decisionPending reviewer-2',
      'decided reviewer-2',
    ])
  })
})

describe('an approval that needs a second reviewer', () => {
  const noResident = { ...visited.findings, isThere: false }
  const against = { reason: 'evidence', explanation: 'Her neighbour was asked.' } as const
  const contested = { ...approve, againstFinding: against } as DecideRequest
  const staged = { status: 202, body: { way: 'reported', isStaged: true } }
  const decided = { status: 200, body: { way: 'decided', status: { subStatus: 'VERIFIED' } } }
  /** A client's decision holds at once. */
  const decideNow = (id: string, body: DecideRequest, clientId: string) =>
    decideAt(id, decidedMs, body, { ...client, clientId })

  it.each([
    ['in the sample', inSample, approve],
    ['against what was found', { findings: noResident }, contested],
  ])(
    '%s: the first is staged, the same person cannot confirm it, another one does',
    async (_, filed, body) => {
      withFieldwork({ fourEyes: true })
      const { key, id } = await reported(filed)
      expect(await decideNow(id, body, 'first')).toMatchObject(staged)
      await expect(decideNow(id, body, 'first')).rejects.toEqual(refusal('second_reviewer_needed'))
      expect(await outcomeOf(key)).toBe('accepted')
      expect(await decideNow(id, body, 'second')).toMatchObject(decided)
      expect(await outcomeOf(key)).toBe('verified')
      expect(await trailOf(key)).toEqual(['staged first', 'decided second'])
      expect((await findVerification(key, key.verificationId, decidedMs))!.decisionFlags).toBeUndefined()
    },
  )

  it('may be rejected by the second, which a third confirms', async () => {
    withFieldwork({ fourEyes: true })
    const { key, id } = await reported(inSample)
    await decideNow(id, approve, 'first')
    expect(await decideNow(id, reject, 'second')).toMatchObject(staged)
    expect(await decideNow(id, reject, 'third')).toMatchObject({ status: 200 })
    expect(await outcomeOf(key)).toBe('notInResidence')
  })

  it.each([
    ['with four eyes, neither in the sample nor against the finding', { fourEyes: true }, {}, approve],
    ['without four eyes, against the finding', { fourEyes: false }, { findings: noResident }, contested],
  ])('is none %s', async (_, settings, filed, body) => {
    withFieldwork(settings)
    const { id } = await reported(filed)
    expect(await decideNow(id, body, 'first')).toMatchObject(decided)
  })

  describe('without four eyes, against what was found', () => {
    const approvedAlone = async () => {
      withFieldwork({ fourEyes: false })
      const { key, id } = await reported({ findings: noResident })
      expect(await decideNow(id, contested, 'first')).toMatchObject(decided)
      return { key, verification: (await findVerification(key, key.verificationId, decidedMs))! }
    }
    const flag = {
      code: 'approved_alone',
      weight: 'strong',
      reason: 'Approved against what was found, and no second reviewer confirmed it.',
    }

    it('holds at once, with a strong flag in the record, the trail and the statistics', async () => {
      const { key, verification } = await approvedAlone()
      expect(toAddressResponse(verification as AddressVerification, photo => photo).flags).toEqual([flag])
      const ends = eventsIn(await readTrail(key, decidedMs)).filter(({ what }) => what === 'decided')
      expect(ends.map(({ facts }) => facts)).toEqual([
        { outcome: 'verified', againstFinding: 'evidence', decisionFlags: 'approved_alone' },
      ])
      const assignment = (await findAssignment(key))!
      expect(toAssignmentStats({ ...assignment, verdict: undefined } as never, assignment)).toMatchObject([
        { kind: 'decided', isApproved: true, against: 'evidence', isAlone: true },
      ])
    })

    it('is shown to a reviewer like a flag of the visit, and answered by whoever upholds it, which raises none', async () => {
      const { key, verification } = await approvedAlone()
      const assignment = (await findAssignment(key))!
      const task = { assignment: { ...assignment, flags: [strong] } as typeof assignment, verification }
      const { waiting } = toReviewItem(task, { worker: 'second', nowMs: decidedMs })
      expect(waiting).toMatchObject({ flags: 2, strongFlags: 2 })
      expect(() => answersIn(task, 'verified', contested)).toThrow(Problem)
      const answers = answersIn(task, 'verified', { ...contested, flagsAnswer: 'Seen again.' })
      expect(answers).toEqual({
        answered: { flags: ['approved_alone', 'impossible_speed'], words: 'Seen again.' },
        againstFinding: against,
      })
    })

    it.each([
      ['an approval that agrees', {}, approve],
      ['a rejection', {}, reject],
    ])('is no %s', async (_, filed, body) => {
      withFieldwork({ fourEyes: false })
      const { key, id } = await reported(filed)
      await decideNow(id, body, 'first')
      expect((await findVerification(key, key.verificationId, decidedMs))!.decisionFlags).toBeUndefined()
    })
  })

  it('stays in the sample where its report is returned', async () => {
    withFieldwork({ fourEyes: true, secondReviewShare: 0 })
    const { key, id } = await reported(inSample)
    await decideNow(id, { decision: 'return', comment: 'Which gate?' } as DecideRequest, 'first')
    await file(id, decidedMs + 1)
    expect(await decideNow(id, approveNevertheless, 'first')).toMatchObject(staged)
    expect((await findAssignment(key))!.isSampled).toBe(true)
  })
})

describe('the lots of a visit', () => {
  const share = (part: number) =>
    withFieldwork({ fourEyes: true, secondReviewShare: part, backCheckShare: part, takeBackSeconds: 0 })
  const giveBack = { decision: 'return', comment: 'Which gate?' } as DecideRequest
  const lotsOf = async (key: VerificationKey) => {
    const { isSampled, isBackCheckSampled } = (await findAssignment(key))!
    return [isSampled, isBackCheckSampled]
  }
  const backChecksOf = async (key: VerificationKey) => (await findWorkKeys(key)).length - 1

  it.each([
    ['every', 1, true],
    ['no', 0, false],
  ])(
    'are drawn when it is first reported, and no decision draws another: %s visit',
    async (_, part, drawn) => {
      share(part)
      const { key, id } = await claimed()
      await file(id)
      expect(await lotsOf(key)).toEqual([drawn, drawn])
      // Whatever a stage draws from now on.
      share(1 - part)
      await decideAt(id, decidedMs, giveBack)
      await file(id, decidedMs + 1)
      expect(await lotsOf(key)).toEqual([drawn, drawn])
      for (const by of drawn ? ['first', 'second', 'second'] : ['first', 'first'])
        await decideAt(id, decidedMs + 2, approveNevertheless, personNamed(by))
      expect(await outcomeOf(key)).toBe('verified')
      expect(await backChecksOf(key)).toBe(drawn ? 1 : 0)
    },
  )

  it('make one back-check of a decision that is carried out often', async () => {
    share(1)
    const { key, id } = await claimed()
    await file(id)
    withFieldwork({ backCheckShare: 0.5 })
    await decideAt(id, decidedMs, approveNevertheless)
    await Promise.allSettled([1, 2, 3].map(ms => carryOut(key, holdsMs + ms)))
    await carryOut(key, holdsMs + 3_600_000)
    expect([await outcomeOf(key), await backChecksOf(key)]).toEqual(['verified', 1])
  })
})

it('returns the report to its agent once that holds', async () => {
  const { key, id } = await reported()
  const back = { decision: 'return', comment: 'Which gate?' } as DecideRequest
  expect(await decideAt(id, decidedMs, back)).toMatchObject({ status: 202, body: { way: 'reported' } })
  await carryOut(key)
  const returned = (await findAssignment(key))!
  expect(returned).toMatchObject({ status: 'claimed', returns: [{ comment: 'Which gate?' }] })
  expect(returned).not.toHaveProperty('pendingDecision')
  expect(String((returned as never as { gsi2pk: string }).gsi2pk)).toBe('worker#live#agent-1')
})

describe('what ends the verification within the time wins', () => {
  const ends = {
    'the deadline': (key: VerificationKey) => expireVerification(key, decidedMs + 2000),
    'the applicant who does not agree': (key: VerificationKey) =>
      transitionVerification(key, 'refuse', {
        to: 'cancelled',
        at: timeOf(decidedMs + 2000),
        by: 'applicant',
      }),
    'the applicant who takes the consent back': (key: VerificationKey) =>
      transitionVerification(key, 'withdraw', {
        to: 'cancelled',
        at: timeOf(decidedMs + 2000),
        by: 'applicant',
      }),
  }
  it.each(Object.entries(ends))('%s', async (_who, end) => {
    const { key, id } = await reported()
    await decideAt(id)
    expect(await end(key)).toBe(true)
    const ended = await outcomeOf(key)
    await carryOut(key)
    await closeAssignment(key, decidedMs + 3000)
    await carryOut(key)
    expect(await outcomeOf(key)).toBe(ended)
    const closed = (await findAssignment(key))!
    expect(closed).toMatchObject({ status: 'decided' })
    for (const gone of ['verdict', 'pendingDecision', 'decisionHoldsAt', 'gsi2pk'])
      expect(closed).not.toHaveProperty(gone)
  })

  it('and the customer cancels as little as before: the visit was made', async () => {
    const { key, id } = await reported()
    const cancel = () =>
      transitionVerification(key, 'cancel', {
        to: 'cancelled',
        at: timeOf(decidedMs + 1),
        by: 'a-customer',
      })
    expect(await cancel()).toBe(false)
    await decideAt(id)
    expect(await cancel()).toBe(false)
  })
})

it('is given up, and the report waits again, where it has become impossible', async () => {
  const { key, id } = await reported()
  await decideAt(id)
  // Rules of a release that came meanwhile would ask for words.
  await database.write({ update: assignmentKey(key, key.verificationId), set: { flags: [strong] } })
  await carryOut(key)
  expect(await outcomeOf(key)).toBe('accepted')
  expect(await trailOf(key)).toEqual(['decisionPending reviewer-1', 'decisionTakenBack service'])
  expect(await decideAt(id, holdsMs + 1, { ...approve, flagsAnswer: 'Seen.' }, other)).toMatchObject({
    status: 202,
  })
})

describe('its message', () => {
  const sent = (from: number) =>
    aws.calls
      .slice(from)
      .filter(({ body }) => body.QueueUrl.endsWith('/decisions'))
      .flatMap(({ body }) => (body.Entries as MessageEntry[]).map(one => JSON.parse(one.MessageBody)))

  it('follows from its record, and from no other change of it', async () => {
    const { key, id } = await reported()
    const before = (await findAssignment(key))!
    await decideAt(id)
    const after = (await findAssignment(key))!
    const due = { ...toVerificationKey(key), holdsAt: timeOf(holdsMs) }
    expect(effectsOfPendingDecision(before, after)).toEqual([{ kind: 'decide', due }])
    expect(effectsOfPendingDecision(after, after)).toEqual([])
    expect(effectsOfPendingDecision(after, before)).toEqual([])
  })

  it('is sent anew by reconciliation where it was lost, once it is overdue', async () => {
    const { key, id } = await reported()
    await decideAt(id)
    const page = { organisationId, mode: 'live', list: 'decisions' } as const
    const from = aws.calls.length
    await reconcile(page, holdsMs + 60_000)
    expect(sent(from).filter(({ verificationId }) => verificationId === key.verificationId)).toEqual([])
    await reconcile(page, holdsMs + 600_000)
    const mine = sent(from).filter(({ verificationId }) => verificationId === key.verificationId)
    expect(mine).toEqual([{ ...key, holdsAt: timeOf(holdsMs) }])
    await carryOutDecision(mine[0], decideReport, holdsMs + 600_001)
    expect(await outcomeOf(key)).toBe('verified')
    const then = aws.calls.length
    await reconcile(page, holdsMs + 1_200_000)
    expect(sent(then).filter(({ verificationId }) => verificationId === key.verificationId)).toEqual([])
  })
})
