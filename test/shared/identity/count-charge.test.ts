import { beforeAll, expect, it } from 'vitest'
import { type LookupQuestion, respondFound } from '../../../shared/identity/conclude-lookup.ts'
import { concludeLate, insertLate } from '../../../shared/identity/late/store.ts'
import type { Lookup } from '../../../shared/identity/lookup.ts'
import { findIdentityProduct } from '../../../shared/identity/products.ts'
import { unknownPerson } from '../../../shared/identity/registry/port.ts'
import { replaceLookup } from '../../../shared/identity/store.ts'
import { watchCounts } from '../../support/metric-lines.ts'
import { startTable } from '../../support/table.ts'

const price = 150

beforeAll(async () => {
  await startTable()
  process.env.PRICES = JSON.stringify({ nin: price })
  process.env.LOOKUP_LIMITS = JSON.stringify({
    perClientPerMinute: 100,
    perNumberPerDay: 100,
    fruitlessPerDay: 100,
  })
})

const tenant = { organisationId: 7, mode: 'live' } as const
const nowMs = Date.parse('2026-11-20T10:00:00.000Z')
const person = { firstname: 'Ngozi', lastname: 'Adeyemi' }

const questionOf = (id: number, more: Partial<LookupQuestion> = {}): LookupQuestion => ({
  request: {
    caller: { ...tenant, clientId: 'live-1', scopes: [] },
    id,
    nowMs,
    isRepeat: false,
    prefersAsync: false,
  } as never,
  product: findIdentityProduct('nin'),
  idNumber: '70000000001',
  digest: `digest-${id}`,
  claimed: person,
  consent: undefined,
  earlier: undefined,
  capped: undefined,
  ...more,
})

const cappedAt = (spendCap: number) =>
  ({ reservation: { clientId: 'live-1', month: '2026-11', amount: price }, spendCap }) as const

const registered = { ...unknownPerson, ...person, idNumber: '70000000001' }

const lookup = (id: number): Lookup => ({
  ...tenant,
  id,
  product: 'nin',
  idNumberDigest: 'digest',
  idNumberLast4: '6213',
  requestedAt: new Date(nowMs).toISOString(),
  price: 0,
  clientId: 'live-1',
})

it('counts the price of what is charged, and not of what the cap refuses once the registry has answered', async () => {
  using watch = watchCounts()
  const sum = (name: string) => watch.counted().reduce((all, { [name]: value = 0 }) => all + Number(value), 0)
  await respondFound(questionOf(1, { capped: cappedAt(price) }), registered)
  expect([sum('LookupsAnswered'), sum('Charged')]).toEqual([1, price])
  await expect(respondFound(questionOf(2, { capped: cappedAt(price) }), registered)).rejects.toMatchObject({
    code: 'spend_cap_reached',
  })
  expect([sum('LookupsAnswered'), sum('Charged')]).toEqual([2, price])
  await respondFound(questionOf(2), registered)
  expect([sum('LookupsAnswered'), sum('Charged')]).toEqual([3, 2 * price])
})

it('counts what ended without a verdict once, whoever of two repeats is quicker', async () => {
  using watch = watchCounts()
  const earlier = {
    ...lookup(3),
    completedAt: lookup(3).requestedAt,
    failure: 'registry_unavailable',
  } as const
  await replaceLookup(earlier)
  const repeat = () => respondFound(questionOf(3, { earlier }), registered)
  await repeat()
  await repeat()
  expect(watch.counted().filter(line => 'Charged' in line)).toEqual([{ product: 'nin', Charged: price }])
})

it('counts a late look-up once, though two copies of its message conclude it', async () => {
  using watch = watchCounts()
  const late = {
    ...tenant,
    verificationId: 4,
    product: 'nin',
    attempt: 2,
    notBeforeMs: nowMs,
    giveUpAtMs: nowMs + 86_400_000,
    sealed: new Uint8Array([1]),
    clientId: 'live-1',
  } as const
  await insertLate(lookup(4), late)
  const verdict = { matchStatus: 'EXACT_MATCH', fieldMatches: {}, matchDetails: [] } as never
  const sealed = new Uint8Array([9])
  const conclusion = { kept: { verdict, price }, completedAt: new Date(nowMs).toISOString(), sealed }
  expect([await concludeLate(late, conclusion), await concludeLate(late, conclusion)]).toEqual([true, false])
  expect(watch.counted()).toEqual([{ product: 'nin', Charged: price }])
})
