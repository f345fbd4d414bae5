import { afterAll, beforeAll, expect, it } from 'vitest'
import { idAt } from '../../../shared/table/id.ts'
import { acceptOrder, type Order } from '../../../shared/verification/acceptance.ts'
import { address } from '../../../shared/verification/product/address.ts'
import { moveVerification } from '../../../shared/verification/store.ts'
import { addressOrder } from '../../support/orders.ts'
import { startTable } from '../../support/table.ts'

let table: AsyncDisposable
beforeAll(async () => {
  table = await startTable()
})
afterAll(() => table[Symbol.asyncDispose]())

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const now = new Date(nowMs).toISOString()
let drawn = 0
const draw = () => {
  drawn += 1
  return idAt(nowMs + drawn, 0)
}

const order = (street: string, changes: Partial<Order> = {}): Order => ({
  at: id =>
    address.order(addressOrder({ street }) as never, {
      id,
      applicantId: 1,
      organisationId: 1,
      mode: 'test',
      now,
    }),
  id: draw(),
  isRepeat: false,
  isRevisit: false,
  nowMs,
  redraw: draw,
  ...changes,
})

it('finds its own record again when it takes over from a request that died after the write', async () => {
  const first = order('1 Died Street', { isRevisit: true })
  const { verification } = await acceptOrder(first)
  const again = await acceptOrder({ ...first, isRepeat: true })
  expect(again).toMatchObject({ isDuplicate: false, verification: { id: verification.id } })
})

it('draws another id when the first belongs to somebody else', async () => {
  const { verification } = await acceptOrder(order('2 Taken Street'))
  const other = await acceptOrder(order('3 Other Street', { id: verification.id }))
  expect(other.isDuplicate).toBe(false)
  expect(other.verification.id).not.toBe(verification.id)
})

it('answers the earlier order, unless that was cancelled', async () => {
  const { verification } = await acceptOrder(order('4 Cancelled Street'))
  expect(await acceptOrder(order('4 Cancelled Street'))).toMatchObject({
    isDuplicate: true,
    verification: { id: verification.id },
  })
  const key = { organisationId: 1, mode: 'test', verificationId: verification.id } as const
  await moveVerification(key, 'cancel', { to: 'cancelled', at: now })
  expect((await acceptOrder(order('4 Cancelled Street'))).isDuplicate).toBe(false)
})
