import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateId } from '../../../shared/table/id.ts'
import { acceptOrder, type OrderRequest } from '../../../shared/verification/place-order.ts'
import { address } from '../../../shared/verification/product/address.ts'
import { transitionVerification } from '../../../shared/verification/transition-store.ts'
import { addressOrder, applicant } from '../../support/orders.ts'
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
  return generateId(nowMs + drawn, 0)
}

const order = (street: string, changes: Partial<OrderRequest> = {}): OrderRequest => ({
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
  ...changes,
})

it('finds its own record again when it takes over from a request that died after the write', async () => {
  const first = order('1 Died Street', { isRevisit: true })
  const { verification } = await acceptOrder(first)
  const again = await acceptOrder({ ...first, isRepeat: true })
  expect(again).toMatchObject({ isDuplicate: false, verification: { id: verification.id } })
})

it('finds its own record again under the next id, where its own was taken when the request died', async () => {
  const { verification: taken } = await acceptOrder(order('11 Taken Street'))
  const first = order('12 Died Street', { id: taken.id, isRevisit: true })
  const { verification } = await acceptOrder(first)
  const again = await acceptOrder({ ...first, isRepeat: true })
  expect(again).toMatchObject({ isDuplicate: false, verification: { id: verification.id } })
  expect([verification.id, again.verification.id]).not.toContain(taken.id)
})

it('answers an order that still stands, though the visit ordered after it was cancelled', async () => {
  const { verification } = await acceptOrder(order('13 Standing Street'))
  const { verification: again } = await acceptOrder(order('13 Standing Street', { isRevisit: true }))
  const key = { organisationId: 1, mode: 'test', verificationId: again.id } as const
  await transitionVerification(key, 'cancel', { to: 'cancelled', at: now, by: 'me' })
  expect(await acceptOrder(order('13 Standing Street'))).toMatchObject({
    isDuplicate: true,
    verification: { id: verification.id },
  })
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
  await transitionVerification(key, 'cancel', { to: 'cancelled', at: now, by: 'me' })
  expect((await acceptOrder(order('4 Cancelled Street'))).isDuplicate).toBe(false)
})

describe('people of one name, telephone and place', () => {
  const born = (street: string, dob?: string) => {
    const { dob: _, ...rest } = applicant
    const body = addressOrder({ street, applicant: { ...rest, ...(dob && { dob }) } })
    return order(street, {
      at: id => address.order(body as never, { id, applicantId: 1, organisationId: 1, mode: 'test', now }),
    })
  }
  const accept = async (street: string, dob?: string) => {
    const { verification, isDuplicate } = await acceptOrder(born(street, dob))
    return { id: verification.id, isDuplicate }
  }

  it('are two where their birth dates differ, and stay two whoever is ordered again', async () => {
    const street = '5 Father And Son Street'
    const father = await accept(street, '1950-01-01')
    const son = await accept(street, '1980-01-01')
    expect([father.isDuplicate, son.isDuplicate]).toEqual([false, false])
    expect(await accept(street, '1950-01-01')).toEqual({ id: father.id, isDuplicate: true })
    expect(await accept(street, '1980-01-01')).toEqual({ id: son.id, isDuplicate: true })
    expect(await accept(street)).toEqual({ id: son.id, isDuplicate: true })
  })

  it('are one where a birth date is missing on either side', async () => {
    const without = await accept('6 Unknown Birth Street')
    expect(await accept('6 Unknown Birth Street', '1950-01-01')).toEqual({ ...without, isDuplicate: true })
    const born1980 = await accept('7 Unknown Birth Street', '1980-01-01')
    expect(await accept('7 Unknown Birth Street')).toEqual({ ...born1980, isDuplicate: true })
  })

  it('keep their guard when one of them is revisited or cancelled', async () => {
    const street = '8 Kept Street'
    const son = await accept(street, '1980-01-01')
    const father = await accept(street, '1950-01-01')
    const revisit = await acceptOrder({ ...born(street, '1980-01-01'), isRevisit: true })
    expect(await accept(street, '1950-01-01')).toEqual({ ...father, isDuplicate: true })
    const key = { organisationId: 1, mode: 'test', verificationId: revisit.verification.id } as const
    await transitionVerification(key, 'cancel', { to: 'cancelled', at: now, by: 'me' })
    expect(await accept(street, '1980-01-01')).toEqual({ ...son, isDuplicate: true })
    expect(await accept(street, '1950-01-01')).toEqual({ ...father, isDuplicate: true })
  })
})

it('accepts every one of fifty revisits at once', async () => {
  const all = Array.from({ length: 50 }, () => acceptOrder(order('9 Revisited Street', { isRevisit: true })))
  expect((await Promise.all(all)).filter(({ isDuplicate }) => isDuplicate)).toEqual([])
})
