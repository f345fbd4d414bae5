import { afterAll, beforeAll, expect, it } from 'vitest'
import { generateId } from '../../../shared/table/id.ts'
import { type PersonSearchKey, searchPerson } from '../../../shared/verification/person-store.ts'
import { address } from '../../../shared/verification/product/address.ts'
import { employment } from '../../../shared/verification/product/employment.ts'
import { acceptVerification } from '../../../shared/verification/store.ts'
import { addressOrder, applicant, employmentOrder } from '../../support/orders.ts'
import { startTable } from '../../support/table.ts'

let table: AsyncDisposable
const tenant = { organisationId: 1, mode: 'live' } as const
const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const idOf = (n: number): number => generateId(nowMs + n, 0)
const person = { ...applicant, phone: '+234 (0) 809 911 2233' }

const contextOf = (n: number) => ({
  id: idOf(n),
  applicantId: 1,
  ...tenant,
  now: new Date(nowMs).toISOString(),
})

const order = (n: number, changes: object) =>
  acceptVerification(
    address.order(addressOrder({ street: `${n} Street`, ...changes }) as never, contextOf(n)),
    nowMs,
  )

beforeAll(async () => {
  table = await startTable()
  await order(0, { applicant: person })
  for (let n = 1; n <= 501; n += 20) await Promise.all(Array.from({ length: 20 }, (_, i) => order(n + i, {})))
  await order(900, { applicant: { ...person, phone: '08099112233' } })
  const other = employment.order(employmentOrder({ applicant: person }) as never, {
    ...contextOf(901),
    idNumber: { idNumberDigest: 'digest', idNumberLast4: '0000' },
  })
  await acceptVerification(other, nowMs)
})
afterAll(() => table[Symbol.asyncDispose]())

const searchAll = async (wanted: Parameters<typeof searchPerson>[1]) => {
  const pages: (readonly [readonly number[], number])[] = []
  let place: PersonSearchKey | undefined
  do {
    const { found, searched, next } = await searchPerson(tenant, wanted, place)
    pages.push([found, searched])
    place = next
  } while (place)
  return pages
}

it('goes through addresses and employments page by page, and finds a telephone however it is written', async () => {
  expect(await searchAll({ phone: '2348099112233' })).toEqual([
    [[idOf(900)], 500],
    [[idOf(0)], 22],
    [[idOf(901)], 1],
  ])
})

it('finds an id number by its digest, and nobody by nothing', async () => {
  const found = async (wanted: Parameters<typeof searchPerson>[1]) =>
    (await searchAll(wanted)).flatMap(([ids]) => ids)
  expect(await found({ idNumberDigest: 'digest' })).toEqual([idOf(901)])
  expect(await found({ idNumberDigest: 'other' })).toEqual([])
  expect(await found({})).toEqual([])
})
