import { beforeAll, expect, it } from 'vitest'
import { generateId } from '../../../shared/table/id.ts'
import { listVerifications } from '../../../shared/verification/list-store.ts'
import { acceptVerification } from '../../../shared/verification/store.ts'
import { startTable } from '../../support/table.ts'
import { addressVerification, cancel } from '../../support/verifications.ts'

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const now = new Date(nowMs).toISOString()
const tenant = { organisationId: 1, mode: 'live' } as const
const ids: number[] = []

beforeAll(async () => {
  await startTable()
  for (let number = 0; number < 250; number++) {
    const id = generateId(nowMs + number, 0)
    const street = `${number} Long Street`
    await acceptVerification(addressVerification({ street }, { ...tenant, id, now }), nowMs)
    ids.unshift(id)
  }
  for (const verificationId of [ids[200]!, ids[249]!]) await cancel({ ...tenant, verificationId }, now)
})

const page = async (filter: object, limit: number, beforeId?: number) => {
  const { items, cursor: next } = await listVerifications(tenant, 'address', filter, { limit, beforeId })
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
