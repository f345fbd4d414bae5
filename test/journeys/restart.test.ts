import { afterAll, beforeAll, expect, it } from 'vitest'
import { secretOf } from '../../infra/local/seed.ts'
import { stages } from '../../infra/stages.ts'
import { eventsIn } from '../../shared/trail/entry.ts'
import { type ApiClient, apiClient } from '../support/api-client.ts'
import { enrolledDevice } from '../support/capture.ts'
import { quickly } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { type KilledEmulator, startKilledEmulator } from '../support/killed-emulator.ts'
import { photograph, recordOf, shot, stated, stepsOf } from '../support/live-visit.ts'
import { addressOrder, employmentOrder } from '../support/orders.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { type Person, signIn } from '../support/sign-in.ts'

/*
 * The process is killed between any two steps of a visit, and started again on its data: the visit goes on, and so does
 * what the simulated agent visits meanwhile.
 */

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/** How long after two orders the process is killed: before their workflow starts, while it waits, while the agent visits, after. */
const moments = [0, 150, 900, 4800, 5300, 5700]

let emulator: KilledEmulator
let receiver: Receiver
let ofSandbox: Receiver
let customer: ApiClient
let agent: Person
let reviewer: Person

beforeAll(async () => {
  emulator = await startKilledEmulator({
    ...quickly,
    verification: stages.local.verification,
    fieldwork: { ...stages.local.fieldwork, backCheckShare: 0 },
  })
  receiver = await openReceiver()
  ofSandbox = await openReceiver()
  customer = await apiClient(emulator.url, 'local-live', secretOf('local-live'))
  agent = await signIn(emulator, 'agent-1')
  reviewer = await signIn(emulator, 'reviewer-1')
})
afterAll(async () => {
  await emulator[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
  await ofSandbox[Symbol.asyncDispose]()
})

const open = async (assignment: string) =>
  eventually(async () => {
    const { body } = await agent.get('/v1/operations/assignments?stateId=24')
    return body.data.some((work: { id: string }) => work.id === assignment)
  }, 'the work to be open')

const accepted: number[] = []

const signInToSandbox = () => apiClient(emulator.url, 'local-test', 'local-test-secret')

/** Orders in test mode, as long before the process is killed as the moment says. */
const orderBefore = async (moment: number): Promise<void> => {
  const client = await signInToSandbox()
  const orders = [
    await client.post('/v1/addresses', addressOrder({ street: `${moment} Crash Street` })),
    await client.post('/v1/employments', employmentOrder({ employerName: `Crash ${moment} Limited` })),
  ]
  for (const { status, body } of orders) {
    expect(status).toBe(201)
    accepted.push(body.id)
  }
  await pause(moment)
}

const crash = async (): Promise<void> => {
  const moment = moments.shift()
  if (moment !== undefined) await orderBefore(moment)
  await emulator.killAndStart()
}

it('ends as if nothing had happened: whoever had signed in goes on with what was done', async () => {
  await customer.post('/v1/webhooks', { url: receiver.url })
  await (await signInToSandbox()).post('/v1/webhooks', { url: ofSandbox.url })
  const device = await enrolledDevice(agent)
  const order = addressOrder({ ...stated, street: '1 Crash Street' })
  const { id, address } = (await customer.post('/v1/addresses', order)).body
  await crash()
  const assignment = `${address.organisationId}-${id}`
  const steps = stepsOf(assignment)
  await open(assignment)
  await steps.claim(agent, 100)
  await crash()
  const outside = shot('before', 'exteriorPhotos.photo1', { metres: 44 })
  const inside = shot('inside', 'interiorPhotos.photo1', { metres: 11 })
  const records = [outside, inside].map(one => recordOf(device, assignment, one))
  await steps.record(agent, records)
  await crash()
  // The store's own door is another one after each start: a telephone sends its records again, and is told where to.
  await steps.upload((await steps.record(agent, records))[0].upload, outside)
  await crash()
  await steps.arrive(agent, outside)
  await crash()
  await steps.upload((await steps.record(agent, records))[1].upload, inside)
  await steps.arrive(agent, inside)
  const visit = { findings: { addressExists: true, hadAccess: true, isThere: true }, addressType: 'Flat' }
  await steps.report(agent, { ...visit, comment: 'A gate.' })
  await crash()
  await steps.decide(reviewer, { decision: 'return', comment: 'Which gate?' })
  await crash()
  const better = shot('after', 'exteriorPhotos.photo1', { metres: 22 })
  await photograph(agent, device, assignment, [better])
  await steps.report(agent, { ...visit, comment: 'A blue gate.' })
  await crash()
  await steps.decide(reviewer, { decision: 'approve', adminComment: 'All well.' })
  await crash()

  const events = () => receiver.received.filter(each => each.id === `evt_${id}_completed`)
  const { data } = JSON.parse((await eventually(() => events()[0], 'the event')).body)
  expect(data.address).toMatchObject({
    approvedAt: expect.any(String),
    rejectedAt: expect.any(String),
    agentComment: 'A blue gate.',
    adminComment: 'All well.',
    addressBasic: { addressType: 'Flat' },
    verifindData: { buildingImageDistance: 22, deviceLocationDistance: 11, isVerifind4d: true },
    status: { status: 'VERIFIED', subStatus: 'VERIFIED', state: 'COMPLETE' },
  })
  for (const { photo1 } of [data.address.exteriorPhotos, data.address.interiorPhotos]) {
    const bytes = Buffer.from(await (await fetch(photo1)).arrayBuffer())
    expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff')
  }
  const { entries, broken } = await steps.trail(reviewer)
  expect(broken).toBeNull()
  expect(eventsIn(entries).map(({ what }) => what)).toEqual([
    'claimed',
    'captured',
    'captured',
    'uploaded',
    'uploaded',
    'reported',
    'returned',
    'captured',
    'uploaded',
    'reported',
    'decided',
    'told',
    'viewed',
  ])
  // However often it was delivered, it was one event.
  expect(new Set(events().map(({ body }) => body)).size).toBe(1)
}, 240_000)

it('loses no accepted verification and sends its event, whenever the process is killed', async () => {
  expect([moments, accepted.length]).toEqual([[], 12])
  const told = () => new Set(ofSandbox.received.map(({ body }) => JSON.parse(body).data.id))
  await eventually(
    () => accepted.every(id => told().has(id)),
    'the events of all accepted verifications',
    120,
  )
  const bodies = Map.groupBy(ofSandbox.received, ({ id }) => id)
  for (const [, deliveries] of bodies) expect(new Set(deliveries.map(({ body }) => body)).size).toBe(1)
}, 300_000)
