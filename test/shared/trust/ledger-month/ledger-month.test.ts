import { gunzipSync } from 'node:zlib'
import { createLocalJWKSet, compactVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addOrganisation } from '../../../../shared/account/store.ts'
import { readCharges } from '../../../../shared/ledger/charges.ts'
import { chunkLines } from '../../../../shared/ledger/closed-month.ts'
import { toLedgerLine } from '../../../../shared/ledger/line.ts'
import { recountSpend } from '../../../../shared/ledger/recount.ts'
import { countCharges } from '../../../../shared/ledger/sum-store.ts'
import { database } from '../../../../shared/table/driver.ts'
import { closedMonthKey, ledgerKey } from '../../../../shared/table/keys.ts'
import type { Tenant } from '../../../../shared/table/tenant.ts'
import { checkClosedMonth } from '../../../../shared/trust/ledger-month/close-month.ts'
import { closeMonths } from '../../../../shared/trust/ledger-month/close-months.ts'
import type { LocalLockedBucket } from '../../../support/locked-bucket.ts'
import { watchCounts } from '../../../support/metric-lines.ts'
import { publishedKeys } from '../receipt/claims.ts'
import {
  addUp,
  bytesOf,
  charge,
  chargeMany,
  chargeOf,
  closeAt,
  closedOf,
  dayMs,
  drawTenant,
  dueMs,
  foundLines,
  ledgerIds,
  month,
  nextMs,
  objectsOf,
  readLookups,
  readMonth,
  startLedger,
  tableIds,
} from './stage.ts'

/* A month of the ledger becomes an object, and nobody who reads it notices. */

let bucket: LocalLockedBucket
beforeAll(async () => {
  bucket = await startLedger()
})
afterAll(() => bucket[Symbol.asyncDispose]())

/** Both steps, a day apart. */
const closed = async (tenant: Tenant, count = 7) => {
  const charges = await chargeMany(tenant, count)
  expect(await closeAt(tenant, dueMs)).toBe('stored')
  expect(await closeAt(tenant, nextMs)).toBe('closed')
  return charges
}

const objectText = (key: string): string => {
  const bytes = bytesOf(bucket, key)
  return gunzipSync(bytes.subarray(bytes.indexOf(10) + 1)).toString()
}

describe('a month that is closed', () => {
  it('reads as before, byte by byte, when its object is there and when its lines are gone', async () => {
    const tenant = drawTenant()
    const charges = await chargeMany(tenant, 23)
    await countCharges(
      charges.map(one => toLedgerLine(one, 'list')!),
      dueMs,
    )
    const [before, lookups] = [await readMonth(tenant), await readLookups(tenant)]
    const lines = await foundLines(tenant, charges)
    expect(lines).toHaveLength(17)
    expect(await closeAt(tenant, dueMs)).toBe('stored')
    expect(await readMonth(tenant)).toBe(before)
    expect(await readLookups(tenant)).toBe(lookups)
    expect(await tableIds(tenant)).toHaveLength(23)
    expect(await closeAt(tenant, nextMs)).toBe('closed')
    expect(await tableIds(tenant)).toEqual([])
    expect(await readMonth(tenant)).toBe(before)
    expect(await readLookups(tenant)).toBe(lookups)
    expect(await foundLines(tenant, charges)).toEqual(lines)
    expect(before).toContain('"data":[{"product":"address","count":6,"amount":15000}')
  })

  it('is one object, which anybody unpacks: a head that we signed, and its lines in order', async () => {
    const tenant = drawTenant()
    const charges = await closed(tenant)
    const key = `${tenant.organisationId}/live/${month}/1`
    expect(objectsOf(bucket, tenant)).toEqual([key])
    const lines = objectText(key).split('\n').slice(0, -1)
    expect(lines.map(text => JSON.parse(text))).toEqual(
      charges.map(each => ({ ...each, currency: 'NGN', priceList: expect.stringMatching(/^[0-9a-f]{12}$/) })),
    )
    const [jws] = bytesOf(bucket, key).toString('latin1').split('\n')
    const keys = (await publishedKeys()).map(({ x, kid, kty, crv }) => ({ x, kid, kty, crv }))
    const { payload, protectedHeader } = await compactVerify(jws!, createLocalJWKSet({ keys }))
    expect(protectedHeader.typ).toBe('ledger-month+jwt')
    const said = JSON.parse(Buffer.from(payload).toString())
    expect(said).toMatchObject({ iss: 'https://api.example.com', ...tenant, month, n: 1 })
    expect(said.sums).toEqual([
      { product: 'address', rule: 'decided', count: 2, amount: 5000 },
      { product: 'message', rule: 'handedOver', count: 2, amount: 60 },
      { product: 'nin', rule: 'answered', count: 2, amount: 300 },
      { product: 'nin', rule: 'answeredLate', count: 1, amount: 150 },
    ])
    expect(said.chunks.map((chunk: { lines: number }) => chunk.lines)).toEqual([7])
  })

  it('has its sums in the table, so that charges read no object', async () => {
    const tenant = drawTenant()
    await addUp(await closed(tenant))
    const asked: string[] = []
    bucket.refuse(({ url }) => {
      asked.push(url)
      return false
    })
    const caller = { ...tenant, clientId: 'client-1', scopes: [] }
    const { total } = await readCharges(caller, { month, nowMs: nextMs }, () => true)
    expect([total, asked]).toEqual([5510, []])
    bucket.refuse(() => false)
    const [only] = await closedOf(tenant)
    expect(only!.deletedAt).toBe(new Date(nextMs).toISOString())
    // As long as the youngest of its lines would have been there.
    expect(only!.expiresAt).toBe(Date.parse('2026-11-01T00:00:00.000Z') / 1000 + 2557 * 86_400)
  })

  it('counts for a spend cap as before', async () => {
    const tenant = drawTenant()
    await chargeMany(tenant, 23)
    const whose = { clientId: 'client-1', month }
    const { spent } = await recountSpend(tenant, whose)
    expect(spent).toBeGreaterThan(0)
    await closeAt(tenant, dueMs)
    await closeAt(tenant, nextMs)
    expect(await recountSpend(tenant, whose)).toMatchObject({ spent })
  })

  it('without lines is nothing at all', async () => {
    const tenant = drawTenant()
    const before = await readMonth(tenant)
    for (const nowMs of [dueMs, nextMs]) expect(await closeAt(tenant, nowMs)).toBe('empty')
    expect(objectsOf(bucket, tenant)).toEqual([])
    expect(await closedOf(tenant)).toEqual([])
    expect(await readMonth(tenant)).toBe(before)
  })

  it('of ten thousand lines is read chunk by chunk, from both ends', async () => {
    const tenant = drawTenant()
    await chargeMany(tenant, 10_000)
    const read = () => readMonth(tenant, { limit: 1000 })
    const before = await read()
    await closeAt(tenant, dueMs)
    await closeAt(tenant, nextMs)
    expect(await tableIds(tenant)).toEqual([])
    const [only] = await closedOf(tenant)
    expect(only!.chunks.map(({ lines }) => lines)).toEqual(Array(10).fill(chunkLines))
    expect(objectsOf(bucket, tenant)).toHaveLength(1)
    expect(await read()).toBe(before)
    // Far less than the table has of them.
    expect(bytesOf(bucket, objectsOf(bucket, tenant)[0]!).length).toBeLessThan(10_000 * 50)
    await checkClosedMonth({ ...tenant, month })
  }, 120_000)

  it('that does not fit into one object becomes several', async () => {
    const tenant = drawTenant()
    await chargeMany(tenant, 2500)
    const read = () => readMonth(tenant, { limit: 700 })
    const before = await read()
    expect(await closeAt(tenant, dueMs, chunkLines)).toBe('stored')
    expect(objectsOf(bucket, tenant)).toEqual(
      [1, 2, 3].map(n => `${tenant.organisationId}/live/${month}/${n}`),
    )
    expect(await read()).toBe(before)
    expect(await closeAt(tenant, nextMs, chunkLines)).toBe('closed')
    expect(await tableIds(tenant)).toEqual([])
    expect(await read()).toBe(before)
  }, 60_000)

  it('holds nothing of a person: an erasure changes nothing of it', async () => {
    const tenant = drawTenant()
    await closed(tenant)
    const names = [
      ['amount', 'chargedAt', 'clientId', 'currency', 'end', 'messageLink', 'mode'],
      ['organisationId', 'priceList', 'product', 'rule', 'verificationId'],
    ].flat()
    const [key] = objectsOf(bucket, tenant)
    const lines = objectText(key!).split('\n').slice(0, -1)
    const found = new Set(lines.flatMap(text => Object.keys(JSON.parse(text))))
    expect([...found].toSorted()).toEqual(names)
  })
})

describe('a line that comes late', () => {
  it('is read beside the object, and becomes another one', async () => {
    const tenant = drawTenant()
    const charges = await closed(tenant)
    const late = chargeOf(tenant, 3, Date.parse('2026-10-20T12:02:30.000Z'))
    await charge(late)
    const before = await readMonth(tenant)
    expect(await ledgerIds(tenant)).toEqual(
      [...charges, late]
        .toSorted((one, other) => (one.chargedAt < other.chargedAt ? -1 : 1))
        .map(({ verificationId }) => verificationId),
    )
    expect(await closeAt(tenant, nextMs + dayMs)).toBe('stored')
    expect(await readMonth(tenant)).toBe(before)
    expect(await closeAt(tenant, nextMs + 2 * dayMs)).toBe('closed')
    expect(await tableIds(tenant)).toEqual([])
    expect(await readMonth(tenant)).toBe(before)
    expect((await closedOf(tenant)).map(({ n, chunks }) => [n, chunks[0]!.lines])).toEqual([
      [1, 7],
      [2, 1],
    ])
  })

  it('between the two steps stays, while those of the object go', async () => {
    const tenant = drawTenant()
    await chargeMany(tenant, 7)
    await closeAt(tenant, dueMs)
    const late = chargeOf(tenant, 50, Date.parse('2026-10-20T12:02:30.000Z'))
    await charge(late)
    const before = await readMonth(tenant)
    expect(await closeAt(tenant, nextMs)).toBe('stored')
    expect(await tableIds(tenant)).toEqual([late.verificationId])
    expect(await readMonth(tenant)).toBe(before)
  })
})

describe('what is not as it was', () => {
  it('is no object of another’s: where one was put in the place of ours, every line stays', async () => {
    const tenant = drawTenant()
    const other = drawTenant()
    await closed(other)
    const [key] = objectsOf(bucket, other)
    await chargeMany(tenant, 3)
    const own = `${tenant.organisationId}/live/${month}/1`
    bucket.versions().add(own, bytesOf(bucket, key!), { mode: null, retainUntil: null })
    for (const nowMs of [dueMs, nextMs])
      await expect(closeAt(tenant, nowMs)).rejects.toThrow('an object that we have not signed for it')
    expect(await tableIds(tenant)).toHaveLength(3)
    expect(await closedOf(tenant)).toEqual([])
  })

  it('is no version over an object: the first one is read', async () => {
    const tenant = drawTenant()
    await closed(tenant)
    const before = await readMonth(tenant)
    const [key] = objectsOf(bucket, tenant)
    bucket.versions().add(key!, Buffer.from('covered'), { mode: null, retainUntil: null })
    expect(await readMonth(tenant)).toBe(before)
    await checkClosedMonth({ ...tenant, month })
  })

  it('is a line that was changed: it stays, and is counted', async () => {
    const tenant = drawTenant()
    const [first] = await chargeMany(tenant, 3)
    await closeAt(tenant, dueMs)
    const changed = ledgerKey(tenant, first!.chargedAt, first!.verificationId)
    await database.write({ update: changed, set: { amount: 1 } })
    using counts = watchCounts()
    expect(await closeAt(tenant, nextMs)).toBe('altered')
    expect(counts.counted()).toEqual([{ mode: 'live', LedgerMismatches: 1 }])
    expect(await tableIds(tenant)).toEqual([first!.verificationId])
    expect((await closedOf(tenant)).map(({ deletedAt }) => deletedAt)).toEqual([undefined])
  })

  it('is found by the check: an object that the table tells otherwise of', async () => {
    const tenant = drawTenant()
    await closed(tenant)
    await checkClosedMonth({ ...tenant, month })
    const [only] = await closedOf(tenant)
    const sums = only!.sums.map(sum => ({ ...sum, amount: sum.amount + 1 }))
    await database.write({ update: closedMonthKey(tenant, month, 1), set: { sums } })
    await expect(checkClosedMonth({ ...tenant, month })).rejects.toThrow('says another thing')
  })

  it('is a chunk that is not the one that was signed: nothing is read of it', async () => {
    const tenant = drawTenant()
    await closed(tenant)
    const [only] = await closedOf(tenant)
    const chunks = only!.chunks.map(chunk => ({ ...chunk, sha256: '0'.repeat(64) }))
    await database.write({ update: closedMonthKey(tenant, month, 1), set: { chunks } })
    await expect(readMonth(tenant)).rejects.toThrow('not what was signed')
  })
})

describe('the run of a day', () => {
  it('closes the months of all tenants in turn; one that fails holds no other up', async () => {
    const tenants = [drawTenant(), drawTenant(), drawTenant()] as const
    for (const { organisationId: id } of tenants)
      await addOrganisation({ id, name: `${id}`, createdAt: '2026-01-01T00:00:00.000Z' })
    for (const tenant of tenants) await chargeMany(tenant, 3)
    const broken = `${tenants[1].organisationId}/live/${month}/1`
    bucket.versions().add(broken, Buffer.from('planted'), { mode: null, retainUntil: null })
    for (const nowMs of [dueMs, nextMs])
      await expect(closeMonths({ nowMs })).rejects.toThrow('Months of the ledger that could not be closed: 1')
    expect(await Promise.all(tenants.map(async each => (await tableIds(each)).length))).toEqual([0, 3, 0])
    const said = vi.mocked(console.info).mock.calls.map(([line]) => line)
    const failed = said.filter(({ event }) => event === 'ledger.month-not-closed')
    expect(failed.map(({ organisationId, mode, code }) => [organisationId, mode, code])).toEqual(
      Array(2).fill([tenants[1].organisationId, 'live', month]),
    )
  })

  it('ends in time, and the next one goes on', async () => {
    const tenant = drawTenant()
    await addOrganisation({ id: tenant.organisationId, name: 'late', createdAt: '2026-01-01T00:00:00.000Z' })
    await chargeMany(tenant, 3)
    await closeMonths({ nowMs: dueMs, isTimeUp: () => true })
    expect(await closedOf(tenant)).toEqual([])
  })
})
