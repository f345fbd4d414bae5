import { beforeAll, describe, expect, it } from 'vitest'
import type { Assignment } from '../../../../shared/work/assignment/assignment.ts'
import { claimVisit, releaseVisit } from '../../../../shared/work/assignment/claim-store.ts'
import { expireVerification } from '../../../../shared/work/assignment/deadline.ts'
import { decideVerification } from '../../../../shared/work/assignment/end-verification.ts'
import { findPlainTask, findTask } from '../../../../shared/work/assignment/list-store.ts'
import { fileReport } from '../../../../shared/work/assignment/report-store.ts'
import {
  findAssignment,
  findAssignments,
  findPlainAssignment,
  openAssignment,
  unclaimed,
} from '../../../../shared/work/assignment/store.ts'
import { effectsOfAssignment } from '../../../../shared/outbox/effect.ts'
import { database } from '../../../../shared/table/driver.ts'
import type { VerificationKey } from '../../../../shared/table/tenant.ts'
import { assignmentKey } from '../../../../shared/verification/assignment-kind.ts'
import { acceptVerification, findVerification } from '../../../../shared/verification/store.ts'
import { transitionVerification } from '../../../../shared/verification/transition-store.ts'
import { type Verification, verificationKeyOf } from '../../../../shared/verification/verification.ts'
import { startTable } from '../../../support/table.ts'
import { addressVerification, cancel, drawIds } from '../../../support/verifications.ts'

/* People's work ends in the write that makes its record final: so no write to the work looks at the record. */

beforeAll(async () => {
  await startTable()
  process.env.PRICES = JSON.stringify({ address: 2500 })
})

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const now = new Date(nowMs).toISOString()
const report = { submittedAt: now } as never
const lease = { by: 'agent', at: now, until: '2026-11-22T12:00:00.000Z' }
const draw = drawIds(nowMs)

const accepted = async (): Promise<Verification> => {
  const id = draw()
  const verification = addressVerification({ street: `${id} Ended Street` }, { id, now })
  expect(await acceptVerification(verification, nowMs)).toEqual({ kind: 'accepted' })
  return verification
}

const open = (verification: Verification) =>
  openAssignment(verificationKeyOf(verification), verification, {
    taskToken: 'one',
    at: now,
    dueAt: now,
    isListed: true,
  })

type Ends = Readonly<Record<string, (verification: Verification, key: VerificationKey) => Promise<boolean>>>
const ends: Ends = {
  'a cancellation': (_verification, key) => cancel(key, now),
  'the applicant who takes the consent back': (_verification, key) =>
    transitionVerification(key, 'withdraw', { to: 'cancelled', at: now, by: 'applicant' }),
  'the applicant who does not agree': (_verification, key) =>
    transitionVerification(key, 'refuse', { to: 'cancelled', at: now, by: 'applicant' }),
  'the deadline': (_verification, key) => expireVerification(key, nowMs),
  'a decision of the operator': verification =>
    decideVerification(verification, {
      decision: { outcome: 'verified', decidedAt: now, decidedBy: 'operator' },
      report,
    }),
}

describe.each(Object.entries(ends))('%s', (_what, end) => {
  it('ends the work that is claimed, and takes it off every list', async () => {
    const verification = await accepted()
    const key = verificationKeyOf(verification)
    expect(await open(verification)).toBe(true)
    const opened = (await findAssignment(key))!
    expect(await claimVisit(opened, lease, 9)).toBe('claimed')
    const claimed = (await findAssignment(key))!
    expect(await end(verification, key)).toBe(true)
    const ended = (await findAssignment(key))!
    expect(ended).toMatchObject({ status: 'decided', agent: 'agent', taskToken: 'one' })
    for (const gone of ['gsi1pk', 'gsi2pk', 'gsi3pk', 'verdict']) expect(ended).not.toHaveProperty(gone)
    // Whatever was read before it ended.
    expect(await fileReport(claimed, { by: 'agent', report })).toBe(false)
    expect(await releaseVisit(claimed, lease)).toBe(false)
    expect(await claimVisit(opened, { ...lease, by: 'another' }, 9)).toBe('refused')
    expect(await claimVisit(claimed, lease, 9)).toBe('refused')
    // The workflow's next state finds that it is over.
    expect(await open(verification)).toBe(false)
    expect((await findAssignment(key))!.status).toBe('decided')
  })

  it('keeps work that was not opened yet from being opened, and nobody finds any', async () => {
    const verification = await accepted()
    const key = verificationKeyOf(verification)
    expect(await end(verification, key)).toBe(true)
    expect(await open(verification)).toBe(false)
    const found = await Promise.all([
      findAssignment(key),
      findPlainAssignment(key),
      findTask(key),
      findPlainTask(key),
    ])
    expect(found).toEqual([undefined, undefined, undefined, undefined])
    expect((await findAssignments([key])).size).toBe(0)
    const mark = (await database.get<Assignment>(assignmentKey(key, key.verificationId)))!
    expect(Object.keys(mark).sort()).toEqual(
      ['expiresAt', 'mode', 'organisationId', 'pk', 'sk', 'status', 'verificationId'].sort(),
    )
    // No simulated agent visits it.
    expect(effectsOfAssignment(undefined, { ...mark, mode: 'test' })).toEqual([])
    expect(effectsOfAssignment(undefined, { ...mark, mode: 'test', status: 'open' })).toHaveLength(1)
  })

  it('leaves no open work whichever of the two comes first', async () => {
    for (let round = 0; round < 10; round++) {
      const verification = await accepted()
      const key = verificationKeyOf(verification)
      const [isOpened, isEnded] = await Promise.all([open(verification), end(verification, key)])
      expect(isEnded).toBe(true)
      expect((await findAssignment(key))?.status).toBe(isOpened ? 'decided' : undefined)
    }
  })
})

it('ends nothing where the record does not', async () => {
  const verification = await accepted()
  const key = verificationKeyOf(verification)
  await open(verification)
  await transitionVerification(key, 'delay', { to: 'accepted', at: now, by: 'service' })
  expect((await findAssignment(key))!.status).toBe('open')
  expect(await claimVisit((await findAssignment(key))!, lease, 9)).toBe('claimed')
  // An operator expires what nobody has claimed, and nothing else.
  expect(await expireVerification(key, nowMs, { whileWork: unclaimed() })).toBe(false)
  await fileReport((await findAssignment(key))!, { by: 'agent', report })
  expect(await cancel(key, now)).toBe(false)
  expect((await findVerification(key, key.verificationId, nowMs))!.outcome).toBe('accepted')
  expect((await findAssignment(key))!.status).toBe('reported')
})
