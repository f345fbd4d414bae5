import { expect, it } from 'vitest'
import { nin } from '../../shared/identity/product/nin.ts'
import { generateId } from '../../shared/table/id.ts'
import { address } from '../../shared/verification/product/address.ts'
import { acceptVerification } from '../../shared/verification/store.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { functionNamed } from '../support/names.ts'
import { openOf } from '../support/open.ts'
import { addressOrder } from '../support/orders.ts'
import { reachTable } from '../support/reach-table.ts'
import { streamedRecords } from '../support/stream.ts'

const world = await joinWorld()
const client = await world.client()
const receiver = await world.receiver()
await client.post('/v1/webhooks', { url: receiver.url })

const completed = async (street: string): Promise<number> => {
  const { body } = await client.post('/v1/addresses', addressOrder({ street }))
  await eventually(() => receiver.received.some(({ id }) => id === `evt_${body.id}_completed`))
  await eventually(
    async () => (await client.get(`/v1/events/evt_${body.id}_completed`)).body.attempts.length > 0,
  )
  return body.id
}

const receivedOf = (id: number) => receiver.received.filter(one => one.id.startsWith(`evt_${id}_`))
const task = (name: string, id: number) =>
  world.emulator.invoke(functionNamed(`completion-${name}`), {
    organisationId: world.organisationId,
    mode: 'test',
    verificationId: id,
  })

const inBase64 = (_name: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value

/** Everything that the table's stream has carried about a verification, as Lambda receives it. */
const streamRecords = async (id: number): Promise<{ eventID?: string | undefined }[]> => {
  const records = await streamedRecords(world)
  return records
    .filter(record => JSON.stringify(record.dynamodb?.Keys).includes(`${id}`))
    .map(record => JSON.parse(JSON.stringify(record, inBase64)))
}

it('sends one event of a verification whose workflow wakes up again and again', async () => {
  const id = await completed('1 Once Street')
  const before = (await client.get(`/v1/events/evt_${id}_completed`)).body
  await Promise.all([task('expire', id), task('expire', id), task('delay', id)])
  await completed('2 Once Street') // whatever the repeats had caused would have come before this
  const after = (await client.get(`/v1/events/evt_${id}_completed`)).body
  expect(after.bodyRaw).toBe(before.bodyRaw)
  expect(JSON.stringify(after.body)).toBe(after.bodyRaw)
  expect(receivedOf(id)).toHaveLength(1)
})

it('sends one event though the stream is delivered a second time', async () => {
  const id = await completed('3 Once Street')
  const records = await streamRecords(id)
  expect(records.length).toBeGreaterThan(3)
  const relayed = await world.emulator.invoke(functionNamed('outbox-relay'), { Records: records })
  expect(relayed).toEqual({ batchItemFailures: [] })
  await completed('4 Once Street')
  expect(receivedOf(id)).toHaveLength(1)
  const { body } = await client.get('/v1/events?limit=100')
  const own = body.data.filter((event: { verificationId: number }) => event.verificationId === id)
  expect(own.map((event: { id: string }) => event.id)).toEqual([`evt_${id}_completed`])
})

it('sends one event of a late look-up though the stream is delivered a second time', async () => {
  const { person, numbers } = nin.sandbox
  const claim = { firstname: person.firstname, lastname: person.lastname }
  const path = `/v1/ng/identities/nin/${numbers.late}`
  const { id } = (await client.post(path, claim, { prefer: 'respond-async' })).body
  await eventually(() => receivedOf(id).length > 0)
  await world.emulator.invoke(functionNamed('outbox-relay'), { Records: await streamRecords(id) })
  await completed('8 Once Street')
  expect(receivedOf(id)).toHaveLength(1)
})

it('changes nothing when reconciliation finds everything done', async () => {
  const id = await completed('5 Once Street')
  await world.emulator.invoke(functionNamed('outbox-reconcile-all'), {})
  await completed('7 Once Street') // whatever that had caused would have come before this
  expect(receivedOf(id)).toHaveLength(1)
})

it('publishes what the stream missed, when reconciliation finds it', async () => {
  const id = generateId(Date.now() - 3_600_000, 0)
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString()
  const { organisationId } = world
  const by = { organisationId, mode: 'test', clientId: 'local-test' } as const
  const context = { id, applicantId: id, ...by, now: anHourAgo }
  // A record that is final from its first write: the stream tells of its acceptance, and nobody of its end.
  const untold = {
    ...address.order(addressOrder({ street: '6 Once Street' }) as never, context),
    outcome: 'verified' as const,
  }
  await reachTable(world.emulator)
  await acceptVerification(untold, Date.now())
  expect((await client.get(`/v1/events/evt_${id}_completed`)).status).toBe(404)
  await world.emulator.invoke(functionNamed('outbox-reconcile-all'), {})
  await eventually(() => receivedOf(id).length > 0)
  expect(receivedOf(id).map(one => one.id)).toEqual([`evt_${id}_completed`])
})

it('ends what is past its expiry, though no workflow does and it was ordered months ago', async () => {
  const live = await world.client('local-live')
  const liveReceiver = await world.receiver()
  await live.post('/v1/webhooks', { url: liveReceiver.url })
  const ordered = Date.now() - 60 * 86_400_000
  const context = {
    applicantId: 1,
    organisationId: world.organisationId,
    mode: 'live',
    clientId: 'local-live',
    now: new Date(ordered).toISOString(),
  } as const
  const id = generateId(ordered, 0)
  const forgotten = address.order(addressOrder({ street: '9 Once Street' }) as never, { ...context, id })
  await reachTable(world.emulator)
  await acceptVerification(forgotten, Date.now())
  await world.emulator.invoke(functionNamed('outbox-reconcile-all'), {})
  await eventually(() => liveReceiver.received.length > 0)
  expect(liveReceiver.received.map(one => one.id)).toEqual([`evt_${id}_completed`])
  const { body } = await live.get(`/v1/addresses/${id}`)
  expect(body).toMatchObject({ status: { subStatus: 'FAILED - EXPIRED' }, address: { price: 0 } })
})

it('has nothing to reconcile of what was published', async () => {
  const id = await completed('10 Once Street')
  await reachTable(world.emulator)
  await eventually(async () => {
    const { verifications } = await openOf({ organisationId: world.organisationId, mode: 'test' })
    return !verifications.some(one => one.id === id)
  })
})
