import { expect, it } from 'vitest'
import { nin } from '../../shared/identity/product/nin.ts'
import { joinWorld } from '../support/environment.ts'
import { brokenParts, claimsOf, fetchReceipt, publishedKeys } from '../support/receipts.ts'
import { receivedEvent } from '../support/receiver.ts'

const world = await joinWorld()
const test = await world.client()
const receiver = await world.receiver()
await test.post('/v1/webhooks', { url: receiver.url, events: ['identity.*'] })

const receiptOf = (id: number) => fetchReceipt(test, 'identities', id)
const bodyOf = async (id: number) => Buffer.from((await receivedEvent(receiver, `evt_${id}_completed`)).body)
const trailOf = (mode: string, verificationId: number) =>
  world.administer({ command: 'trail', organisationId: 1, mode, verificationId })

const { person, numbers } = nin.sandbox
const claim = { firstname: person.firstname, lastname: person.lastname }

it('a look-up that was answered at once has a receipt of its verdict, without event and trail', async () => {
  const answer = await test.post(`/v1/ng/identities/nin/${numbers.exact}`, claim)
  const receipt = await receiptOf(answer.body.id)
  const { completedAt } = (await test.get(`/v1/identities/${answer.body.id}`)).body
  expect(claimsOf(receipt)).toMatchObject({
    verificationId: answer.body.id,
    product: 'nin',
    registry: 'nin',
    completedAt,
    status: { state: 'complete', status: 'verified' },
    verdict: { matchStatus: 'EXACT_MATCH', fieldMatches: { firstname: true, lastname: true } },
    event: null,
    trail: null,
    photos: [],
    rules: { matching: 3 },
  })
  expect(brokenParts({ receipt, keys: await publishedKeys(world) })).toEqual([])
  expect(await receiptOf(answer.body.id)).toBe(receipt)
})

it('a look-up that was answered late has its event in it', async () => {
  const other = { ...claim, lastname: 'Bello' }
  const path = `/v1/ng/identities/nin/${numbers.late}`
  const { id } = (await test.post(path, other, { prefer: 'respond-async' })).body
  const event = await bodyOf(id)
  const receipt = await receiptOf(id)
  expect(claimsOf(receipt)).toMatchObject({
    status: { state: 'complete', status: 'id_mismatch' },
    event: { id: `evt_${id}_completed` },
    trail: { n: 1 },
  })
  const trail = Buffer.from(JSON.stringify(await trailOf('test', id)))
  const given = { receipt, keys: await publishedKeys(world), event, trail }
  expect(brokenParts(given)).toEqual([])
  expect(brokenParts({ ...given, event: Buffer.from(`${event} `) })).toEqual(['event'])
})
