import { beforeAll, describe, expect, it } from 'vitest'
import { isAll } from '../../../support/tier.ts'
import { startStage } from '../../table/stage.ts'
import { openReceivers } from './receivers.ts'
import { live } from './simulation.ts'

/** `test/bench/delivery-simulation.ts` lives hundreds. */
const worlds = isAll ? 15 : 5

beforeAll(startStage)

describe('a dispatcher that crashes anywhere, between receivers that do anything', () => {
  it('brings every event at least once, with one id and one body, to all that answer in time', async () => {
    const totals = await live(1000, worlds)
    expect(totals.delivered).toBeGreaterThan(2 * worlds)
    expect(totals.crashes).toBeGreaterThan(20 * worlds)
    expect(totals.resumed).toBeGreaterThan(0)
    expect(totals.diverted).toBeGreaterThan(0)
  })

  it('does so over real connections, too', async () => {
    await using receivers = await openReceivers()
    const totals = await live(5000, isAll ? 3 : 1, receivers.send)
    expect(totals.delivered).toBeGreaterThan(0)
  })
})
