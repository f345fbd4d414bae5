import { vi } from 'vitest'
import { listLedger } from '../../../../functions/admin/accounts.ts'
import { ledgerCsv } from '../../../../infra/admin/commands/accounts.ts'
import type { Caller } from '../../../../shared/account/caller.ts'
import { readCharges } from '../../../../shared/ledger/charges.ts'
import { type Charge, type LedgerLine, toLedgerLine } from '../../../../shared/ledger/line.ts'
import { chargeWrites } from '../../../../shared/ledger/line-store.ts'
import { priceListVersion } from '../../../../shared/ledger/price.ts'
import { findLedgerLines } from '../../../../shared/ledger/read-store.ts'
import { countCharges } from '../../../../shared/ledger/sum-store.ts'
import { listCallerCharges, mayReadCharge } from '../../../../shared/portal/charges.ts'
import { database } from '../../../../shared/table/driver.ts'
import { generateId } from '../../../../shared/table/id.ts'
import type { Tenant } from '../../../../shared/table/tenant.ts'
import { checkSeal } from '../../../../shared/ledger/seal/check.ts'
import { sealTenant } from '../../../../shared/ledger/seal/seal-months.ts'
import { type LocalLockedBucket, openLockedBucket } from '../../../support/locked-bucket.ts'
import { startStage } from '../../table/stage.ts'

/* A month of the ledger on a real table and a locked bucket, and all that reads it. */

export const month = '2026-10'
export const dayMs = 86_400_000
/** The first day on which it is sealed. */
export const dueMs = Date.parse('2026-11-04T02:00:00.000Z')
const startMs = Date.parse('2026-10-20T12:00:00.000Z')

export const startLedger = async (): Promise<LocalLockedBucket> => {
  await startStage()
  Object.assign(process.env, {
    API_URL: 'https://api.example.com',
    STAGE: 'local',
    ID_NUMBER_SECRET: 'id-number-key',
    PRICES: JSON.stringify({ address: 2500, nin: 150, message: 30 }),
  })
  vi.spyOn(console, 'info').mockImplementation(() => {})
  return openLockedBucket('ledger')
}

let organisations = 100
/** Each has a ledger of its own. */
export const drawTenant = (): Tenant => ({ organisationId: ++organisations, mode: 'live' })

const kinds = [
  { product: 'address', rule: 'decided', end: 'verified', amount: 2500 },
  { product: 'nin', rule: 'answered', end: 'EXACT_MATCH', amount: 150 },
  { product: 'message', rule: 'handedOver', end: 'sms', amount: 30, messageLink: 'applicant-1' },
  { product: 'nin', rule: 'answeredLate', end: 'NO_MATCH', amount: 150 },
] as const

/** The n-th charge of a tenant, some minutes after the one before. */
export const chargeOf = (tenant: Tenant, n: number, atMs = startMs + n * 61_000): Charge => ({
  ...tenant,
  ...kinds[n % kinds.length]!,
  verificationId: generateId(atMs, (n % 97) / 97),
  clientId: `client-${n % 3}`,
  chargedAt: new Date(atMs).toISOString(),
})

/** As the stream does. */
export const addUp = (charges: readonly Charge[]) =>
  countCharges(
    charges.map(one => toLedgerLine(one, priceListVersion())!),
    dueMs,
  )

export const charge = (one: Charge): Promise<void> => database.write(chargeWrites(one)[0]!)

export const chargeMany = async (tenant: Tenant, count: number): Promise<readonly Charge[]> => {
  const charges = [...Array(count).keys()].map(n => chargeOf(tenant, n))
  for (let first = 0; first < count; first += 100) {
    await database.transact({ charges: charges.slice(first, first + 100).flatMap(one => chargeWrites(one)) })
  }
  return charges
}

/** @param since when its organisation was made: in the month before */
export const sealAt = (tenant: Tenant, nowMs: number, since = '2026-09-20T10:00:00.000Z') =>
  sealTenant(tenant, { createdAt: since }, { nowMs })

/** All pages of the comparison, of so many lines each. */
export const checked = async (
  tenant: Tenant,
  { limit = 3, of = month, nowMs = dueMs }: { limit?: number; of?: string; nowMs?: number } = {},
) => {
  const pages = await pagesOf(
    after => checkSeal({ ...tenant, month: of }, { after, limit, nowMs }),
    ({ next }) => next,
  )
  return {
    findings: pages.flatMap(({ findings }) => findings),
    lines: pages.reduce((sum, { lines }) => sum + lines, 0),
    pages: pages.length,
  }
}

const callerOf = (tenant: Tenant): Caller => ({
  ...tenant,
  clientId: 'client-1',
  scopes: ['addresses', 'employments', 'identities.nin'],
})

/** All pages of a list, as they are answered. */
const pagesOf = async <Page>(
  read: (cursor: string | undefined) => Promise<Page>,
  cursorOf: (page: Page) => string | null | undefined,
): Promise<readonly Page[]> => {
  const pages: Page[] = []
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    pages.push(page)
    cursor = cursorOf(page) ?? undefined
  } while (cursor !== undefined)
  return pages
}

const readLedger = (tenant: Tenant) =>
  pagesOf(
    after => listLedger({ command: 'listLedger', ...tenant, month, ...(after !== undefined && { after }) }),
    page => ('next' in page ? page.next : undefined),
  )

/** All that is answered of a month through every other door, byte by byte. */
export const readMonth = async (tenant: Tenant, { limit = 3, nowMs = dueMs } = {}): Promise<string> => {
  const caller = callerOf(tenant)
  const list = (cursor: string | undefined) =>
    listCallerCharges({ caller, query: { month, limit, cursor }, nowMs })
  const ledger = await readLedger(tenant)
  const parts = [
    await readCharges(caller, { month, nowMs }, mayReadCharge(caller)),
    await pagesOf(list, ({ body }) => body.nextCursor),
    ledger,
    ledger.map(ledgerCsv),
  ]
  return JSON.stringify(parts)
}

/** Of those that are of no message, in the order of time. */
export const foundLines = async (
  tenant: Tenant,
  charges: readonly Charge[],
): Promise<readonly LedgerLine[]> => {
  const records = charges.filter(({ messageLink }) => messageLink === undefined)
  return (await findLedgerLines(tenant, records)).toSorted((one, other) =>
    one.chargedAt < other.chargedAt ? -1 : 1,
  )
}

/** The keys of a tenant's seals, one of them for each version. */
export const objectsOf = (bucket: LocalLockedBucket, { organisationId, mode }: Tenant): readonly string[] =>
  bucket
    .versions()
    .list(`${organisationId}/${mode}/`, 100)
    .map(({ key }) => key)

export const bytesOf = (bucket: LocalLockedBucket, key: string): Buffer =>
  Buffer.from(bucket.versions().newest(key)!.bytes!)
