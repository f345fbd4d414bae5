import { beforeAll, describe, expect, it } from 'vitest'
import type { Assignment } from '../../../shared/work/assignment/assignment.ts'
import { claimVisit } from '../../../shared/work/assignment/claim-store.ts'
import { expireVerification, markDelayed } from '../../../shared/work/assignment/deadline.ts'
import { decideVerification } from '../../../shared/work/assignment/end-verification.ts'
import { fileReport } from '../../../shared/work/assignment/report-store.ts'
import { findAssignment, openAssignment } from '../../../shared/work/assignment/store.ts'
import { database } from '../../../shared/table/driver.ts'
import { readTrail } from '../../../shared/trail/read-store.ts'
import { verificationKey } from '../../../shared/verification/kinds.ts'
import { acceptVerification, findVerification } from '../../../shared/verification/store.ts'
import { markPublished, transitionVerification } from '../../../shared/verification/transition-store.ts'
import { type AddressVerification, verificationKeyOf } from '../../../shared/verification/verification.ts'
import { openOf } from '../../support/open.ts'
import { startTable } from '../../support/table.ts'
import { addressVerification, cancel, drawIds } from '../../support/verifications.ts'

beforeAll(async () => {
  await startTable()
  process.env.PRICES = JSON.stringify({ address: 2500, nin: 150, free: 0 })
})

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const now = new Date(nowMs).toISOString()
const report = { submittedAt: now } as never
const decision = (outcome: 'verified' | 'noAccess') => ({ outcome, decidedAt: now, decidedBy: 'me' })
const dayMs = 86_400_000
const draw = drawIds(nowMs)

const ordered = (street: string, changes: Partial<AddressVerification> = {}): AddressVerification => ({
  ...addressVerification({ street }, { id: draw(), now }),
  ...changes,
})

const accepted = async (street: string) => {
  const verification = ordered(street)
  expect(await acceptVerification(verification, nowMs)).toEqual({ kind: 'accepted' })
  return { verification, key: { organisationId: 1, mode: 'live', verificationId: verification.id } as const }
}

const outcomeOf = async (id: number) =>
  (await findVerification({ organisationId: 1, mode: 'live' }, id, nowMs))?.outcome

describe('accepting an order', () => {
  it('stores it as it was', async () => {
    const { verification } = await accepted('1 Stored Street')
    expect(await findVerification(verification, verification.id, nowMs)).toMatchObject(verification)
  })

  it('answers the id of an equal order of the last thirty days', async () => {
    const { verification } = await accepted('2 Guarded Street')
    const duplicate = { kind: 'guarded', earlier: [verification.id] }
    expect(await acceptVerification(ordered('2 Guarded Street'), nowMs)).toMatchObject(duplicate)
    expect(await acceptVerification(ordered('2 Guarded Street'), nowMs + 29 * dayMs)).toMatchObject(duplicate)
    expect(await acceptVerification(ordered('2 Guarded Street'), nowMs + 31 * dayMs)).toEqual({
      kind: 'accepted',
    })
  })

  it('accepts one of two hundred equal orders at once', async () => {
    const all = Array.from({ length: 200 }, () => acceptVerification(ordered('3 Crowded Street'), nowMs))
    const kinds = (await Promise.all(all)).map(({ kind }) => kind)
    expect(kinds.filter(kind => kind === 'accepted')).toHaveLength(1)
    expect(kinds.filter(kind => kind === 'guarded')).toHaveLength(199)
  })

  it('says when an id is taken, and leaves what has it alone', async () => {
    const { verification } = await accepted('4 Taken Street')
    const other = ordered('5 Other Street', { id: verification.id })
    expect(await acceptVerification(other, nowMs)).toEqual({ kind: 'id-taken' })
    expect(await findVerification(verification, verification.id, nowMs)).toMatchObject({
      street: '4 Taken Street',
    })
  })

  it('moves the guard for a revisit, and from where it was met', async () => {
    const { verification } = await accepted('6 Revisited Street')
    const revisit = ordered('6 Revisited Street')
    expect(await acceptVerification(revisit, nowMs, { isForced: true })).toEqual({ kind: 'accepted' })
    const passed = { met: { id: verification.id, expiresAt: nowMs } }
    const next = ordered('6 Revisited Street')
    const met = await acceptVerification(next, nowMs, passed)
    expect(met).toMatchObject({ kind: 'guarded', earlier: [revisit.id] })
    const { guard } = met as Extract<typeof met, { kind: 'guarded' }>
    expect(await acceptVerification(next, nowMs, { met: guard })).toEqual({ kind: 'accepted' })
  })
})

it('reading a verification finds nothing for another organisation or the other mode, nor after its retention', async () => {
  const { verification } = await accepted('7 Hidden Street')
  const { id } = verification
  expect(await findVerification({ organisationId: 2, mode: 'live' }, id, nowMs)).toBeUndefined()
  expect(await findVerification({ organisationId: 1, mode: 'test' }, id, nowMs)).toBeUndefined()
  expect(await findVerification(verification, id, nowMs + 366 * dayMs)).toBeUndefined()
})

const reported = async (verification: AddressVerification): Promise<Assignment> => {
  const key = verificationKeyOf(verification)
  await openAssignment(key, verification, { taskToken: 'one', at: now, dueAt: now, isListed: true })
  const lease = { by: 'agent', at: now, until: '2026-11-22T12:00:00.000Z' }
  expect(await claimVisit((await findAssignment(key))!, lease, 1000)).toBe('claimed')
  expect(await fileReport((await findAssignment(key))!, { by: 'agent', report })).toBe(true)
  return (await findAssignment(key))!
}

describe('a move', () => {
  it('is made once, by whoever comes first', async () => {
    const { verification, key } = await accepted('8 Raced Street')
    const done = await Promise.all([
      cancel(key, now),
      transitionVerification(key, 'decide', { to: 'verified', at: now, by: 'me' }),
      transitionVerification(key, 'expire', { to: 'expired', at: now, by: 'me' }),
      cancel(key, now),
    ])
    expect(done.filter(Boolean)).toHaveLength(1)
    const outcome = await outcomeOf(verification.id)
    expect(await transitionVerification(key, 'decide', { to: 'noAccess', at: now, by: 'me' })).toBe(false)
    expect(await outcomeOf(verification.id)).toBe(outcome)
  })

  it('refuses an outcome that the table of transitions does not have', async () => {
    const { key } = await accepted('9 Wrong Street')
    await expect(
      transitionVerification(key, 'cancel', { to: 'verified', at: now, by: 'me' }),
    ).rejects.toThrow(RangeError)
  })

  it('makes nothing out of nothing', async () => {
    const key = { organisationId: 1, mode: 'live', verificationId: 4711 } as const
    expect(await transitionVerification(key, 'decide', { to: 'verified', at: now, by: 'me' })).toBe(false)
    expect(await outcomeOf(4711)).toBeUndefined()
  })

  it('does not cancel what was visited, which can still be decided or expire', async () => {
    for (const end of ['decide', 'expire'] as const) {
      const { verification, key } = await accepted(`10 Visited to ${end} Street`)
      await reported(verification)
      expect(await cancel(key, now)).toBe(false)
      expect(await outcomeOf(verification.id)).toBe('accepted')
      if (end === 'decide')
        expect(await decideVerification(verification, { decision: decision('verified') })).toBe(true)
      else await expireVerification(key, nowMs)
      expect(await outcomeOf(verification.id)).toBe(end === 'decide' ? 'verified' : 'expired')
    }
  })

  it('notes the first delay, and nothing of a second', async () => {
    const { verification, key } = await accepted('11 Late Street')
    expect(await markDelayed(key, nowMs)).toBe(true)
    expect(await markDelayed(key, nowMs + 1000)).toBe(false)
    const found = await findVerification(verification, verification.id, nowMs)
    expect(found).toMatchObject({ delayedAt: now, updatedAt: now })
    expect((await readTrail(key, nowMs)).map(({ at }) => at)).toEqual([now])
  })
})

describe('a decision', () => {
  it('is final with its one write, before any work was opened', async () => {
    const { verification, key } = await accepted('12 Decided Street')
    expect(await decideVerification(verification, { report, decision: decision('verified') })).toBe(true)
    expect(await findVerification(verification, verification.id, nowMs)).toMatchObject({
      outcome: 'verified',
      price: 2500,
      report,
      decidedBy: 'me',
      approvedAt: now,
      updatedAt: now,
    })
    expect(await cancel(key, now)).toBe(false)
    expect(await outcomeOf(verification.id)).toBe('verified')
  })

  it('takes over the report that was filed before', async () => {
    const { verification, key } = await accepted('13 Filed Street')
    const assignment = await reported(verification)
    await decideVerification(verification, { decision: decision('noAccess'), assignment })
    const final = await findVerification(verification, verification.id, nowMs)
    expect(final).toMatchObject({ outcome: 'noAccess', report, rejectedAt: now })
    expect(await fileReport(assignment, { by: 'agent', report })).toBe(false)
    expect(await findAssignment(key)).toMatchObject({ status: 'decided', verdict: { outcome: 'noAccess' } })
  })

  it('stands if it is the first of many', async () => {
    const { verification } = await accepted('14 Raced Street')
    const outcomes = ['verified', 'noAccess', 'noAccess', 'verified'] as const
    const made = await Promise.all(
      outcomes.map((outcome, index) =>
        decideVerification(verification, {
          decision: { ...decision(outcome), decidedBy: `reviewer-${index}` },
        }),
      ),
    )
    expect(made.filter(Boolean)).toHaveLength(1)
  })

  it('is the same decision when its write is sent again because the answer was lost', async () => {
    const { verification } = await accepted('16 Repeated Street')
    const again = () => decideVerification(verification, { decision: decision('verified') })
    expect([await again(), await again()]).toEqual([true, true])
    const later = { ...decision('verified'), decidedAt: '2026-11-20T12:00:01.000Z' }
    expect(await decideVerification(verification, { decision: later })).toBe(false)
  })

  it('comes too late for what was cancelled, and cannot be one that the product does not have', async () => {
    const { verification, key } = await accepted('15 Cancelled Street')
    await cancel(key, now)
    expect(await decideVerification(verification, { report, decision: decision('verified') })).toBe(false)
    expect(await findVerification(verification, verification.id, nowMs)).toMatchObject({
      outcome: 'cancelled',
      price: 0,
    })
    const wrong = { decision: { ...decision('verified'), outcome: 'notAnEmployee' as const } }
    await expect(decideVerification(verification, wrong)).rejects.toThrow(RangeError)
  })
})

it('an assignment keeps the work when the workflow waits under a later token', async () => {
  const { verification, key } = await accepted('16 Token Street')
  await reported(verification)
  await openAssignment(key, verification, {
    taskToken: 'two',
    at: '2026-11-23T12:00:00.000Z',
    dueAt: now,
    isListed: true,
  })
  expect(await findAssignment(key)).toMatchObject({ taskToken: 'two', assignedAt: now, report })
})

describe('what is open', () => {
  it('is found until its end was told, however old it is, and by its own tenant alone', async () => {
    await acceptVerification(addressVerification({}, { organisationId: 9, now, id: 7 }), nowMs)
    const key = { organisationId: 9, mode: 'live', verificationId: 7 } as const
    const open = async (mode: 'live' | 'test') => {
      const { verifications, orphans } = await openOf({ organisationId: 9, mode })
      expect(orphans).toEqual([])
      return verifications.map(({ id }) => id)
    }
    expect(await open('live')).toEqual([7])
    expect(await open('test')).toEqual([])
    await expireVerification(key, nowMs)
    expect(await open('live')).toEqual([7])
    await markPublished(key)
    expect(await open('live')).toEqual([])
  })

  it('says what is left of a record that is gone', async () => {
    const context = { id: 8, organisationId: 9, mode: 'live', now } as const
    await acceptVerification(addressVerification({ street: '18 Gone' }, context), nowMs)
    await database.write({ delete: verificationKey(context, 8) })
    const { verifications, orphans } = await openOf(context)
    expect(verifications).toEqual([])
    expect(orphans).toMatchObject([{ organisationId: 9, mode: 'live', verificationId: 8 }])
  })
})
