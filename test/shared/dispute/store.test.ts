import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ReviewDecision } from '../../../shared/work/assignment/assignment.ts'
import { listDue } from '../../../shared/work/assignment/list-store.ts'
import { buildDisputeWork, type DisputeWork } from '../../../shared/dispute/dispute.ts'
import {
  addDispute,
  findDispute,
  listDisputes,
  reviseDecision,
  upholdDecision,
} from '../../../shared/dispute/store.ts'
import { findLateWork, longestLate } from '../../../shared/overview/find-stuck.ts'
import { toWorkCounts } from '../../../shared/overview/counted-work.ts'
import { database } from '../../../shared/table/driver.ts'
import { omitKeyAttributes } from '../../../shared/table/kind.ts'
import { eventsIn } from '../../../shared/trail/entry.ts'
import { readTrail } from '../../../shared/trail/read-store.ts'
import { openKey, verificationKey } from '../../../shared/verification/kinds.ts'
import { findRevision, listRevisions } from '../../../shared/verification/revision-store.ts'
import { findVerification } from '../../../shared/verification/store.ts'
import { markPublished, transitionVerification } from '../../../shared/verification/transition-store.ts'
import type { Verification, verificationKeyOf } from '../../../shared/verification/verification.ts'
import { acceptedAddress } from '../../support/links.ts'
import { startTable } from '../../support/table.ts'

beforeAll(startTable)

const nowMs = Date.now()
const at = new Date(nowMs).toISOString()
const objected = { by: 'customer', ground: 'other', reason: 'No.', nowMs } as const
const later = (outcome: 'verified' | 'noAccess', by = 'second') =>
  ({ outcome, by, at: new Date(nowMs + 1000).toISOString(), adminComment: undefined }) as const

/** As the record says it. */
const open = {
  number: 1,
  raisedBy: objected.by,
  raisedAt: new Date(nowMs).toISOString(),
  dueAt: new Date(nowMs + 3_600_000).toISOString(),
  state: 'open',
}

let key: ReturnType<typeof verificationKeyOf>
const read = async (): Promise<Verification> =>
  (await findVerification(key, key.verificationId, nowMs, { consistent: true }))!
const words = async () => eventsIn(await readTrail(key, nowMs)).map(({ what }) => what)

const decided = async (): Promise<Verification> => {
  const set = { decidedBy: 'first', price: 100, adminComment: 'Seen.' }
  await transitionVerification(key, 'decide', { to: 'verified', at, by: 'first', set })
  await markPublished(key)
  return read()
}
const disputed = async () => {
  const verification = await decided()
  const made = buildDisputeWork(verification, { assignment: undefined, disputes: [] }, objected, 3600)
  expect(await addDispute(verification, made, 'client-1')).toBe(true)
  return { made, verification: await read() }
}

beforeEach(async () => {
  ;({ key } = await acceptedAddress(nowMs))
})

describe('a dispute', () => {
  it('is not raised before the end was told, and nothing of it is written', async () => {
    const verification = await decided()
    await database.write({ put: { ...openKey(key, key.verificationId), ...key } })
    const made = buildDisputeWork(verification, { assignment: undefined, disputes: [] }, objected, 3600)
    expect(await addDispute(verification, made, 'client-1')).toBe(false)
    expect([await read(), await listDisputes(key), await words()]).toEqual([verification, [], ['decided']])
  })

  it('is raised once of many at once, and changes nothing that is shown', async () => {
    const before = await decided()
    const made = buildDisputeWork(before, { assignment: undefined, disputes: [] }, objected, 3600)
    const raised = await Promise.all([1, 2, 3].map(() => addDispute(before, made, 'client-1')))
    expect(raised.filter(Boolean)).toEqual([true])
    expect(await read()).toEqual({ ...before, openDispute: 1, latestDispute: open })
    expect(await words()).toEqual(['decided', 'disputed'])
    expect(await addDispute(await read(), { ...made, dispute: 2 }, 'client-1')).toBe(false)
  })

  it('is not raised of what was erased or revised since it was read', async () => {
    const before = await decided()
    const made = buildDisputeWork(before, { assignment: undefined, disputes: [] }, objected, 3600)
    const recordKey = verificationKey(key, key.verificationId)
    await database.write({ update: recordKey, set: { erasedAt: at } })
    expect(await addDispute(before, made, 'client-1')).toBe(false)
    await database.write({ update: recordKey, set: { updatedAt: 'later' }, remove: ['erasedAt'] })
    expect(await addDispute(before, made, 'client-1')).toBe(false)
    expect(await listDisputes(key)).toEqual([])
  })
})

it('is late reported work of a reviewer after its time, and nothing for an operator to mend', async () => {
  const { made } = await disputed()
  const { assignments } = await listDue(key.mode, 1000)
  const own = assignments.filter(({ verificationId }) => verificationId === key.verificationId)
  expect(own.map(one => 'dispute' in one && one.dispute)).toEqual([1])
  const due = { assignments: own, isMore: false }
  const [before, after] = [3599, 3601].map(seconds => nowMs + seconds * 1000) as [number, number]
  expect(Date.parse(made.dueAt) - nowMs).toBe(3_600_000)
  const reported = (ms: number) => toWorkCounts(due, ms).states.find(({ state }) => state === 'reported')
  expect(reported(before)).toEqual({ state: 'reported', dueLater: 0, dueSoon: 1, late: 0 })
  expect(reported(after)).toEqual({ state: 'reported', dueLater: 0, dueSoon: 0, late: 1 })
  expect(await findLateWork(longestLate(own, after), key.mode, after)).toEqual([])
})

const withoutMark = ({ openDispute: _, latestDispute: __, ...record }: Verification) => record

const concluding = (disputed: DisputeWork, verdict: ReviewDecision) => ({
  disputed,
  verdict,
  told: { writes: [], events: [] },
})

describe('concluding', () => {
  it('upheld once, by whoever comes first, leaves the record as it was', async () => {
    const { made, verification } = await disputed()
    const ends = await Promise.all([
      ...['second', 'third'].map(by => upholdDecision(verification, concluding(made, later('verified', by)))),
      reviseDecision(verification, concluding(made, later('noAccess', 'fourth'))),
    ])
    expect(ends.filter(Boolean)).toEqual([true])
    expect((await words()).length).toBe(3)
    expect('openDispute' in (await read())).toBe(false)
  })

  it('upheld: nothing of the record changes, and no revision is kept', async () => {
    const { made, verification } = await disputed()
    const { openDispute: _, ...before } = verification
    expect(await upholdDecision(verification, concluding(made, later('verified')))).toBe(true)
    const latestDispute = { ...open, state: 'upheld', concludedAt: later('verified').at }
    expect([await read(), await listRevisions(key, nowMs)]).toEqual([{ ...before, latestDispute }, []])
    const kept = (await findDispute(key, 1)) as DisputeWork & { gsi1pk?: string }
    expect([kept.status, kept.verdict?.by, kept.gsi1pk]).toEqual(['decided', 'second', undefined])
    expect(await words()).toEqual(['decided', 'disputed', 'upheld'])
  })

  it('revised: the earlier record is kept whole, out of every list, and the new one waits to be told', async () => {
    const { made, verification } = await disputed()
    expect(await reviseDecision(verification, concluding(made, later('noAccess')))).toBe(true)
    const { adminComment: _, openDispute: __, ...steady } = verification
    expect(await read()).toEqual({
      ...steady,
      outcome: 'noAccess',
      updatedAt: later('noAccess').at,
      rejectedAt: later('noAccess').at,
      revision: 2,
      latestDispute: { ...open, state: 'revised', concludedAt: later('noAccess').at },
      chargedAt: at,
      decidedBy: 'second',
    })
    // Where a record lies is no part of what was decided: it would stand twice in the customer's list.
    expect(Object.keys(verification)).toContain('gsi1pk')
    expect(await findRevision(key, 1, nowMs)).toEqual(omitKeyAttributes(withoutMark(verification)))
    // What tells the first end once more takes nothing away from the second.
    await markPublished(key)
    expect(await database.get(openKey(key, key.verificationId))).toMatchObject({ revision: 2 })
    await markPublished(key, 2)
    expect(await database.get(openKey(key, key.verificationId))).toBeUndefined()
  })

  it('twice by the same verdict is no second revision', async () => {
    const { made, verification } = await disputed()
    expect(await reviseDecision(verification, concluding(made, later('noAccess')))).toBe(true)
    await reviseDecision(verification, concluding(made, later('noAccess')))
    expect([(await read()).revision, (await words()).filter(word => word === 'revised').length]).toEqual([
      2, 1,
    ])
  })
})
