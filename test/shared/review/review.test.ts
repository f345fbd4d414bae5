import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { stages } from '../../../infra/stages.ts'
import type { Caller } from '../../../shared/account/caller.ts'
import { toAssignmentId } from '../../../shared/work/assignment/assignment.ts'
import { claimWithoutLimit } from '../../../shared/work/assignment/claim-store.ts'
import { findWorkKeys } from '../../../shared/work/assignment/back-check-store.ts'
import { expireVerification } from '../../../shared/work/assignment/deadline.ts'
import { fileReport, type ReportInput } from '../../../shared/work/assignment/report-store.ts'
import { closeAssignment, findAssignment, openAssignment } from '../../../shared/work/assignment/store.ts'
import { Problem } from '../../../shared/http/contract/problem.ts'
import { factsOf } from '../../../shared/numbers/fact.ts'
import type { VerificationKey } from '../../../shared/table/tenant.ts'
import { eventsIn } from '../../../shared/trail/entry.ts'
import { readTrail } from '../../../shared/trail/read-store.ts'
import { toAddressResponse } from '../../../shared/verification/record.ts'
import { acceptVerification, findVerification } from '../../../shared/verification/store.ts'
import { transitionVerification } from '../../../shared/verification/transition-store.ts'
import type { AddressVerification } from '../../../shared/verification/verification.ts'
import { toReviewItem } from '../../../shared/review/assignment-response.ts'
import type { DecideRequest, FileReport } from '../../../shared/work/assignment/contract.ts'
import { submitReport } from '../../../shared/review/file-report.ts'
import { answersIn, decideReport } from '../../../shared/review/review.ts'
import { type RecordedTable, startRecordedTable } from '../../support/recorded-table.ts'
import { address } from '../../support/reports.ts'
import { addressVerification, drawIds } from '../../support/verifications.ts'

/* What a decision makes of a report, and who has to agree: by a clock of the test's own. */

let table: RecordedTable
const organisationId = 41
const orderedMs = Date.parse('2026-11-20T08:00:00.000Z')
const decidedMs = Date.parse('2026-11-20T12:00:00.000Z')
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
  Object.assign(process.env, {
    STAGE: 'local',
    PRICES: JSON.stringify(stages.prod.prices),
    VERIFICATION_EXPIRY_SECONDS: `${14 * 24 * 3600}`,
  })
})
afterAll(async () => {
  await table[Symbol.asyncDispose]()
})
beforeEach(() => withFieldwork({}))

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
  const order = { street: `${verificationId} Decided Street` }
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
})
const reviewer = personNamed('reviewer-1')
const other = personNamed('reviewer-2')

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

const outcomeOf = async ({ verificationId, ...tenant }: VerificationKey) =>
  (await findVerification(tenant, verificationId, decidedMs))!.outcome

/** What the trail says after the report. */
const trailOf = async (key: VerificationKey) =>
  eventsIn(await readTrail(key, decidedMs))
    .filter(({ what }) => !['claimed', 'reported', 'reviewing', 'viewed'].includes(what))
    .map(({ what, by }) => `${what} ${by}`)

const refusal = (code: string, detail?: string) =>
  expect.objectContaining({ code, ...(detail !== undefined && { message: detail }) })

describe('a decision', () => {
  const status = { status: 'VERIFIED', subStatus: 'VERIFIED', state: 'COMPLETE' }

  it('is made at once, and once, however often it is asked for', async () => {
    const { key, id } = await reported()
    const decided = { status: 200, body: { id, way: 'decided', isStaged: false, status } }
    expect(await decideAt(id)).toEqual(decided)
    expect(await outcomeOf(key)).toBe('verified')
    expect(await decideAt(id, decidedMs + 3000), 'the same once more').toEqual(decided)
    const assignment = (await findAssignment(key))!
    expect(assignment).toMatchObject({
      status: 'decided',
      verdict: { by: 'reviewer-1', adminComment: 'Seen.' },
    })
    expect(assignment).not.toHaveProperty('gsi2pk')
    expect(await trailOf(key)).toEqual(['decided reviewer-1'])
    await expect(decideAt(id, decidedMs + 4000, reject)).rejects.toEqual(refusal('already_decided'))
    await expect(decideAt(id, decidedMs + 4000, approve, other)).rejects.toEqual(refusal('already_decided'))
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
    expect(await decideAt(id)).toMatchObject({ status: 200, body: { way: 'decided' } })
    expect(await trailOf(key)).toEqual(['decided reviewer-1'])
  })
})

describe('an approval that needs a second reviewer', () => {
  const noResident = { ...visited.findings, isThere: false }
  const against = { reason: 'evidence', explanation: 'Her neighbour was asked.' } as const
  const contested = { ...approve, againstFinding: against } as DecideRequest
  const staged = { status: 202, body: { way: 'reported', isStaged: true } }
  const decided = { status: 200, body: { way: 'decided', status: { subStatus: 'VERIFIED' } } }
  const decideNow = (id: string, body: DecideRequest, clientId: string) =>
    decideAt(id, decidedMs, body, personNamed(clientId))

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
      const before = { ...assignment, verdict: undefined } as never
      expect(factsOf({ kind: 'assignment', before, after: assignment })).toMatchObject([
        { kind: 'decided', outcome: 'verified', against: 'evidence', isAlone: true },
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
    withFieldwork({ fourEyes: true, secondReviewShare: part, backCheckShare: part })
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

  it('make one back-check of a decision that is asked for often', async () => {
    share(1)
    const { key, id } = await claimed()
    await file(id)
    withFieldwork({ backCheckShare: 0.5 })
    await Promise.allSettled([1, 2, 3].map(ms => decideAt(id, decidedMs + ms, approveNevertheless)))
    await decideAt(id, decidedMs + 3_600_000, approveNevertheless).catch(() => undefined)
    expect([await outcomeOf(key), await backChecksOf(key)]).toEqual(['verified', 1])
  })
})

it('returns the report to its agent', async () => {
  const { key, id } = await reported()
  const back = { decision: 'return', comment: 'Which gate?' } as DecideRequest
  expect(await decideAt(id, decidedMs, back)).toEqual({
    status: 200,
    body: { id, way: 'claimed', isStaged: false, status: null },
  })
  const returned = (await findAssignment(key))!
  expect(returned).toMatchObject({ status: 'claimed', returns: [{ comment: 'Which gate?' }] })
  expect(String((returned as never as { gsi2pk: string }).gsi2pk)).toBe('worker#live#agent-1')
})

describe('what ends the verification before wins', () => {
  const ends = {
    'the deadline': (key: VerificationKey) => expireVerification(key, decidedMs - 2000),
    'the applicant who does not agree': (key: VerificationKey) =>
      transitionVerification(key, 'refuse', {
        to: 'cancelled',
        at: timeOf(decidedMs - 2000),
        by: 'applicant',
      }),
    'the applicant who takes the consent back': (key: VerificationKey) =>
      transitionVerification(key, 'withdraw', {
        to: 'cancelled',
        at: timeOf(decidedMs - 2000),
        by: 'applicant',
      }),
  }
  it.each(Object.entries(ends))('%s', async (_who, end) => {
    const { key, id } = await reported()
    expect(await end(key)).toBe(true)
    const ended = await outcomeOf(key)
    await expect(decideAt(id)).rejects.toEqual(refusal('already_decided'))
    await closeAssignment(key, decidedMs - 1000)
    await expect(decideAt(id)).rejects.toEqual(refusal('already_decided'))
    expect(await outcomeOf(key)).toBe(ended)
    const closed = (await findAssignment(key))!
    expect(closed).toMatchObject({ status: 'decided' })
    for (const gone of ['verdict', 'gsi2pk']) expect(closed).not.toHaveProperty(gone)
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
