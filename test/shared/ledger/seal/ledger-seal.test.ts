import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { compactVerify, createLocalJWKSet } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addOrganisation } from '../../../../shared/account/store.ts'
import { ledgerKey } from '../../../../shared/ledger/kinds.ts'
import { readMonthSums } from '../../../../shared/ledger/sum-store.ts'
import { database } from '../../../../shared/table/driver.ts'
import type { Tenant } from '../../../../shared/table/tenant.ts'
import { sealMonths } from '../../../../shared/ledger/seal/seal-months.ts'
import type { LocalLockedBucket } from '../../../support/locked-bucket.ts'
import { watchCounts } from '../../../support/metric-lines.ts'
import { publishedKeys } from '../../receipt/claims.ts'
import {
  addUp,
  bytesOf,
  charge,
  chargeMany,
  chargeOf,
  checked,
  dayMs,
  drawTenant,
  dueMs,
  foundLines,
  month,
  objectsOf,
  readMonth,
  sealAt,
  startLedger,
} from './stage.ts'

/* A month of the ledger is sealed: an object proves what its lines were, and everybody reads them where they are. */

let bucket: LocalLockedBucket
beforeAll(async () => {
  bucket = await startLedger()
})
afterAll(() => bucket[Symbol.asyncDispose]())

const keyOf = ({ organisationId }: Tenant, of = month): string => `${organisationId}/live/${of}`

const sealed = async (tenant: Tenant, count = 7) => {
  const charges = await chargeMany(tenant, count)
  await addUp(charges)
  await sealAt(tenant, dueMs)
  return charges
}

const jwsOf = (key: string): string => bytesOf(bucket, key).toString('latin1').split('\n')[0]!

const opened = (key: string) => {
  const bytes = bytesOf(bucket, key)
  const [, payload] = jwsOf(key).split('.')
  return {
    seal: JSON.parse(Buffer.from(payload!, 'base64url').toString()),
    text: gunzipSync(bytes.subarray(bytes.indexOf(10) + 1)).toString(),
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const noLines = sha256('')

describe('a month that is sealed', () => {
  it('is one object, which anybody unpacks: what we signed, and all lines in order', async () => {
    const tenant = drawTenant()
    const charges = await sealed(tenant)
    expect(objectsOf(bucket, tenant)).toEqual([keyOf(tenant, '2026-09'), keyOf(tenant)])
    const { seal, text } = opened(keyOf(tenant))
    const lines = text.split('\n').slice(0, -1)
    expect(lines.map(line => JSON.parse(line))).toEqual(
      charges.map(each => ({ ...each, currency: 'NGN', priceList: expect.stringMatching(/^[0-9a-f]{12}$/) })),
    )
    const keys = (await publishedKeys()).map(({ x, kid, kty, crv }) => ({ x, kid, kty, crv }))
    const { payload, protectedHeader } = await compactVerify(
      jwsOf(keyOf(tenant)),
      createLocalJWKSet({ keys }),
    )
    expect(protectedHeader.typ).toBe('ledger-seal+jwt')
    expect(JSON.parse(Buffer.from(payload).toString())).toEqual(seal)
    expect(seal).toEqual({
      iss: 'https://api.example.com',
      ...tenant,
      month,
      lines: 7,
      sums: [
        { product: 'address', rule: 'decided', count: 2, amount: 5000 },
        { product: 'message', rule: 'handedOver', count: 2, amount: 60 },
        { product: 'nin', rule: 'answered', count: 2, amount: 300 },
        { product: 'nin', rule: 'answeredLate', count: 1, amount: 150 },
      ],
      sha256: sha256(text),
      previous: sha256(jwsOf(keyOf(tenant, '2026-09'))),
    })
    expect((await readMonthSums(tenant, month)).sums).toEqual(seal.sums)
    expect(await checked(tenant)).toEqual({ findings: [], lines: 7, pages: 3 })
  })

  it('reads as before through every door, byte by byte, without a look into the bucket', async () => {
    const tenant = drawTenant()
    const charges = await chargeMany(tenant, 23)
    await addUp(charges)
    const read = async () => [await readMonth(tenant), await foundLines(tenant, charges)]
    const before = await read()
    await sealAt(tenant, dueMs)
    const asked: string[] = []
    bucket.refuse(({ url }) => {
      asked.push(url)
      return false
    })
    expect(await read()).toEqual(before)
    bucket.refuse(() => false)
    expect([before[1]!.length, asked]).toEqual([17, []])
  })

  it('without lines is sealed, too: the first names none before it, each other the one of its month before', async () => {
    const tenant = drawTenant()
    await sealAt(tenant, dueMs, '2026-08-01T00:00:00.000Z')
    const months = ['2026-08', '2026-09', '2026-10']
    expect(objectsOf(bucket, tenant)).toEqual(months.map(each => keyOf(tenant, each)))
    const seals = months.map(each => opened(keyOf(tenant, each)).seal)
    expect(seals.map(({ lines, sums, sha256 }) => [lines, sums, sha256])).toEqual(
      Array(3).fill([0, [], noLines]),
    )
    expect(seals.map(({ previous }) => previous)).toEqual([
      null,
      ...months.slice(0, 2).map(each => sha256(jwsOf(keyOf(tenant, each)))),
    ])
    for (const of of months)
      expect(await checked(tenant, { of })).toEqual({ findings: [], lines: 0, pages: 1 })
  })

  it('is not sealed before its days are over, and not of a time before its organisation', async () => {
    const tenant = drawTenant()
    await sealAt(tenant, Date.parse('2026-11-03T23:59:59.999Z'), '2026-10-01T00:00:00.000Z')
    expect(objectsOf(bucket, tenant)).toEqual([])
    await sealAt(tenant, Date.parse('2026-11-04T00:00:00.000Z'), '2026-11-01T00:00:00.000Z')
    expect(objectsOf(bucket, tenant)).toEqual([])
  })

  it('of 12,000 lines is read and compared page by page, and packed into far less', async () => {
    const tenant = drawTenant()
    await chargeMany(tenant, 12_000)
    await sealAt(tenant, dueMs, '2026-10-01T00:00:00.000Z')
    expect(bytesOf(bucket, keyOf(tenant)).length).toBeLessThan(12_000 * 50)
    const { seal, text } = opened(keyOf(tenant))
    expect([seal.lines, text.match(/\n/g)!.length]).toEqual([12_000, 12_000])
    const { findings, ...rest } = await checked(tenant, { limit: 5000 })
    // Nobody has added them up.
    expect([findings, rest]).toEqual([[{ fault: 'sums' }], { lines: 12_000, pages: 3 }])
  }, 180_000)

  it('holds nothing of a person, and no reference of a customer: an erasure changes nothing of it', async () => {
    const tenant = drawTenant()
    await sealed(tenant)
    const { text } = opened(keyOf(tenant))
    const lines = text.split('\n').slice(0, -1)
    const found = new Set(lines.flatMap(line => Object.keys(JSON.parse(line))))
    const names = [
      ['amount', 'chargedAt', 'clientId', 'currency', 'end', 'messageLink', 'mode'],
      ['organisationId', 'priceList', 'product', 'rule', 'verificationId'],
    ].flat()
    expect([...found].toSorted()).toEqual(names)
  })

  it('says so where nobody had added up a charge', async () => {
    const tenant = drawTenant()
    await addUp((await chargeMany(tenant, 3)).slice(1))
    using counts = watchCounts()
    await sealAt(tenant, dueMs)
    expect(counts.counted()).toEqual([{ mode: 'live', LedgerMismatches: 1 }])
    expect(opened(keyOf(tenant)).seal.lines).toBe(3)
    expect((await checked(tenant)).findings).toEqual([{ fault: 'sums' }])
  })
})

describe('the comparison of the table with a seal', () => {
  const named = ({ chargedAt, verificationId }: { chargedAt: string; verificationId: number }) => ({
    chargedAt,
    verificationId,
  })

  it('names a line that was changed, one that is gone, and one that came after', async () => {
    const tenant = drawTenant()
    const charges = await sealed(tenant, 9)
    const [first, second] = charges
    const own = ledgerKey(tenant, first!.chargedAt, first!.verificationId)
    await database.write({ update: own, set: { amount: 1 } })
    await database.write({ delete: ledgerKey(tenant, second!.chargedAt, second!.verificationId) })
    const late = chargeOf(tenant, 50, Date.parse('2026-10-20T12:02:30.000Z'))
    await charge(late)
    for (const limit of [1, 2, 4, 100])
      expect((await checked(tenant, { limit })).findings).toEqual(
        expect.arrayContaining([
          { fault: 'altered', ...named(first!) },
          { fault: 'missing', ...named(second!) },
          { fault: 'unsealed', ...named(late) },
        ]),
      )
    const { findings, lines } = await checked(tenant)
    expect([findings.length, lines]).toEqual([3, 9])
    // The seal stays as it is.
    await sealAt(tenant, dueMs + dayMs)
    expect(opened(keyOf(tenant)).seal.lines).toBe(9)
  })

  it('names the last lines of a month that are gone, and all of them', async () => {
    const tenant = drawTenant()
    const charges = await sealed(tenant, 4)
    const remove = async (some: typeof charges) => {
      for (const { chargedAt, verificationId, messageLink } of some)
        await database.write({
          delete: ledgerKey(tenant, chargedAt, verificationId, ...(messageLink ? [messageLink] : [])),
        })
    }
    await remove(charges.slice(2))
    const missing = (some: typeof charges) => some.map(one => ({ fault: 'missing', ...named(one) }))
    expect((await checked(tenant)).findings).toEqual(missing(charges.slice(2)))
    await remove(charges)
    expect((await checked(tenant)).findings).toEqual(missing(charges))
    // Once their time is over they may go, and so may the sums.
    expect((await checked(tenant, { nowMs: Date.parse('2033-12-01T00:00:00.000Z') })).findings).toEqual([])
  })

  it('names a month that has no seal', async () => {
    const tenant = drawTenant()
    await chargeMany(tenant, 2)
    expect(await checked(tenant)).toEqual({ findings: [{ fault: 'absent' }], lines: 0, pages: 1 })
  })

  it('names a seal that another took the place of: of another month, tenant or key', async () => {
    const [tenant, other] = [drawTenant(), drawTenant()]
    await sealed(other)
    await chargeMany(tenant, 2)
    const plant = { mode: null, retainUntil: null }
    bucket.versions().add(keyOf(tenant, '2026-09'), bytesOf(bucket, keyOf(other)), plant)
    bucket.versions().add(keyOf(tenant), Buffer.from('planted'), plant)
    expect((await checked(tenant, { of: '2026-09' })).findings).toContainEqual({ fault: 'forged' })
    expect((await checked(tenant)).findings).toEqual([{ fault: 'forged' }])
  })

  it('reads the first version of a seal, and names one that was covered', async () => {
    const tenant = drawTenant()
    await sealed(tenant)
    bucket.versions().add(keyOf(tenant), Buffer.from('covered'), { mode: null, retainUntil: null })
    expect(await checked(tenant)).toEqual({ findings: [{ fault: 'covered' }], lines: 7, pages: 3 })
  })

  it('names lines that are not those of their seal, and a seal that does not follow the one before it', async () => {
    const [tenant, other] = [drawTenant(), drawTenant()]
    await sealed(other)
    await sealAt(tenant, Date.parse('2026-10-04T00:00:00.000Z'))
    const before = bytesOf(bucket, keyOf(tenant, '2026-09'))
    await chargeMany(tenant, 2)
    await sealAt(tenant, dueMs)
    const own = bytesOf(bucket, keyOf(tenant))
    const others = bytesOf(bucket, keyOf(other))
    bucket.clear()
    const mixed = [own.subarray(0, own.indexOf(10) + 1), others.subarray(others.indexOf(10) + 1)]
    bucket.versions().add(keyOf(tenant), Buffer.concat(mixed), { mode: null, retainUntil: null })
    const faults = async () => new Set((await checked(tenant)).findings.map(({ fault }) => fault))
    expect(await faults()).toEqual(new Set(['unchained', 'unfounded', 'sums', 'altered', 'missing']))
    bucket.versions().add(keyOf(tenant, '2026-09'), before, { mode: null, retainUntil: null })
    expect(await faults()).toEqual(new Set(['unfounded', 'sums', 'altered', 'missing']))
  })
})

describe('the run of a day', () => {
  const added = async (tenant: Tenant) => {
    const { organisationId: id } = tenant
    await addOrganisation({ id, name: `${id}`, createdAt: '2026-10-01T00:00:00.000Z' })
    await chargeMany(tenant, 3)
    return tenant
  }

  it('seals the months of all tenants, of both modes; one that fails holds no other up', async () => {
    const tenants = await Promise.all([drawTenant(), drawTenant(), drawTenant()].map(added))
    const broken = `/${tenants[1]!.organisationId}/live/`
    bucket.refuse(({ method, url }) => method === 'PUT' && url.includes(broken))
    await expect(sealMonths({ nowMs: dueMs })).rejects.toThrow('Ledgers that could not be sealed: 1')
    const sealsOf = () =>
      tenants.map(({ organisationId }) =>
        (['live', 'test'] as const).map(mode => objectsOf(bucket, { organisationId, mode }).length),
      )
    expect(sealsOf()).toEqual([
      [1, 1],
      [0, 1],
      [1, 1],
    ])
    const said = vi.mocked(console.info).mock.calls.map(([line]) => line)
    const failed = said.filter(({ event }) => event === 'ledger.month-not-sealed')
    expect(failed.map(({ organisationId, mode }) => [organisationId, mode])).toEqual([
      [tenants[1]!.organisationId, 'live'],
    ])
    bucket.refuse(() => false)
    await sealMonths({ nowMs: dueMs + dayMs })
    expect(sealsOf()).toEqual(Array(3).fill([1, 1]))
  })

  it('ends in time, and the next one goes on', async () => {
    const tenant = await added(drawTenant())
    await sealMonths({ nowMs: dueMs, isTimeUp: () => true })
    expect(objectsOf(bucket, tenant)).toEqual([])
    await sealMonths({ nowMs: dueMs })
    expect(objectsOf(bucket, tenant)).toEqual([keyOf(tenant)])
  })
})
