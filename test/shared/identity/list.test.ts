import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '../../../shared/account/caller.ts'
import { listCallerLookups } from '../../../shared/identity/list.ts'
import type { ConcludedLookup } from '../../../shared/identity/lookup.ts'
import { eraseLookup, findStoredLookup, insertLookup } from '../../../shared/identity/store.ts'
import { chargeWrites } from '../../../shared/ledger/line-store.ts'
import { database } from '../../../shared/table/driver.ts'
import { generateId } from '../../../shared/table/id.ts'
import { type RecordedTable, startRecordedTable } from '../../support/recorded-table.ts'

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const hourMs = 3_600_000

let table: RecordedTable
beforeAll(async () => {
  table = await startRecordedTable()
  Object.assign(process.env, {
    STAGE: 'test',
    PRICES: JSON.stringify({ address: 2500, nin: 150, passport: 200 }),
  })
})
afterAll(() => table[Symbol.asyncDispose]())

const callerOf = (organisationId: number, ...scopes: Caller['scopes']): Caller => ({
  clientId: `client-${organisationId}`,
  organisationId,
  mode: 'live',
  scopes,
})

const lookedUp = async (
  { organisationId, mode, clientId }: Caller,
  atMs: number,
  product: 'nin' | 'passport' = 'nin',
): Promise<number> => {
  const at = new Date(atMs).toISOString()
  const lookup: ConcludedLookup = {
    organisationId,
    mode,
    clientId,
    id: generateId(atMs, 0.5),
    product,
    idNumberDigest: 'digest',
    idNumberLast4: '6213',
    requestedAt: at,
    completedAt: at,
    price: product === 'nin' ? 150 : 200,
    verdict: {
      matchStatus: 'EXACT_MATCH',
      status: 'verified',
      fieldMatches: { firstname: true, lastname: true },
      matchDetails: { firstname: 'exact', lastname: 'exact' },
    },
  }
  expect(await insertLookup(lookup)).toBe(true)
  return lookup.id
}

const page = async (caller: Caller, query = {}) => {
  const { body } = await listCallerLookups({ caller, query, nowMs })
  return { ids: body.data.map(({ id }) => id), next: body.nextCursor, data: body.data }
}

it('lists what was looked up, the latest verdict first, and of the number its end alone', async () => {
  const caller = callerOf(1, 'identities.nin')
  const [older, newer] = [await lookedUp(caller, nowMs - 2 * hourMs), await lookedUp(caller, nowMs - hourMs)]
  const { ids, next, data } = await page(caller)
  expect({ ids, next }).toEqual({ ids: [newer, older], next: null })
  const at = new Date(nowMs - hourMs).toISOString()
  expect(data[0]).toEqual({
    id: newer,
    product: 'nin',
    idNumberLast4: '6213',
    requestedAt: at,
    completedAt: at,
    price: 150,
    summary: {
      nin_check: {
        status: 'EXACT_MATCH',
        fieldMatches: { firstname: true, lastname: true },
        matchDetails: { firstname: 'exact', lastname: 'exact' },
      },
    },
    status: { state: 'complete', status: 'verified' },
  })
})

it('shows nothing of another organisation, of another mode, or of a product without its scope', async () => {
  const caller = callerOf(2, 'identities.nin')
  await lookedUp(caller, nowMs, 'passport')
  const own = await lookedUp(caller, nowMs - 1)
  expect((await page(caller)).ids).toEqual([own])
  expect((await page(callerOf(2, 'identities.passport', 'identities.nin'))).ids).toHaveLength(2)
  expect((await page(callerOf(22, 'identities.nin'))).ids).toEqual([])
  expect((await page({ ...caller, mode: 'test' })).ids).toEqual([])
})

it('leaves out what was erased', async () => {
  const caller = callerOf(3, 'identities.nin')
  const [erased, left] = [await lookedUp(caller, nowMs - 1), await lookedUp(caller, nowMs - 2)]
  await eraseLookup((await findStoredLookup(caller, erased))!, new Date(nowMs).toISOString())
  expect((await page(caller)).ids).toEqual([left])
})

it('goes on page by page through the months of a year, past charges of other products, each once', async () => {
  const caller = callerOf(4, 'identities.nin')
  const ids: number[] = []
  for (const days of [0, 1, 19, 20, 50, 51, 200, 364]) {
    const atMs = nowMs - days * 24 * hourMs
    ids.push(await lookedUp(caller, atMs))
    const chargedAt = new Date(atMs - 1).toISOString()
    const charge = { ...caller, verificationId: generateId(atMs, 0), product: 'address', amount: 2500 }
    const [line] = chargeWrites({ ...charge, rule: 'decided', end: 'approved', chargedAt })
    await database.write(line!)
  }
  // Its record is expired.
  await lookedUp(caller, nowMs - 366 * 24 * hourMs)
  const pages: number[][] = []
  let cursor: string | undefined
  do {
    const { ids, next } = await page(caller, { limit: 2, ...(cursor && { cursor }) })
    pages.push(ids)
    cursor = next ?? undefined
  } while (cursor)
  expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4, 6), ids.slice(6, 8)])
})

it.each(['2026-99-99T99:99:99.999Z', '9999-12-31T00:00:00.000Z', ':::::::::::::::::::::::Z'])(
  'bears a cursor that somebody made up: %s',
  async at => {
    const caller = callerOf(5, 'identities.nin')
    const cursor = Buffer.from(`${at}#0000000000000007`).toString('base64url')
    expect(await page(caller, { cursor })).toMatchObject({ ids: [], next: null })
  },
)

it('asks the table twice for a page, however much else was charged, and once for an empty one', async () => {
  const caller = callerOf(6, 'identities.nin')
  for (let each = 0; each < 3; each++) await lookedUp(caller, nowMs - each)
  const asked = async (of: Caller): Promise<string[]> => {
    const before = table.calls.length
    await page(of, { limit: 2 })
    return table.calls.slice(before).map(({ action }) => action)
  }
  expect(await asked(caller)).toEqual(['Query', 'BatchGetItem'])
  expect(await asked(callerOf(66, 'identities.nin'))).toEqual(['Query'])
  expect(await asked(callerOf(66, 'identities.nin', 'identities.passport'))).toEqual(['Query', 'Query'])
})
