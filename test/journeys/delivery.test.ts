import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { lastMessages } from '../../infra/emulator/messages.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { addressOrder } from '../support/orders.ts'
import type { Receiver, Respond } from '../support/receiver.ts'

const world = await joinWorld()
const client = await world.client()

/** Orders a verification and answers the log of its event once `count` attempts were made at the receiver's endpoint. */
const deliver = async (respond: Respond, count: number, street: string) => {
  const receiver = await world.receiver(respond)
  const endpoint = (await client.post('/v1/webhooks', { url: receiver.url })).body
  const { body } = await client.post('/v1/addresses', addressOrder({ street }))
  const attempts = await attemptsOf(body.id, endpoint.id, count)
  await client.delete(`/v1/webhooks/${endpoint.id}`)
  return { receiver, endpoint, attempts }
}

const attemptsOf = (id: number, endpointId: number, count: number): Promise<Record<string, unknown>[]> =>
  eventually(async () => {
    const { body } = await client.get(`/v1/events/evt_${id}_completed`)
    const own = (body.attempts ?? []).filter(
      (attempt: { endpointId: number }) => attempt.endpointId === endpointId,
    )
    return own.length >= count && own
  }, `${count} attempts`)

const idsAndBodies = ({ received }: Receiver) => new Set(received.map(({ id, body }) => `${id} ${body}`))

it('brings the same id and bytes three times to a receiver that fails twice, each signed anew', async () => {
  const failsTwice: Respond = (count, response) => {
    response.writeHead(count < 2 ? 500 : 200).end(`answer ${count}`)
  }
  const { receiver, endpoint, attempts } = await deliver(failsTwice, 3, '1 Delivery Drive')
  expect(receiver.received).toHaveLength(3)
  expect(idsAndBodies(receiver).size).toBe(1)
  const webhook = new Webhook(endpoint.secret)
  for (const { body, headers } of receiver.received) expect(() => webhook.verify(body, headers)).not.toThrow()
  expect(attempts.map(({ outcome, status, answer }) => [outcome, status, answer])).toEqual([
    ['retry', 500, 'answer 0'],
    ['retry', 500, 'answer 1'],
    ['delivered', 200, 'answer 2'],
  ])
})

it('gives up when the schedule ends, and the log says why', async () => {
  const { attempts } = await deliver(
    (_, response) => void response.writeHead(503).end(),
    5,
    '2 Delivery Drive',
  )
  expect(attempts.map(({ outcome }) => outcome)).toEqual([...Array(4).fill('retry'), 'gave-up'])
  expect(attempts.at(-1)).toMatchObject({ failure: 'status', nextAttemptAt: null })
})

it('never follows a redirect', async () => {
  const elsewhere = await world.receiver()
  const redirects: Respond = (_, response) => void response.writeHead(307, { location: elsewhere.url }).end()
  const { attempts } = await deliver(redirects, 1, '4 Delivery Drive')
  expect(attempts[0]).toMatchObject({ outcome: 'retry', status: 307, failure: 'redirect' })
  expect(elsewhere.received).toEqual([])
})

/** The id of an endpoint that was disabled twice, and the events that reported it to the others. */
let off: { readonly id: number; readonly told: readonly string[] }

it('disables an endpoint that answers 410, shows its owner why, and notifies the others', async () => {
  await world.administer({ command: 'setAlertAddress', organisationId: 1, alertAddress: 'ops@acme.example' })
  const [receiver, other, unasked] = [
    await world.receiver((_, response) => void response.writeHead(410).end()),
    await world.receiver(),
    await world.receiver(),
  ]
  const watched = { url: `${other.url}?key=of-the-other`, events: ['endpoint.*'], payload: 'thin' }
  await client.post('/v1/webhooks', watched)
  await client.post('/v1/webhooks', { url: unasked.url, events: ['employment.*'] })
  const settings = { url: `${receiver.url}?key=of-the-gone`, events: ['address.*', 'endpoint.*'] }
  const endpoint = (await client.post('/v1/webhooks', settings)).body
  await client.post('/v1/addresses', addressOrder({ street: '5 Delivery Drive' }))
  const shown = await eventually(async () => {
    const { body } = await client.get(`/v1/webhooks/${endpoint.id}`)
    return !body.enabled && body
  })
  expect(shown.disabledReason).toContain('410')
  expect(shown.disabledAt).toMatch(/Z$/)
  const told = await eventually(() => other.received[0], 'the event about the endpoint')
  const { id, disabledAt, disabledReason } = shown
  expect(JSON.parse(told.body)).toEqual({
    event: 'endpoint',
    event_type: 'endpoint_disabled',
    data: {
      id,
      summary: null,
      customerReference: '',
      endpoint: {
        id,
        enabled: false,
        reason: 'gone',
        disabledReason,
        disabledAt,
        failingSince: null,
        lastStatus: 410,
      },
    },
  })
  expect(told.headers['x-occurred-at']).toBe(disabledAt)
  const [line] = (await client.get('/v1/events?event=endpoint')).body.data
  expect(line).toMatchObject({
    id: told.id,
    event_type: 'endpoint_disabled',
    verificationId: null,
    endpointId: id,
  })
  expect((await client.get(`/v1/events/${told.id}`)).body.bodyRaw).toBe(told.body)
  // Enabled again, it receives no event about itself.
  await client.patch(`/v1/webhooks/${id}`, { enabled: true })
  await client.post(`/v1/events/${told.id}/resend`)
  // What it missed is sent to it again, and disables it again: another event, and another email.
  const again = await eventually(() => other.received.find(one => one.id !== told.id), 'the second event')
  const copies = () => other.received.filter(one => one.id === told.id)
  await eventually(() => copies().length > 1, 'the resent event')
  expect(copies().map(({ body }) => body)).toEqual([told.body, told.body])
  expect(other.received.map(one => one.id).toSorted()).toEqual([told.id, told.id, again.id].toSorted())
  const sequences = [told, again].map(({ headers }) => Number(headers['x-sequence']))
  expect(sequences[1]).toBeGreaterThan(sequences[0]!)
  off = { id, told: [told.body, again.body] }
  expect(receiver.received.filter(one => one.id === told.id)).toEqual([])
  expect(unasked.received).toEqual([])
})

it('emails about a disabled endpoint whoever receives its alerts, without its key', async () => {
  const lettersOf = () =>
    lastMessages(world.emulator.outboxFolder, 1000).filter(({ subject }) => subject?.includes(`${off.id}`))
  const letters = await eventually(() => lettersOf().length >= off.told.length && lettersOf(), 'both letters')
  const timesOf = off.told.map(body => JSON.parse(body).data.endpoint.disabledAt as string)
  const said = letters.toReversed().map(({ text }) => /disabled at (.{10}) (.{5}) UTC/.exec(text)?.slice(1))
  expect(said).toEqual(timesOf.map(at => [at.slice(0, 10), at.slice(11, 16)]))
  for (const letter of letters) {
    expect(letter).toMatchObject({ to: 'ops@acme.example', from: expect.stringContaining('no-reply@') })
    expect(letter.text).toContain('The receiver answered 410: it is gone.')
  }
  expect(JSON.stringify([letters, off])).not.toContain('of-the-gone')
})

it('sends the body signature that some integrators check, when an endpoint asks for it', async () => {
  const receiver = await world.receiver()
  await client.post('/v1/webhooks', { url: receiver.url, bodySignature: true })
  await client.post('/v1/addresses', addressOrder({ street: '6 Delivery Drive' }))
  const received = await eventually(() => receiver.received[0])
  expect(received.headers['x-verifyme-signature']).toMatch(/^[0-9a-f]{128}$/)
})

it('brings nothing to an endpoint of another organisation, of the other mode, or that was deleted', async () => {
  const [others, live, deleted] = [await world.receiver(), await world.receiver(), await world.receiver()]
  await (await world.client('other-test')).post('/v1/webhooks', { url: others.url })
  await (await world.client('local-live')).post('/v1/webhooks', { url: live.url })
  const gone = (await client.post('/v1/webhooks', { url: deleted.url })).body
  await client.delete(`/v1/webhooks/${gone.id}`)
  await deliver((_, response) => void response.end(), 1, '7 Delivery Drive')
  expect([others, live, deleted].flatMap(({ received }) => received)).toEqual([])
})

it.each(['ftp://localhost/x', 'http://169.254.169.254/', 'https://user:pass@example.com/', 'not a url'])(
  'refuses a receiver that may not be called, and says why: %s',
  async url => {
    const answer = await client.post('/v1/webhooks', { url })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: '/url' }] } })
  },
)
