import { type Message, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { Webhook } from 'standardwebhooks'
import { afterAll, describe, expect, it } from 'vitest'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { addressOrder } from '../support/orders.ts'

/** An account that is not ours, with what its owner has made for our events. */
const account = '444455556666'
const role = `arn:aws:iam::${account}:role/VerificationEvents`
const arnOf = (name: string) => `arn:aws:sqs:eu-west-1:${account}:${name}`
const bus = `arn:aws:events:eu-west-1:${account}:event-bus/checks`

let count = 0

/** What the owner lets a role do. */
const policyFor = (...resources: string[]) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['sqs:SendMessage', 'events:PutEvents'], Resource: resources }],
})

const world = await joinWorld()
afterAll(async () => {
  sqs.destroy()
})
const client = await world.client()
const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = world.emulator.environment
const sqs = new SQSClient({
  region: 'eu-west-1',
  endpoint: world.emulator.environment.AWS_ENDPOINT_URL!,
  credentials: { accessKeyId: accessKeyId!, secretAccessKey: secretAccessKey! },
  useQueueUrlAsEndpoint: false,
})
const made = await client.post('/v1/webhooks', { url: arnOf('first'), roleArn: role, enabled: false })
const externalId = made.body.role.externalId

const register = async (url: string, settings: object = {}) => {
  const { body } = await client.post('/v1/webhooks', { url, roleArn: role, ...settings })
  return { endpoint: body, path: `/v1/webhooks/${body.id}` }
}
const order = async (): Promise<string> => {
  count++
  const { body } = await client.post('/v1/addresses', addressOrder({ street: `${count} Queue Close` }))
  return `evt_${body.id}_completed`
}
const bytesOf = async (eventId: string): Promise<string> =>
  eventually(async () => (await client.get(`/v1/events/${eventId}`)).body.bodyRaw)
const attemptsTo = async (path: string) => (await client.get(`${path}/attempts`)).body.data

/** What comes out of a queue, as its owner reads it. */
const received = async (url: string): Promise<Message> =>
  eventually(async () => {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MessageAttributeNames: ['All'],
        MessageSystemAttributeNames: ['MessageGroupId', 'MessageDeduplicationId'],
      }),
    )
    return Messages[0]
  }, 'a message')
const headersOf = ({ MessageAttributes = {} }: Message) =>
  Object.fromEntries(Object.entries(MessageAttributes).map(([name, { StringValue }]) => [name, StringValue!]))

describe('an organisation that has a queue of its own', () => {
  it('receives the external id to trust, which nobody else has', async () => {
    const { endpoint } = await register(arnOf('told'), { enabled: false })
    expect(endpoint).toMatchObject({
      url: arnOf('told'),
      role: { arn: role, externalId, trustedAccountId: '000000000000' },
    })
    expect(externalId).toMatch(/^[\w-]{43}$/)
    const strangers = ['other-test', 'local-live'].map(async name => {
      const stranger = await world.client(name)
      const settings = { url: arnOf('told'), roleArn: role, enabled: false }
      return (await stranger.post('/v1/webhooks', settings)).body.role.externalId
    })
    expect(new Set([externalId, ...(await Promise.all(strangers))]).size).toBe(3)
  })

  it('is sent the same bytes, signed, with ids and signature beside them', async () => {
    const queue = world.customers.createQueue(arnOf('orders'))
    world.customers.putRole({ arn: role, externalId, policy: policyFor(arnOf('orders')) })
    const { endpoint, path } = await register(arnOf('orders'), { bodySignature: true })
    const eventId = await order()
    const message = await received(queue)
    const headers = headersOf(message)
    expect(message.Body).toBe(await bytesOf(eventId))
    expect(new Webhook(endpoint.secret).verify(message.Body!, headers)).toEqual(JSON.parse(message.Body!))
    expect(Object.keys(headers).sort()).toEqual([
      'content-type',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
      'x-occurred-at',
      'x-sequence',
      'x-verifyme-signature',
    ])
    expect([headers['webhook-id'], headers['x-sequence']]).toEqual([eventId, '3'])
    const attempts = await eventually(async () => (await attemptsTo(path)).length > 0 && attemptsTo(path))
    expect(attempts).toMatchObject([{ eventId, outcome: 'delivered', status: 200, failure: null }])
    expect(attempts[0].answer).toContain('MessageId')
  })

  it('has the order of a verification kept by a FIFO queue', async () => {
    const queue = world.customers.createQueue(arnOf('kept.fifo'))
    world.customers.putRole({ arn: role, externalId, policy: policyFor(arnOf('kept.fifo')) })
    await register(arnOf('kept.fifo'))
    const eventId = await order()
    expect((await received(queue)).Attributes).toMatchObject({
      MessageGroupId: eventId.split('_')[1],
      MessageDeduplicationId: eventId,
    })
  })

  it('is retried while the role or the queue does not exist yet, as any receiver is', async () => {
    const { path } = await register(arnOf('later'))
    world.customers.putRole({ arn: role, externalId, policy: policyFor(arnOf('orders')) })
    const pinged = await client.post(`${path}/ping`)
    expect(pinged.body).toMatchObject({
      outcome: 'failed',
      status: 403,
      failure: 'status',
      detail: 'The queue refused the event: AccessDeniedException',
    })
    const eventId = await order()
    await eventually(async () => (await attemptsTo(path)).length > 0)
    const queue = world.customers.createQueue(arnOf('later'))
    world.customers.putRole({ arn: role, externalId, policy: policyFor(arnOf('later')) })
    const message = await received(queue)
    expect([message.Body, headersOf(message)['webhook-id']]).toEqual([await bytesOf(eventId), eventId])
    const attempts = (await attemptsTo(path)).toReversed()
    expect(attempts[0]).toMatchObject({ outcome: 'retry', failure: 'status' })
    expect((await client.post(`${path}/ping`)).body).toMatchObject({ outcome: 'delivered', status: 200 })
    expect((await client.post(`/v1/events/${eventId}/resend`, {})).status).toBe(202)
  })

  it('moves from a URL to a queue and back, with a role or without', async () => {
    const receiver = await world.receiver()
    const { body } = await client.post('/v1/webhooks', { url: receiver.url, enabled: false })
    const path = `/v1/webhooks/${body.id}`
    const wrong = await client.patch(path, { url: arnOf('moved') })
    expect(wrong).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/roleArn', code: 'required' }] },
    })
    const moved = await client.patch(path, { url: arnOf('moved'), roleArn: role })
    expect(moved.body).toMatchObject({ url: arnOf('moved'), role: { arn: role, externalId } })
    expect((await client.patch(path, { description: 'kept' })).body.role).toEqual(moved.body.role)
    const headers = [{ name: 'X-Team', value: 'x' }]
    expect(await client.patch(path, { headers })).toMatchObject({
      body: { errors: [{ pointer: '/headers' }] },
    })
    const back = await client.patch(path, { url: receiver.url })
    expect(back.body).toMatchObject({ url: receiver.url, role: null })
    expect(await client.patch(path, { roleArn: role })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/roleArn', code: 'not_allowed' }] },
    })
  })
})

describe('an organisation that has a bus of its own', () => {
  it('is sent the signed bytes as a text, beside what its rules look into', async () => {
    world.customers.createBus(bus)
    world.customers.putRole({ arn: `${role}Bus`, externalId, policy: policyFor(bus) })
    const { endpoint } = await register(bus, { roleArn: `${role}Bus` })
    const eventId = await order()
    const detailOf = ({ detail }: { detail: unknown }) =>
      detail as { body: object; bodyRaw: string; headers: Record<string, string> }
    const entry = await eventually(
      () => world.customers.entries.find(one => detailOf(one).headers['webhook-id'] === eventId),
      'an entry',
    )
    expect(entry).toMatchObject({
      busArn: bus,
      source: 'verification-service',
      detailType: 'address.verification_completed',
    })
    const { body, bodyRaw, headers } = detailOf(entry)
    expect(bodyRaw).toBe(await bytesOf(eventId))
    expect([body, new Webhook(endpoint.secret).verify(bodyRaw, headers)]).toEqual([
      JSON.parse(bodyRaw),
      JSON.parse(bodyRaw),
    ])
  })
})

describe('whoever knows the role of another', () => {
  const refusedBy = async (settings: object) => {
    const stranger = await world.client('other-test')
    const { body } = await stranger.post('/v1/webhooks', { enabled: false, ...settings })
    return (await stranger.post(`/v1/webhooks/${body.id}/ping`)).body
  }

  it('has nothing sent by it, since it asks for another external id', async () => {
    world.customers.putRole({ arn: `${role}Wall`, externalId, policy: policyFor(arnOf('wall')) })
    expect(await refusedBy({ url: arnOf('wall'), roleArn: `${role}Wall` })).toMatchObject({
      outcome: 'failed',
      status: null,
      failure: 'role',
      detail: 'The role could not be assumed: AccessDenied',
    })
  })

  it('has nothing sent by one that asks for none, either', async () => {
    world.customers.createQueue(arnOf('open'))
    world.customers.putRole({ arn: `${role}Open`, policy: policyFor(arnOf('open')) })
    expect(await refusedBy({ url: arnOf('open'), roleArn: `${role}Open` })).toMatchObject({
      outcome: 'failed',
      status: null,
      failure: 'role',
      detail: 'The role can be assumed without the external id: its trust policy must ask for it',
    })
  })
})
