import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '../../../shared/account/caller.ts'
import { chargeReferenceKind } from '../../../shared/ledger/kinds.ts'
import type { Charge } from '../../../shared/ledger/line.ts'
import { type ChargedOrder, chargeWrites } from '../../../shared/ledger/line-store.ts'
import { listCallerCharges } from '../../../shared/portal/charges.ts'
import { database } from '../../../shared/table/driver.ts'
import { eraseItems } from '../../../shared/subject/record-items-store.ts'
import { type RecordedTable, startRecordedTable } from '../../support/recorded-table.ts'
import { drawIds } from '../../support/verifications.ts'

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const now = new Date(nowMs).toISOString()
const draw = drawIds(nowMs)

let table: RecordedTable
beforeAll(async () => {
  table = await startRecordedTable()
  process.env.PRICES = JSON.stringify({ address: 2500, nin: 150, message: 30 })
})
afterAll(() => table[Symbol.asyncDispose]())

const callerOf = (organisationId: number, ...scopes: Caller['scopes']): Caller => ({
  clientId: 'a-client',
  organisationId,
  mode: 'live',
  scopes,
})

const charge = async (
  { organisationId, mode, clientId }: Caller,
  { order, ...changes }: Partial<Charge> & { readonly order?: ChargedOrder } = {},
): Promise<Charge> => {
  const what = { verificationId: draw(), product: 'address', rule: 'decided', end: 'approved' } as const
  const line = { organisationId, mode, clientId, ...what, amount: 2500, chargedAt: now, ...changes }
  await database.transact({ charge: chargeWrites(line, order) })
  return line
}

const page = async (caller: Caller, query = {}) =>
  (await listCallerCharges({ caller, query: { month: '2026-11', ...query }, nowMs })).body

it('lists a month’s charges with the reference of each order, however strange', async () => {
  const caller = callerOf(1, 'addresses', 'identities.nin')
  const verificationId = draw()
  const order = { customerReference: '=HYPERLINK("x")', requestedAt: now }
  await charge(caller, { verificationId, clientId: 'a-client', order })
  const later = '2026-11-20T12:00:01.000Z'
  await charge(caller, {
    verificationId,
    chargedAt: later,
    product: 'message',
    rule: 'handedOver',
    end: 'sms',
    amount: 30,
    messageLink: 'applicant-1',
    order,
  })
  await charge(caller, { chargedAt: '2026-10-31T23:59:59.999Z' })
  const { data, nextCursor } = await page(caller)
  expect(nextCursor).toBeNull()
  expect(data.map(({ organisationId: _, mode: _mode, priceList: _list, ...line }) => line)).toEqual([
    {
      chargedAt: now,
      verificationId,
      customerReference: '=HYPERLINK("x")',
      product: 'address',
      rule: 'decided',
      result: 'approved',
      amount: 2500,
      currency: 'NGN',
      clientId: 'a-client',
    },
    {
      chargedAt: later,
      verificationId,
      customerReference: '=HYPERLINK("x")',
      product: 'message',
      rule: 'handedOver',
      result: 'sms',
      amount: 30,
      currency: 'NGN',
      clientId: 'a-client',
      messageLink: 'applicant-1',
    },
  ])
})

it('shows nothing of another organisation or mode, nor of a product without its scope', async () => {
  const caller = callerOf(2, 'addresses')
  await charge(caller)
  await charge(caller, { product: 'nin', rule: 'answered', end: 'EXACT_MATCH', amount: 150 })
  const products = async (of: Caller) => (await page(of)).data.map(({ product }) => product)
  expect(await products(caller)).toEqual(['address'])
  expect(await products(callerOf(2, 'identities.nin'))).toEqual(['nin'])
  expect(await products(callerOf(2, 'employments'))).toEqual([])
  expect(await products(callerOf(22, 'addresses'))).toEqual([])
  expect(await products({ ...caller, mode: 'test' })).toEqual([])
})

const referencesOf = async (caller: Caller) =>
  (await page(caller)).data.map(({ customerReference }) => customerReference)

it('has no reference of what is erased, with its messages, nor of what was ordered a year ago', async () => {
  const caller = callerOf(3, 'addresses')
  const verificationId = draw()
  const order = { customerReference: 'for-ada', requestedAt: now }
  await charge(caller, { verificationId, order })
  const message = { product: 'message', rule: 'handedOver', end: 'sms', messageLink: 'applicant-1' } as const
  await charge(caller, { ...message, verificationId, order, chargedAt: '2026-11-20T12:00:01.000Z' })
  const later = '2026-11-20T12:00:02.000Z'
  await charge(caller, { chargedAt: later, order: { customerReference: 'another', requestedAt: now } })
  const old = { customerReference: 'old', requestedAt: '2025-11-20T11:59:59.000Z' }
  await charge(caller, { chargedAt: '2026-11-20T12:00:03.000Z', order: old })
  expect(await referencesOf(caller)).toEqual(['for-ada', 'for-ada', 'another', null])
  const { organisationId, mode } = caller
  await eraseItems(chargeReferenceKind, { organisationId, mode, verificationId }, false)
  expect(await referencesOf(caller)).toEqual([null, null, 'another', null])
})

it('shows a thousand on a page by 8 calls of the table, none of a record, and the last of them on the next', async () => {
  const caller = callerOf(4, 'addresses')
  for (let each = 0; each < 41; each++)
    await Promise.all(
      Array.from({ length: 25 }, (_, n) =>
        charge(caller, { order: { customerReference: `order-${each}-${n}`, requestedAt: now } }),
      ),
    )
  const before = table.calls.length
  const first = await page(caller, { limit: 1000 })
  expect(first.data).toHaveLength(1000)
  expect(new Set(first.data.map(({ customerReference }) => customerReference)).size).toBe(1000)
  const calls = table.calls.slice(before)
  expect(calls.map(({ action }) => action)).toEqual(Array(8).fill('Query'))
  expect(calls.some(({ body }) => body.includes('#verification#'))).toBe(false)
  const next = await page(caller, { limit: 1000, cursor: first.nextCursor })
  expect(next.data).toHaveLength(25)
  expect(next.nextCursor).toBeNull()
  expect(new Set([...first.data, ...next.data].map(({ verificationId }) => verificationId)).size).toBe(1025)
})
