import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetSecret } from '../../../shared/aws/secret.ts'
import {
  type Fault,
  faults,
  findKeyedFault,
  liveManyKeyedOrders,
  openSecret,
} from '../../simulation/keyed-orders.ts'
import { isNightly } from '../../support/tier.ts'

beforeAll(openSecret)
afterAll(() => forgetSecret())

const schedules = isNightly ? 2000 : 500

it(`makes no order twice, and answers each key one thing, in ${schedules} schedules`, async () => {
  const happened = await liveManyKeyedOrders(1, schedules)
  expect(happened.orders).toBeGreaterThan(schedules)
  expect(happened.replayed).toBeGreaterThan(schedules)
  expect(happened.duplicates).toBeGreaterThan(schedules / 4)
  expect(happened.refused).toBeGreaterThan(schedules / 4)
  expect(happened.deaths).toBeGreaterThan(schedules)
})

it.each(Object.keys(faults) as Fault[])('would find that %s', async fault =>
  expect(await findKeyedFault(fault, schedules)).toBeGreaterThan(0),
)
