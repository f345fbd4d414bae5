import { beforeAll, describe, expect, it } from 'vitest'
import { acceptOrder, type OrderRequest } from '../../../shared/verification/place-order.ts'
import { applicant } from '../../support/orders.ts'
import { startTable } from '../../support/table.ts'
import { addressVerification, cancel, drawIds } from '../../support/verifications.ts'

beforeAll(startTable)

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const now = new Date(nowMs).toISOString()
const draw = drawIds(nowMs)

const order = (
  street: string,
  changes: Partial<OrderRequest> & { applicant?: object } = {},
): OrderRequest => {
  const { applicant: person = applicant, ...others } = changes
  const at = (id: number) => addressVerification({ street, applicant: person }, { id, mode: 'test', now })
  return { at, id: draw(), isRepeat: false, isRevisit: false, nowMs, ...others }
}
const cancelled = ({ id }: { id: number }) =>
  cancel({ organisationId: 1, mode: 'test', verificationId: id }, now)

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
  await cancelled(again)
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
  await cancelled(verification)
  expect((await acceptOrder(order('4 Cancelled Street'))).isDuplicate).toBe(false)
})

describe('people of one name, telephone and place', () => {
  const born = (street: string, dob?: string) => {
    const { dob: _, ...rest } = applicant
    return order(street, { applicant: { ...rest, ...(dob && { dob }) } })
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
    await cancelled(revisit.verification)
    expect(await accept(street, '1980-01-01')).toEqual({ ...son, isDuplicate: true })
    expect(await accept(street, '1950-01-01')).toEqual({ ...father, isDuplicate: true })
  })
})

it('accepts every one of fifty revisits at once', async () => {
  const all = Array.from({ length: 50 }, () => acceptOrder(order('9 Revisited Street', { isRevisit: true })))
  expect((await Promise.all(all)).filter(({ isDuplicate }) => isDuplicate)).toEqual([])
})
