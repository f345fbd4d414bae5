import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startStage } from '../../table/stage.ts'
import { openReceivers } from './receivers.ts'
import { live } from './simulation.ts'

let table: AsyncDisposable

beforeAll(async () => {
  table = await startStage()
})
afterAll(() => table[Symbol.asyncDispose]())

// Few worlds, so that a suite stays quick; `test/bench/delivery-simulation.ts` lives hundreds.
describe('a dispatcher that crashes anywhere, between receivers that do anything', () => {
  it('brings every event at least once, with one id and one body, to all that answer in time', async () => {
    const totals = await live(1000, 15)
    expect(totals.delivered).toBeGreaterThan(30)
    expect(totals.crashes).toBeGreaterThan(300)
    expect(totals.resumed).toBeGreaterThan(0)
    expect(totals.diverted).toBeGreaterThan(0)
  }, 60_000)

  it('does so over real connections, too', async () => {
    await using receivers = await openReceivers()
    const totals = await live(5000, 3, receivers.send)
    expect(totals.delivered).toBeGreaterThan(5)
  }, 60_000)
})
