import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { database } from '../../../shared/aws/database.ts'
import { identityEventOf } from '../../../shared/domain/event.ts'
import type { Lookup } from '../../../shared/domain/identity.ts'
import type { LateLookup } from '../../../shared/domain/late-lookup.ts'
import { giveBack, take } from '../../../shared/table/allowance.ts'
import { findEvent, freezing } from '../../../shared/table/event.ts'
import { findLookup, keepLookup } from '../../../shared/table/identity.ts'
import { allowanceKey } from '../../../shared/table/keys.ts'
import {
  acceptLate,
  concludeLate,
  findLate,
  listLate,
  postponeLate,
} from '../../../shared/table/late-lookup.ts'
import { startTable } from '../../support/table.ts'

let table: AsyncDisposable
beforeAll(async () => {
  table = await startTable()
})
afterAll(() => table[Symbol.asyncDispose]())

const owner = { organisationId: 7, mode: 'live' } as const
const nowMs = Date.parse('2026-11-20T10:00:00.000Z')
const lookup = (id: number): Lookup => ({
  ...owner,
  id,
  product: 'nin',
  idNumberDigest: 'digest',
  idNumberLast4: '6213',
  requestedAt: '2026-11-20T10:00:00.000Z',
  price: 0,
})
const late = (verificationId: number): LateLookup => ({
  ...owner,
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
  event: freezing(identityEventOf({ ...owner, verificationId: id }, completedAt), new Uint8Array([9]), 4),
})

describe('a look-up', () => {
  it('is kept once, and read by its owner in its mode until its retention ends', async () => {
    expect(await keepLookup(database, lookup(1))).toBe(true)
    expect(await keepLookup(database, { ...lookup(1), price: 5 })).toBe(false)
    expect(await findLookup(database, owner, 1, nowMs)).toMatchObject(lookup(1))
    expect(await findLookup(database, { ...owner, mode: 'test' }, 1, nowMs)).toBeUndefined()
    expect(await findLookup(database, { ...owner, organisationId: 8 }, 1, nowMs)).toBeUndefined()
    expect(await findLookup(database, owner, 1, nowMs + 366 * 86_400_000)).toBeUndefined()
  })
})

describe('a late look-up', () => {
  it('is accepted once, with what it takes to try again', async () => {
    expect(await acceptLate(database, lookup(2), late(2))).toBe(true)
    expect(await acceptLate(database, lookup(2), late(2))).toBe(false)
    expect(await findLate(database, late(2))).toMatchObject(late(2))
    expect((await listLate(database, owner)).map(({ verificationId }) => verificationId)).toEqual([2])
  })

  it('moves on to its next try once, however often it is told', async () => {
    const next = { attempt: 3, notBeforeMs: nowMs + 60_000 }
    const moved = await Promise.all([1, 2, 3].map(() => postponeLate(database, late(2), next)))
    expect(moved.filter(Boolean)).toHaveLength(1)
    expect(await findLate(database, late(2))).toMatchObject(next)
  })

  it('ends once: outcome, event and the end of the personal data in one', async () => {
    const ends = await Promise.all([1, 2, 3].map(() => concludeLate(database, late(2), endOf(2))))
    expect(ends.filter(Boolean)).toHaveLength(1)
    expect(await findLate(database, late(2))).toBeUndefined()
    expect(await listLate(database, owner)).toEqual([])
    expect(await findLookup(database, owner, 2, nowMs)).toMatchObject({ failure: 'identity_not_found' })
    const event = await findEvent(database, owner, 'evt_2_completed', nowMs)
    expect(event?.expiresAt).toBe(Date.parse(completedAt) / 1000 + 4 * 86_400)
  })

  it('does not end without its record', async () => {
    expect(await concludeLate(database, late(3), endOf(3))).toBe(false)
    expect(await findEvent(database, owner, 'evt_3_completed', nowMs)).toBeUndefined()
  })
})

describe('an allowance', () => {
  const windowOf = (subject: string) => ({
    key: allowanceKey(owner, 'client-1', subject, 1_000),
    limit: 10,
    endsAt: 1_060,
  })

  it('gives no more than there is, to any number at the same time', async () => {
    const left = await Promise.all(Array.from({ length: 40 }, () => take(database, windowOf('one'))))
    expect(left.filter(each => each !== undefined).toSorted((a, b) => a - b)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ])
  })

  it('gives several at once or none, and takes back what was not used', async () => {
    expect(await take(database, windowOf('two'), 7)).toBe(3)
    expect(await take(database, windowOf('two'), 4)).toBeUndefined()
    expect(await take(database, windowOf('two'), 3)).toBe(0)
    await giveBack(database, windowOf('two'), 2)
    expect(await take(database, windowOf('two'), 2)).toBe(0)
  })
})
