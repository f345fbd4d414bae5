import { beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../../../../shared/account/caller.ts'
import {
  filterReviewable,
  getHeldTask,
  getReviewableAssignment,
  getReviewableTask,
  getSendableTask,
  getTask,
  isAgent,
  isReviewer,
  refuseBackCheck,
  refuseFinal,
  refuseOwnStaged,
  refuseOwnVisit,
  refusePossibleAgent,
  refuseUnderReview,
  refuseUnreported,
} from '../../../../shared/work/assignment/access.ts'
import { type Assignment, toAssignmentId } from '../../../../shared/work/assignment/assignment.ts'
import type { AssignmentTask } from '../../../../shared/work/assignment/list-store.ts'
import { BusyError } from '../../../../shared/aws/errors.ts'
import { database } from '../../../../shared/table/driver.ts'
import { assignmentKey } from '../../../../shared/verification/assignment-kind.ts'
import { verificationKey } from '../../../../shared/verification/kinds.ts'
import { addressVerification } from '../../../support/verifications.ts'
import { startStage } from '../../table/stage.ts'

/* Who may read, hold and decide work, and what they are told. */

beforeAll(() => startStage())

const at = '2026-11-20T12:00:00.000Z'
const nowMs = Date.parse(at)
const later = '2026-11-20T12:00:00.001Z'

const person = (clientId: string, role: 'agent' | 'reviewer' = 'reviewer'): Caller => ({
  clientId,
  organisationId: 0,
  mode: 'live',
  scopes: [`operations.${role}`],
})

const task = (assignment: Partial<Assignment>, verification: object = {}): AssignmentTask =>
  ({ assignment, verification: { outcome: 'accepted', ...verification } }) as AssignmentTask

/** What somebody is told who may not; nothing to who may. */
const told = (refuse: () => void): readonly string[] => {
  try {
    refuse()
    return []
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return [code, message]
  }
}

let drawn = 0
/** Answers its id. */
const keep = async (changes: Partial<Assignment> = {}): Promise<string> => {
  const key = { organisationId: 7, mode: 'live', verificationId: ++drawn } as const
  const work = { ...key, ...assignmentKey(key, drawn), assignedAt: at, status: 'open', ...changes }
  const record = addressVerification({}, { organisationId: 7, id: drawn, applicantId: drawn, now: at })
  await database.transact({
    work: { put: work },
    record: { put: { ...record, ...verificationKey(key, drawn) } },
  })
  return toAssignmentId(key)
}

const none = { code: 'not_found', message: 'There is no assignment with this id.' }

describe('work', () => {
  it('is found by its id in the caller’s mode alone', async () => {
    const id = await keep()
    expect(await getTask(person('reviewer-1'), id)).toMatchObject({
      assignment: { verificationId: drawn, status: 'open' },
      verification: { id: drawn },
    })
    await expect(getTask({ ...person('reviewer-1'), mode: 'test' }, id)).rejects.toMatchObject(none)
    await expect(getTask(person('reviewer-1'), '7-999')).rejects.toMatchObject(none)
  })

  it('is for agents and for reviewers', () => {
    expect([isAgent(person('a', 'agent')), isAgent(person('a'))]).toEqual([true, false])
    expect([isReviewer(person('a', 'agent')), isReviewer(person('a'))]).toEqual([false, true])
  })
})

describe('a visit that somebody holds', () => {
  const agent = person('agent-1', 'agent')

  it('is theirs until it is reported', async () => {
    const id = await keep({ status: 'claimed', agent: 'agent-1' })
    expect(await getHeldTask(agent, id)).toMatchObject({ assignment: { agent: 'agent-1' } })
  })

  it.each([
    ['another has', { status: 'claimed', agent: 'agent-2' }, 'lease_lost'],
    ['they gave back', { status: 'open', agent: 'agent-1' }, 'lease_lost'],
    ['nobody has', { status: 'open' }, 'lease_lost'],
    ['they reported', { status: 'reported', agent: 'agent-1' }, 'already_reported'],
  ] as const)('is not theirs if %s', async (_, changes, code) => {
    const message = {
      lease_lost: 'Claim it first. If you had, your time was over and it went to others.',
      already_reported: 'A reviewer has your report.',
    }[code]
    await expect(getHeldTask(agent, await keep(changes))).rejects.toMatchObject({ code, message })
  })

  it('is nobody’s once its record has ended', async () => {
    const id = await keep({ status: 'claimed', agent: 'agent-1' })
    const key = verificationKey({ organisationId: 7, mode: 'live' }, drawn)
    await database.write({ update: key, set: { outcome: 'cancelled' } })
    await expect(getHeldTask(agent, id)).rejects.toMatchObject({ code: 'already_decided' })
  })
})

describe('what was done when its applicant did not agree', () => {
  const agent = person('agent-1', 'agent')
  const dayMs = 24 * 3_600_000
  const ended = { status: 'decided', agent: 'agent-1', product: 'address', consentEndedAt: at } as const
  const keepEnded = async (changes: Partial<Assignment> = {}): Promise<string> => {
    const id = await keep({ ...ended, ...changes })
    const key = verificationKey({ organisationId: 7, mode: 'live' }, drawn)
    await database.write({ update: key, set: { outcome: 'cancelled', consentRefusedAt: at } })
    return id
  }

  it('is taken from its agent for a day', async () => {
    const id = await keepEnded()
    for (const ms of [nowMs, nowMs + dayMs - 1])
      expect(await getSendableTask(agent, id, ms)).toMatchObject({ assignment: { agent: 'agent-1' } })
    await expect(getSendableTask(agent, id, nowMs + dayMs)).rejects.toMatchObject({
      code: 'already_decided',
      message: 'It is complete: CANCELLED. The applicant does not agree.',
    })
  })

  it('is taken once, and again where the report had been returned', async () => {
    const reported = await keepEnded({ reportedAt: at })
    await expect(getSendableTask(agent, reported, nowMs)).rejects.toMatchObject({ code: 'already_reported' })
    const returned = await keepEnded({ reportedAt: at, returns: [{ at: later, by: 'r', comment: 'Again.' }] })
    expect(await getSendableTask(agent, returned, nowMs)).toMatchObject({ assignment: { agent: 'agent-1' } })
  })

  it.each([
    ['of another agent', { agent: 'agent-2' }],
    ['of an employment, where nobody takes photos', { product: 'employment' }],
    ['that ended otherwise', { consentEndedAt: undefined }],
  ] as const)('is not taken where it is work %s', async (_, changes) => {
    const id = await keepEnded(changes)
    await expect(getSendableTask(agent, id, nowMs)).rejects.toMatchObject({ code: 'already_decided' })
  })

  it('is taken as ever while it goes on', async () => {
    const held = await keep({ status: 'claimed', agent: 'agent-1' })
    expect(await getSendableTask(agent, held, nowMs)).toMatchObject({ assignment: { status: 'claimed' } })
    const others = await keep({ status: 'claimed', agent: 'agent-2' })
    await expect(getSendableTask(agent, others, nowMs)).rejects.toMatchObject({ code: 'lease_lost' })
  })
})

describe('what has ended', () => {
  it.each([
    [{}, ''],
    [{ consentRefusedAt: at }, ' The applicant does not agree.'],
    [{ consentWithdrawnAt: at }, ' The applicant does not agree.'],
  ])('says whether its applicant did not agree: %j', (record, words) => {
    const cancelled = task({ status: 'decided' }, { outcome: 'cancelled', ...record })
    expect(told(() => refuseFinal(cancelled))).toEqual([
      'already_decided',
      `It is complete: CANCELLED.${words}`,
    ])
  })

  it('is not decided again, and says how it ended', () => {
    expect(told(() => refuseFinal(task({ status: 'reported' })))).toEqual([])
    expect(told(() => refuseFinal(task({ status: 'decided' }, { outcome: 'verified' })))).toEqual([
      'already_decided',
      expect.stringMatching(/\S/),
    ])
  })

  it('is none of a dispute or a back-check, which are about what has ended', () => {
    const ended = { outcome: 'verified' }
    expect(told(() => refuseFinal(task({ dispute: 1, status: 'reported' }, ended)))).toEqual([])
    expect(told(() => refuseFinal(task({ backCheckOf: 3, status: 'decided' }, ended)))).toEqual([])
    expect(told(() => refuseFinal(task({ dispute: 1, status: 'decided' }, ended)))).toEqual([
      'already_decided',
      'Somebody has concluded this dispute.',
    ])
  })

  it('is not a back-check to decide on', () => {
    const over = ['already_decided', 'Its report is in, and the verification was decided before it.']
    expect(told(() => refuseBackCheck(task({})))).toEqual([])
    expect(told(() => refuseBackCheck(task({ backCheckOf: 3 })))).toEqual(over)
    expect(told(() => refuseUnreported(task({ backCheckOf: 3, status: 'reported' })))).toEqual(over)
  })
})

describe('a report', () => {
  it('is decided when it is in', () => {
    expect(told(() => refuseUnreported(task({ status: 'reported' })))).toEqual([])
    expect(told(() => refuseUnreported(task({ status: 'claimed' })))).toEqual([
      'not_reported',
      'Its agent has not reported, or has it back.',
    ])
    expect(told(() => refuseUnreported(task({ status: 'claimed' }, { outcome: 'expired' })))[0]).toBe(
      'already_decided',
    )
  })

  it('is not read by who may still become its agent', () => {
    const refused = ['not_reported', 'No report yet: an agent has claimed it, or none has.']
    expect(told(() => refusePossibleAgent({}, person('a', 'agent')))).toEqual(refused)
    expect(told(() => refusePossibleAgent(undefined, person('a', 'agent')))).toEqual(refused)
    expect(told(() => refusePossibleAgent({ reportedAt: at }, person('a', 'agent')))).toEqual([])
    expect(told(() => refusePossibleAgent({}, person('a')))).toEqual([])
  })

  it('is reviewed by nobody who made the visit or had a part in the decision', () => {
    const own = ['own_visit', 'You made this visit. Leave it to another reviewer.']
    const before = ['decided_before', 'You had a part in the decision. Leave it to another reviewer.']
    const assignment = { agent: 'agent-1', tookPart: ['reviewer-1'] }
    expect(told(() => refuseOwnVisit({ assignment }, person('agent-1')))).toEqual(own)
    expect(told(() => refuseOwnVisit({ assignment }, person('reviewer-1')))).toEqual(before)
    expect(told(() => refuseOwnVisit({ assignment }, person('reviewer-2')))).toEqual([])
  })

  it('is read, whole or without what is encrypted, by the same people', async () => {
    const id = await keep({ status: 'reported', agent: 'agent-1' })
    for (const get of [getReviewableTask, getReviewableAssignment]) {
      await expect(get(person('agent-1'), id)).rejects.toMatchObject({ code: 'own_visit' })
      await expect(get(person('reviewer-1'), '7-999')).rejects.toMatchObject(none)
    }
    expect(await getReviewableTask(person('reviewer-1'), id)).toMatchObject({ verification: { id: drawn } })
    const plain = await getReviewableAssignment(person('reviewer-1'), id)
    expect(plain).toMatchObject({ verificationId: drawn, status: 'reported' })
    expect(plain).not.toHaveProperty('verification')
  })

  it('is among those that somebody may review unless it is their own or is not there', async () => {
    const [own, other] = [await keep({ agent: 'reviewer-1' }), await keep({ agent: 'agent-1' })]
    const found = await filterReviewable(person('reviewer-1'), new Set([own, other, '7-999']))
    expect([...found]).toEqual([other])
  })

  it('that could not be read is no report that somebody may not read', async () => {
    const { get } = database
    database.get = () => Promise.reject(new BusyError('The table answers nothing'))
    try {
      await expect(filterReviewable(person('reviewer-1'), new Set(['7-1']))).rejects.toThrow(BusyError)
    } finally {
      database.get = get
    }
  })
})

describe('a decision', () => {
  const stagedDecision = { outcome: 'verified', by: 'reviewer-1', at } as const

  it('is confirmed by somebody else than who made it', () => {
    expect(told(() => refuseOwnStaged(task({ stagedDecision }), person('reviewer-1')))).toEqual([
      'second_reviewer_needed',
      'You decided it first. Somebody else has to confirm that.',
    ])
    expect(told(() => refuseOwnStaged(task({ stagedDecision }), person('reviewer-2')))).toEqual([])
    expect(told(() => refuseOwnStaged(task({}), person('reviewer-1')))).toEqual([])
  })
})

describe('a review', () => {
  const reviewed = { reviewer: 'reviewer-1', reviewUntil: later }
  const asks = (changes: Partial<Assignment>, who: string) =>
    told(() => refuseUnderReview(task(changes), person(who), nowMs))

  it('is one at a time', () => {
    expect(asks(reviewed, 'reviewer-2')).toEqual([
      'already_claimed',
      `Another reviewer has it until ${later}.`,
    ])
    expect(asks(reviewed, 'reviewer-1')).toEqual([])
    expect(asks({}, 'reviewer-2')).toEqual([])
  })
})
