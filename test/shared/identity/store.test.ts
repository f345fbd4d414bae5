import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identityEventOf } from '../../../shared/event/event.ts'
import { findEvent, freezing } from '../../../shared/event/store.ts'
import type { LateLookup } from '../../../shared/identity/late/late-lookup.ts'
import {
  acceptLate,
  concludeLate,
  findLate,
  listLate,
  postponeLate,
} from '../../../shared/identity/late/store.ts'
import type { Lookup } from '../../../shared/identity/look-up.ts'
import { findLookup, keepLookup } from '../../../shared/identity/store.ts'
import { startTable } from '../../support/table.ts'

let table: AsyncDisposable
beforeAll(async () => {
  table = await startTable()
})
afterAll(() => table[Symbol.asyncDispose]())

const tenant = { organisationId: 7, mode: 'live' } as const
const nowMs = Date.parse('2026-11-20T10:00:00.000Z')
const lookup = (id: number): Lookup => ({
  ...tenant,
  id,
  product: 'nin',
  idNumberDigest: 'digest',
  idNumberLast4: '6213',
  requestedAt: '2026-11-20T10:00:00.000Z',
  price: 0,
})
const late = (verificationId: number): LateLookup => ({
  ...tenant,
  verificationId,
  product: 'nin',
  attempt: 2,
  notBeforeMs: nowMs + 30_000,
  giveUpAtMs: nowMs + 86_400_000,
  sealed: new Uint8Array([1, 2, 3]),
})
const completedAt = '2026-11-20T11:00:00.000Z'
const endOf = (id: number) => ({
  outcome: { completedAt, failure: 'identity_not_found', price: 0 } as const,
  event: freezing(identityEventOf({ ...tenant, verificationId: id }, completedAt), new Uint8Array([9]), 4),
})

describe('a look-up', () => {
  it('is kept once, and read by its tenant in its mode until its retention ends', async () => {
    expect(await keepLookup(lookup(1))).toBe(true)
    expect(await keepLookup({ ...lookup(1), price: 5 })).toBe(false)
    expect(await findLookup(tenant, 1, nowMs)).toMatchObject(lookup(1))
    expect(await findLookup({ ...tenant, mode: 'test' }, 1, nowMs)).toBeUndefined()
    expect(await findLookup({ ...tenant, organisationId: 8 }, 1, nowMs)).toBeUndefined()
    expect(await findLookup(tenant, 1, nowMs + 366 * 86_400_000)).toBeUndefined()
  })
})

describe('a late look-up', () => {
  it('is accepted once, with what it takes to try again', async () => {
    expect(await acceptLate(lookup(2), late(2))).toBe(true)
    expect(await acceptLate(lookup(2), late(2))).toBe(false)
    expect(await findLate(late(2))).toMatchObject(late(2))
    expect((await listLate(tenant)).map(({ verificationId }) => verificationId)).toEqual([2])
  })

  it('moves on to its next try once, however often it is told', async () => {
    const next = { attempt: 3, notBeforeMs: nowMs + 60_000 }
    const moved = await Promise.all([1, 2, 3].map(() => postponeLate(late(2), next)))
    expect(moved.filter(Boolean)).toHaveLength(1)
    expect(await findLate(late(2))).toMatchObject(next)
  })

  it('ends once: outcome, event and the end of the personal data in one', async () => {
    const ends = await Promise.all([1, 2, 3].map(() => concludeLate(late(2), endOf(2))))
    expect(ends.filter(Boolean)).toHaveLength(1)
    expect(await findLate(late(2))).toBeUndefined()
    expect(await listLate(tenant)).toEqual([])
    expect(await findLookup(tenant, 2, nowMs)).toMatchObject({ failure: 'identity_not_found' })
    const event = await findEvent(tenant, 'evt_2_completed', nowMs)
    expect(event?.expiresAt).toBe(Date.parse(completedAt) / 1000 + 4 * 86_400)
  })

  it('does not end without its record', async () => {
    expect(await concludeLate(late(3), endOf(3))).toBe(false)
    expect(await findEvent(tenant, 'evt_3_completed', nowMs)).toBeUndefined()
  })
})
