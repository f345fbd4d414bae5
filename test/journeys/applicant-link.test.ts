import { afterAll, beforeAll, expect, it } from 'vitest'
import { lastMessages, type OutboxMessage } from '../../infra/region/messages/outbox.ts'
import type { ApiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { addressOrder, applicant } from '../support/orders.ts'
import { startWorld, type World } from '../support/world.ts'

let world: World
let client: ApiClient

beforeAll(async () => {
  world = await startWorld()
  client = await world.client()
})
afterAll(() => world[Symbol.asyncDispose]())

/** Nobody comes to this one, so that it stays open. */
const nobody = '08000001010'

const sentTo = (to: string): Promise<OutboxMessage> =>
  eventually(() => lastMessages(world.region.outboxFolder, 50).find(message => message.to === to))

it('is sent when the work is opened, once, and only if the order asks for it', async () => {
  const order = (changes: object) =>
    client.post('/v1/addresses', addressOrder({ applicant: { ...applicant, phone: nobody }, ...changes }))
  await order({ street: '1 Quiet Close' })
  await order({ street: '2 Asked Close', applicantLink: true })
  const { text } = await sentTo('+2348000001010')
  expect(text).toContain(`${world.url}/v1/applicant/`)
  expect(lastMessages(world.region.outboxFolder, 50)).toHaveLength(1)
})
