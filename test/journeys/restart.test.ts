import { expect, it } from 'vitest'
import { apiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { startKilledEmulator } from '../support/killed-emulator.ts'
import { addressOrder, employmentOrder } from '../support/orders.ts'
import { openReceiver } from '../support/receiver.ts'

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

it('loses no accepted verification and sends its event, whenever the process is killed', async () => {
  await using receiver = await openReceiver()
  await using emulator = await startKilledEmulator({})
  const signIn = () => apiClient(emulator.url, 'local-test', 'local-test-secret')
  await (await signIn()).post('/v1/webhooks', { url: receiver.url })
  const accepted: number[] = []
  // Killed at other moments each time: before the workflow starts, while it waits, while the agent visits, after.
  for (const moment of [0, 150, 900, 4800, 5300, 5700]) {
    const client = await signIn()
    const orders = [
      await client.post('/v1/addresses', addressOrder({ street: `${moment} Crash Street` })),
      await client.post('/v1/employments', employmentOrder({ employerName: `Crash ${moment} Limited` })),
    ]
    for (const { status, body } of orders) {
      expect(status).toBe(201)
      accepted.push(body.id)
    }
    await pause(moment)
    await emulator.killAndStart()
  }
  const told = () => new Set(receiver.received.map(({ body }) => JSON.parse(body).data.id))
  await eventually(
    () => accepted.every(id => told().has(id)),
    'the events of all accepted verifications',
    120,
  )
  const bodies = Map.groupBy(receiver.received, ({ id }) => id)
  for (const [, deliveries] of bodies) expect(new Set(deliveries.map(({ body }) => body)).size).toBe(1)
}, 300_000)
