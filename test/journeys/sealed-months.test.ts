import { afterAll, expect, it } from 'vitest'
import { simulatedPerson } from '../../infra/local/registry-simulator.ts'
import { stages } from '../../infra/stages.ts'
import { organisationKey } from '../../shared/account/kinds.ts'
import { findOrganisation } from '../../shared/account/store.ts'
import { chargeWrites } from '../../shared/ledger/line-store.ts'
import { readDaySums, readMonthSums } from '../../shared/ledger/sum-store.ts'
import { database } from '../../shared/table/driver.ts'
import { generateId } from '../../shared/table/id.ts'
import type { Key } from '../../shared/table/port.ts'
import { lastSealableMonth, monthsLater } from '../../shared/ledger/seal/due.ts'
import { findSeal } from '../../shared/ledger/seal/object.ts'
import type { ApiClient } from '../support/api-client.ts'
import { startWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { products } from '../support/identities.ts'
import { functionNamed } from '../support/names.ts'
import { reachTable } from '../support/reach-table.ts'
import { bucketOf } from '../support/stored-items.ts'

/* A month of a customer's ledger is sealed, and whoever reads charges through any door reads the same bytes. */

const world = await startWorld()
/** Of no record: a world that ends looks whether each line has one. */
const made: Key[] = []
afterAll(async () => {
  for (const key of made) await database.write({ delete: key })
  await world[Symbol.asyncDispose]()
})
await reachTable(world.emulator)
process.env.PRICES = JSON.stringify(stages.local.prices)
process.env.LEDGER_BUCKET = bucketOf(world).replace('media', 'ledger')

const tenant = { organisationId: world.organisationId, mode: 'live' } as const
const month = lastSealableMonth(Date.now())
const live = await world.client('local-live')

/** Look-ups of today: what was charged for them lies in the month as well, and they are listed by it. */
const lookedUp = async (n: number): Promise<number> => {
  const nin = products.find(({ name }) => name === 'nin')!
  const { firstname, lastname } = simulatedPerson
  const { status, body } = await live.post(nin.path(`200000${n + 10_000}`), { firstname, lastname })
  expect(status).toBe(200)
  return body.id
}

const ids: number[] = []
for (let n = 0; n < 3; n++) ids.push(await lookedUp(n))
const startMs = Date.parse(`${month}-10T09:00:00.000Z`)
for (let n = 0; n < 30; n++) {
  const atMs = startMs + n * 3_600_000
  const kind =
    n % 2 === 0
      ? ({ product: 'nin', rule: 'answered', end: 'EXACT_MATCH', amount: 150 } as const)
      : ({ product: 'address', rule: 'decided', end: 'verified', amount: 2500 } as const)
  const verificationId = ids[n] ?? generateId(atMs, 0.5)
  const line = { ...tenant, ...kind, verificationId, chargedAt: new Date(atMs).toISOString() }
  const [write] = chargeWrites({ ...line, clientId: 'local-live' })
  await database.write(write!)
  made.push({ pk: write!.put.pk, sk: write!.put.sk })
}

const pagesOf = async (by: ApiClient, path: string): Promise<readonly string[]> => {
  const pages: string[] = []
  let cursor: string | null = null
  do {
    const more: string = cursor === null ? '' : `&cursor=${cursor}`
    const { status, body } = await by.get(`${path}${more}`)
    expect([path, status]).toEqual([path, 200])
    pages.push(JSON.stringify(body))
    cursor = body.nextCursor
  } while (cursor !== null)
  return pages
}

const readAll = async () => ({
  sums: JSON.stringify((await live.get(`/v1/charges?month=${month}`)).body),
  lines: await pagesOf(live, `/v1/charges/lines?month=${month}&limit=7`),
  lookups: await pagesOf(live, '/v1/identities?limit=2'),
  ledger: JSON.stringify(await world.administer({ command: 'listLedger', ...tenant, month })),
})

const seal = () => world.emulator.invoke(functionNamed('trust-seal-ledgers'), {})

const isCounted = async () => {
  const { sums } = await readMonthSums(tenant, month)
  return sums.reduce((sum, { count }) => sum + count, 0) === 30
}
await eventually(isCounted, 'the stream to add them up')
const before = await readAll()

it('is sealed since its organisation was made, reads the same, and is compared with its seal', async () => {
  expect(before.lines.length).toBe(5)
  const check = () => world.administer({ command: 'checkLedger', ...tenant, month })
  const { createdAt } = (await findOrganisation(tenant.organisationId))!
  const made = (at: string) =>
    database.write({ update: organisationKey(tenant.organisationId), set: { createdAt: at } })
  // It was made this month.
  await seal()
  expect(await findSeal({ ...tenant, month })).toBeUndefined()
  expect(await check()).toMatchObject({ findings: [{ fault: 'absent', why: 'the month has no seal' }] })
  // A month without lines before it.
  await made(`${monthsLater(month, -1)}-20T00:00:00.000Z`)
  await seal()
  expect(await findSeal({ ...tenant, month })).toMatchObject({ isMarked: false, later: 0 })
  await made(createdAt)
  expect(await check()).toEqual({ findings: [], lines: 30 })
  expect(await readAll()).toEqual(before)
})

const check = async (ledgerDay: string) => {
  const records = [
    {
      messageId: 'a-day',
      receiptHandle: 'a-day',
      body: JSON.stringify({ ...tenant, ledgerDay }),
      eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:verification-local-reconciliations',
      attributes: { ApproximateReceiveCount: '1' },
    },
  ]
  return world.emulator.invoke(functionNamed('outbox-reconcile'), { Records: records })
}
const countFound = (failure: string): number =>
  world.logLines.join('\n').match(new RegExp(`"${failure}"`, 'g'))?.length ?? 0

it('is compared with its records by the check of a day', async () => {
  expect(await check(`${month}-10`)).toEqual({ batchItemFailures: [] })
  // None of the lines is of a record that was charged at that time.
  await eventually(() => countFound('too-many') === 15, 'fifteen lines to be found')
})

it('has the sum of a day in parts until the check of the next day, and as one from then on', async () => {
  const before = JSON.stringify((await live.get(`/v1/charges?month=${month}`)).body)
  const day = `${month}-10`
  const parts = async () => (await readDaySums(tenant, day)).items.length
  expect(await parts()).toBeGreaterThan(1)
  expect(await check(`${month}-11`)).toEqual({ batchItemFailures: [] })
  expect([await parts(), countFound('sum')]).toEqual([1, 0])
  expect(JSON.stringify((await live.get(`/v1/charges?month=${month}`)).body)).toBe(before)
})
