import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assign, conclude, findAssignment } from '../../../shared/fieldwork/assignment-store.ts'
import { idAt } from '../../../shared/table/id.ts'
import { address } from '../../../shared/verification/product/address.ts'
import { acceptVerification, findVerification, moveVerification } from '../../../shared/verification/store.ts'
import type { AddressVerification } from '../../../shared/verification/verification.ts'
import { addressOrder } from '../../support/orders.ts'
import { startTable } from '../../support/table.ts'

let table: AsyncDisposable
beforeAll(async () => {
  table = await startTable()
})
afterAll(() => table[Symbol.asyncDispose]())

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const now = new Date(nowMs).toISOString()
const dayMs = 86_400_000
let drawn = 0

const ordered = (street: string, changes: Partial<AddressVerification> = {}): AddressVerification => {
  drawn += 1
  const context = {
    id: idAt(nowMs + drawn, 0),
    applicantId: 1,
    organisationId: 1,
    mode: 'live',
    now,
  } as const
  return { ...address.order(addressOrder({ street }) as never, context), ...changes }
}

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
    const duplicate = { kind: 'duplicate', id: verification.id }
    expect(await acceptVerification(ordered('2 Guarded Street'), nowMs)).toEqual(duplicate)
    expect(await acceptVerification(ordered('2 Guarded Street'), nowMs + 29 * dayMs)).toEqual(duplicate)
    expect(await acceptVerification(ordered('2 Guarded Street'), nowMs + 31 * dayMs)).toEqual({
      kind: 'accepted',
    })
  })

  it('accepts one of two hundred equal orders at once', async () => {
    const all = Array.from({ length: 200 }, () => acceptVerification(ordered('3 Crowded Street'), nowMs))
    const kinds = (await Promise.all(all)).map(({ kind }) => kind)
    expect(kinds.filter(kind => kind === 'accepted')).toHaveLength(1)
    expect(kinds.filter(kind => kind === 'duplicate')).toHaveLength(199)
  })

  it('says when an id is taken, and leaves what has it alone', async () => {
    const { verification } = await accepted('4 Taken Street')
    const other = ordered('5 Other Street', { id: verification.id })
    expect(await acceptVerification(other, nowMs)).toEqual({ kind: 'id-taken' })
    expect(await findVerification(verification, verification.id, nowMs)).toMatchObject({
      street: '4 Taken Street',
    })
  })

  it('moves the guard for a revisit, and past one that it supersedes', async () => {
    const { verification } = await accepted('6 Revisited Street')
    const revisit = ordered('6 Revisited Street')
    expect(await acceptVerification(revisit, nowMs, { isRevisit: true })).toEqual({ kind: 'accepted' })
    const wrong = { supersedes: verification.id }
    expect(await acceptVerification(ordered('6 Revisited Street'), nowMs, wrong)).toMatchObject({
      kind: 'duplicate',
    })
    const right = { supersedes: revisit.id }
    expect(await acceptVerification(ordered('6 Revisited Street'), nowMs, right)).toEqual({
      kind: 'accepted',
    })
  })
})

describe('reading a verification', () => {
  it('finds nothing for another organisation or the other mode, nor after its retention', async () => {
    const { verification } = await accepted('7 Hidden Street')
    const { id } = verification
    expect(await findVerification({ organisationId: 2, mode: 'live' }, id, nowMs)).toBeUndefined()
    expect(await findVerification({ organisationId: 1, mode: 'test' }, id, nowMs)).toBeUndefined()
    expect(await findVerification(verification, id, nowMs + 366 * dayMs)).toBeUndefined()
  })
})

describe('a move', () => {
  it('is made once, by whoever comes first', async () => {
    const { verification, key } = await accepted('8 Raced Street')
    const done = await Promise.all([
      moveVerification(key, 'cancel', { to: 'cancelled', at: now }),
      moveVerification(key, 'complete', { to: 'verified', at: now }),
      moveVerification(key, 'expire', { to: 'expired', at: now }),
      moveVerification(key, 'cancel', { to: 'cancelled', at: now }),
    ])
    expect(done.filter(Boolean)).toHaveLength(1)
    const outcome = await outcomeOf(verification.id)
    expect(await moveVerification(key, 'complete', { to: 'noAccess', at: now })).toBe(false)
    expect(await outcomeOf(verification.id)).toBe(outcome)
  })

  it('refuses an outcome that the table of transitions does not have', async () => {
    const { key } = await accepted('9 Wrong Street')
    await expect(moveVerification(key, 'cancel', { to: 'verified', at: now })).rejects.toThrow(RangeError)
  })

  it('makes nothing out of nothing', async () => {
    const key = { organisationId: 1, mode: 'live', verificationId: 4711 } as const
    expect(await moveVerification(key, 'complete', { to: 'verified', at: now })).toBe(false)
    expect(await outcomeOf(4711)).toBeUndefined()
  })

  it('does not cancel what was visited, nor expire what was decided', async () => {
    const { verification, key } = await accepted('10 Visited Street')
    await assign(key, { product: 'address', taskToken: 'token', at: now })
    const decision = { outcome: 'verified', decidedAt: now, decidedBy: 'me' } as const
    const report = { submittedAt: now } as never
    expect(await conclude(key, 'address', { report, decision })).toBe(true)
    expect(await moveVerification(key, 'cancel', { to: 'cancelled', at: now })).toBe(false)
    expect(await moveVerification(key, 'expire', { to: 'expired', at: now })).toBe(false)
    expect(await outcomeOf(verification.id)).toBe('accepted')
  })

  it('notes the first delay and keeps it', async () => {
    const { verification, key } = await accepted('11 Late Street')
    await moveVerification(key, 'delay', { to: 'accepted', at: now, setOnce: { delayedAt: 'first' } })
    await moveVerification(key, 'delay', { to: 'accepted', at: now, setOnce: { delayedAt: 'second' } })
    expect(await findVerification(verification, verification.id, nowMs)).toMatchObject({ delayedAt: 'first' })
  })
})

describe('an assignment', () => {
  const decision = (outcome: 'verified' | 'noAccess') => ({ outcome, decidedAt: now, decidedBy: 'me' })

  it('keeps the work when the workflow waits under a later token', async () => {
    const { key } = await accepted('12 Token Street')
    await assign(key, { product: 'address', taskToken: 'one', at: now })
    await conclude(key, 'address', { decision: decision('verified') })
    await assign(key, { product: 'address', taskToken: 'two', at: '2026-11-23T12:00:00.000Z' })
    expect(await findAssignment(key)).toMatchObject({
      taskToken: 'two',
      assignedAt: now,
      decision: { outcome: 'verified' },
      approvedAt: now,
    })
  })

  it('lets the first of many decisions stand', async () => {
    const { key } = await accepted('13 Decided Street')
    await assign(key, { product: 'address', taskToken: 'one', at: now })
    const outcomes = ['verified', 'noAccess', 'noAccess', 'verified'] as const
    const made = await Promise.all(
      outcomes.map(outcome => conclude(key, 'address', { decision: decision(outcome) })),
    )
    expect(made.filter(Boolean)).toHaveLength(1)
  })

  it('cannot be concluded before it is opened, nor as the product cannot end', async () => {
    const { key } = await accepted('14 Unopened Street')
    expect(await conclude(key, 'address', { decision: decision('verified') })).toBe(false)
    await expect(conclude(key, 'employment', { decision: decision('noAccess') })).rejects.toThrow(RangeError)
  })
})
