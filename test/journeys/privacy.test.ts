import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import { startWorld, type World } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { addressOrder, businessAddressOrder, employmentOrder } from '../support/orders.ts'
import { openedWritesIn } from '../support/written.ts'

/** Values that stand nowhere else, so that finding one anywhere is a leak. */
const planted = {
  firstname: 'Plantedfirst',
  lastname: 'Plantedlast',
  middlename: 'Plantedmiddle',
  phone: '08099112233',
  dob: '1961-10-01',
  email: 'planted@person.example',
  idNumber: '55544433322',
}
const plantedStreet = '77 Plantedstreet'
const plantedEmployer = 'Plantedemployer'

const idType = 'nin'
const applicant = { ...planted, idType }

let world: World
let client: ApiClient

beforeAll(async () => {
  world = await startWorld()
  client = await world.client()
  const receiver = await world.receiver()
  await client.post('/v1/webhooks', { url: receiver.url, events: ['address.*', 'employment.*'] })
  const orders = [
    await client.post('/v1/addresses', addressOrder({ street: plantedStreet, applicant })),
    await client.post('/v1/addresses/business', businessAddressOrder({ street: plantedStreet, applicant })),
    await client.post('/v1/employments', employmentOrder({ employerName: plantedEmployer, applicant })),
  ]
  expect(orders.map(({ status }) => status)).toEqual([201, 201, 201])
  await client.post(
    '/v1/addresses',
    addressOrder({ street: plantedStreet, stateName: 'Plantedstreet', applicant }),
  )
  await client.post('/v1/addresses', `{"applicant": "${planted.lastname} ${planted.phone}`)
  await client.get(`/v1/addresses/${planted.idNumber}`)
  await client.get(`/v1/${planted.lastname}`)
  await eventually(() => receiver.received.length >= 6, 'three started and three completed events')
})
afterAll(() => world[Symbol.asyncDispose]())

const values = [...Object.values(planted), plantedStreet, 'Plantedemployer']

const leaksIn = (text: string): string[] =>
  values.filter(value => text.toLowerCase().includes(value.toLowerCase()))

it('prints no value of a person in any log line', () => {
  expect(world.logLines.length).toBeGreaterThan(10)
  expect(leaksIn(world.logLines.join('\n'))).toEqual([])
})

it('puts no value of a person into a queue message or a workflow', () => {
  const carried = world.region.recorded.filter(({ service }) => service === 'sqs' || service === 'states')
  expect(carried.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['SendMessageBatch', 'StartExecution', 'SendTaskSuccess', 'TaskInput']),
  )
  expect(leaksIn(carried.map(({ body }) => body).join('\n'))).toEqual([])
})

it('keeps of an id number a digest and the last four, nothing more', async () => {
  const written = (await openedWritesIn(world)).map(({ value }) => value).join('\n')
  const isWritten = (text: string) => written.includes(text)
  expect(isWritten(planted.lastname)).toBe(true)
  expect(isWritten(planted.idNumber)).toBe(false)
  expect(isWritten(`"idNumberLast4":"${planted.idNumber.slice(-4)}"`)).toBe(true)
})

it('quotes no value in an error', async () => {
  const wrong = addressOrder({
    stateName: planted.lastname,
    applicant: { ...applicant, phone: planted.lastname },
  })
  const { body } = await client.post('/v1/addresses', wrong)
  expect(body.code).toBe('invalid_request')
  expect(leaksIn(JSON.stringify(body))).toEqual([])
})
