import { beforeAll, describe, expect, it } from 'vitest'
import type { LateLookup } from '../../../shared/identity/late/late-lookup.ts'
import {
  concludeLate,
  findLate,
  insertLate,
  listLate,
  postponeLate,
  removeLate,
} from '../../../shared/identity/late/store.ts'
import type { Lookup } from '../../../shared/identity/lookup.ts'
import { findLookup, insertLookup, listChargedLookups } from '../../../shared/identity/store.ts'
import { startTable } from '../../support/table.ts'

beforeAll(async () => {
  await startTable()
  process.env.PRICES = JSON.stringify({ address: 2500, nin: 150, free: 0 })
  process.env.STAGE = 'local'
})

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
  clientId: 'live-1',
})
const late = (verificationId: number): LateLookup => ({
  ...tenant,
  verificationId,
  product: 'nin',
  attempt: 2,
  notBeforeMs: nowMs + 30_000,
  giveUpAtMs: nowMs + 86_400_000,
  sealed: new Uint8Array([1, 2, 3]),
  clientId: 'live-1',
})
const verdict = { matchStatus: 'EXACT_MATCH', fieldMatches: {}, matchDetails: [] } as never
const concluded = (id: number) => ({
  ...lookup(id),
  price: 150,
  verdict,
  completedAt: lookup(id).requestedAt,
})
const completedAt = '2026-11-20T11:00:00.000Z'
const end = {
  kept: { failure: 'identity_not_found', price: 0 },
  completedAt,
  sealed: new Uint8Array([9]),
} as const

const listed = async (): Promise<number[]> =>
  (await listLate(tenant, undefined)).items.map(({ verificationId }) => verificationId)

it('a look-up is kept once, and read by its tenant in its mode until its retention ends', async () => {
  expect(await insertLookup(concluded(1))).toBe(true)
  expect(await insertLookup({ ...concluded(1), completedAt: '2026-11-20T10:00:01.000Z', price: 5 })).toBe(
    false,
  )
  expect(await findLookup(tenant, 1, nowMs)).toMatchObject(concluded(1))
  expect(await findLookup({ ...tenant, mode: 'test' }, 1, nowMs)).toBeUndefined()
  expect(await findLookup({ ...tenant, organisationId: 8 }, 1, nowMs)).toBeUndefined()
  expect(await findLookup(tenant, 1, nowMs + 366 * 86_400_000)).toBeUndefined()
})

describe('a late look-up', () => {
  it('is accepted once, with what it takes to try again', async () => {
    expect(await insertLate(lookup(2), late(2))).toBe(true)
    expect(await insertLate(lookup(2), late(2))).toBe(false)
    expect(await findLate(late(2))).toMatchObject(late(2))
    expect(await listed()).toEqual([2])
  })

  it('moves on to its next try once, however often it is told', async () => {
    const next = { attempt: 3, notBeforeMs: nowMs + 60_000 }
    const moved = await Promise.all([1, 2, 3].map(() => postponeLate(late(2), next)))
    expect(moved.filter(Boolean)).toHaveLength(1)
    expect(await findLate(late(2))).toMatchObject(next)
  })

  it('ends once: the answer takes the place of the claim, and waits there to be told', async () => {
    const ends = await Promise.all([1, 2, 3].map(() => concludeLate(late(2), end)))
    expect(ends.filter(Boolean)).toHaveLength(1)
    expect(await findLookup(tenant, 2, nowMs)).toMatchObject({ ...end.kept, completedAt })
    const expiresAt = Date.parse(completedAt) / 1000 + 4 * 86_400
    expect(await findLate(late(2))).toMatchObject({ completedAt, sealed: end.sealed, expiresAt })
    expect(await postponeLate({ ...late(2), attempt: 3 }, { attempt: 4, notBeforeMs: nowMs })).toBe(false)
    expect(await listed()).toEqual([2])
  })

  it('is gone when it was told', async () => {
    for (const _ of [1, 2]) await removeLate(late(2))
    expect(await findLate(late(2))).toBeUndefined()
    expect(await listed()).toEqual([])
  })

  it('is listed with what was charged once it has a verdict, and not without one', async () => {
    const of = { organisationId: 8, mode: 'live' } as const
    for (const id of [4, 5]) await insertLate({ ...lookup(id), ...of }, { ...late(id), ...of })
    const ids = async () => {
      const page = await listChargedLookups(of, ['nin'], { sinceMs: nowMs, limit: 20 })
      return page.items.map(({ id }) => id)
    }
    expect(await ids()).toEqual([])
    await concludeLate({ ...late(4), ...of }, { ...end, kept: { verdict, price: 150 } })
    await concludeLate({ ...late(5), ...of }, end)
    expect(await ids()).toEqual([4])
  })

  it('does not end without its record', async () => {
    expect(await concludeLate(late(3), end)).toBe(false)
    expect(await findLate(late(3))).toBeUndefined()
  })
})
