import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { database } from '../../../shared/table/driver.ts'
import { generateId } from '../../../shared/table/id.ts'
import type { Tenant } from '../../../shared/table/tenant.ts'
import { listVerifications } from '../../../shared/verification/list-store.ts'
import { acceptVerification } from '../../../shared/verification/store.ts'
import { type RecordedTable, startRecordedTable } from '../../support/recorded-table.ts'
import { addressVerification, cancel } from '../../support/verifications.ts'

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const now = new Date(nowMs).toISOString()
const tenant = { organisationId: 1, mode: 'live' } as const
const ids: number[] = []

let table: RecordedTable
beforeAll(async () => {
  table = await startRecordedTable()
  for (let number = 0; number < 250; number++) {
    const id = generateId(nowMs + number, 0)
    const street = `${number} Long Street`
    await acceptVerification(addressVerification({ street }, { ...tenant, id, now }), nowMs)
    ids.unshift(id)
  }
  for (const verificationId of [ids[200]!, ids[249]!]) await cancel({ ...tenant, verificationId }, now)
})

afterAll(() => table[Symbol.asyncDispose]())

const page = async (filter: object, limit: number, after?: number) => {
  const { items, after: next } = await listVerifications(tenant, 'address', filter, { limit, after })
  return { ids: items.map(({ id }) => id), next }
}

it.each([{}, { customerReference: 'order-1' }])(
  'finds the two that are cancelled among many: %o',
  async by => {
    const filter = { ...by, status: 'CANCELLED' }
    expect(await page(filter, 20)).toEqual({ ids: [ids[200], ids[249]], next: undefined })
    const first = await page(filter, 1)
    expect(first.ids).toEqual([ids[200]])
    expect(await page(filter, 1, first.next)).toMatchObject({ ids: [ids[249]] })
  },
)

it.each([{}, { customerReference: 'order-1' }])('fills the pages of those under way: %o', async by => {
  const filter = { ...by, status: 'IN_PROGRESS' }
  const first = await page(filter, 100)
  expect(first.ids).toEqual(ids.slice(0, 100))
  const second = await page(filter, 100, first.next)
  expect(second.ids).toEqual(ids.slice(100, 201).filter(id => id !== ids[200]))
  expect((await page(filter, 100, second.next)).ids).toEqual(ids.slice(201, 249))
})

it('finds by reference with two calls of the table, with one where there is none, and nothing of another tenant', async () => {
  const sought = async (of: Tenant, customerReference: string) => {
    const before = table.calls.length
    const { items } = await listVerifications(of, 'address', { customerReference }, { limit: 20 })
    return [items.length, table.calls.slice(before).map(({ action }) => action)]
  }
  expect(await sought(tenant, 'order-1')).toEqual([20, ['Query', 'BatchGetItem']])
  expect(await sought(tenant, 'order')).toEqual([0, ['Query']])
  expect(await sought({ ...tenant, mode: 'test' }, 'order-1')).toEqual([0, ['Query']])
  expect(await sought({ ...tenant, organisationId: 11 }, 'order-1')).toEqual([0, ['Query']])
})

it('by a status that nobody has examines so many at most, and says where it goes on', async () => {
  let examined = 0
  const reading = vi.spyOn(database, 'query').mockImplementation(async ({ partition, limit = 0, to }) => {
    examined += limit
    const part = Number(partition.split('#').at(-1))
    return { items: [], after: { gsi1sk: `${Number(to) - limit * 4 - part}`.padStart(16, '0') } }
  })
  const { ids: found, next } = await page({ status: 'NO_ACCESS' }, 20)
  reading.mockRestore()
  expect([found, examined]).toEqual([[], 4 * 700])
  expect(next).toBeGreaterThan(0)
})
