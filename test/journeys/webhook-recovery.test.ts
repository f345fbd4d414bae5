import { describe, expect, it } from 'vitest'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { addressOrder, employmentOrder } from '../support/orders.ts'
import type { Respond } from '../support/receiver.ts'

let count = 0

const world = await joinWorld()
const client = await world.client()

const register = async (respond?: Respond, settings: object = {}) => {
  const receiver = await world.receiver(respond)
  const { body } = await client.post('/v1/webhooks', { url: receiver.url, ...settings })
  return { receiver, endpoint: body, path: `/v1/webhooks/${body.id}` }
}

/** Orders a verification and answers its event's id once the event is there. */
const happen = async (): Promise<string> => {
  count++
  const { body } = await client.post('/v1/addresses', addressOrder({ street: `${count} Recovery Road` }))
  const id = `evt_${body.id}_completed`
  await eventually(async () => (await client.get(`/v1/events/${id}`)).status === 200)
  return id
}

interface Attempt {
  readonly eventId: string
  readonly attempt: number
  readonly outcome: string
}

const attemptsAt = async (path: string): Promise<Attempt[]> =>
  (await client.get(`${path}/attempts?limit=100`)).body.data

/** The same, one a page. */
const pagesOf = async (path: string): Promise<Attempt[]> => {
  const seen: Attempt[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body } = await client.get(`${path}/attempts?limit=1${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.data)
    cursor = body.nextCursor
  }
  return seen
}

const untilOutcome = (path: string, eventId: string, outcome: string) =>
  eventually(
    async () => (await attemptsAt(path)).some(made => made.eventId === eventId && made.outcome === outcome),
    `${outcome} of ${eventId}`,
  )

/** Refuses until it is repaired. */
const broken = () => {
  let isRepaired = false
  const respond: Respond = (_, response) => void response.writeHead(isRepaired ? 200 : 500).end()
  return {
    respond,
    repair: () => {
      isRepaired = true
    },
  }
}

const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString()

describe('an integrator whose receiver was broken', () => {
  it('sees since when it fails and what it answered, and has one event sent again with the same id and bytes', async () => {
    const { respond, repair } = broken()
    const { receiver, endpoint, path } = await register(respond)
    const eventId = await happen()
    await untilOutcome(path, eventId, 'gave-up')
    const failing = (await client.get(path)).body.health
    expect(failing.lastFailure).toMatchObject({ eventId, status: 500, failure: 'status' })
    expect(failing.failingSince <= failing.lastFailure.at).toBe(true)
    repair()
    const answer = await client.post(`/v1/events/${eventId}/resend`, { endpointId: endpoint.id })
    expect(answer).toMatchObject({ status: 202, body: { endpointIds: [endpoint.id] } })
    await untilOutcome(path, eventId, 'delivered')
    const all = await attemptsAt(path)
    expect(all.map(({ attempt, outcome }) => `${attempt} ${outcome}`)).toEqual([
      '6 delivered',
      '5 gave-up',
      ...[4, 3, 2, 1].map(attempt => `${attempt} retry`),
    ])
    expect(await pagesOf(path)).toEqual(all)
    expect(new Set(receiver.received.map(({ id, body }) => `${id} ${body}`)).size).toBe(1)
    const well = await eventually(async () => {
      const { health } = (await client.get(path)).body
      return health.failingSince === null && health
    })
    expect(well.recoveredAt > failing.failingSince).toBe(true)
    await client.delete(path)
  })

  it('recovers all that did not arrive, and nothing that did', async () => {
    const { respond, repair } = broken()
    const { receiver, path } = await register(respond)
    const failed = [await happen(), await happen()]
    for (const eventId of failed) await untilOutcome(path, eventId, 'gave-up')
    repair()
    // What waits for the failing endpoint passes at once after a ping that succeeds.
    await client.post(`${path}/ping`)
    const arrived = await happen()
    await untilOutcome(path, arrived, 'delivered')
    const before = receiver.received.length
    const since = anHourAgo()
    const answer = await client.post(`${path}/recover`, { since })
    expect(answer).toMatchObject({ status: 202, body: { since } })
    for (const eventId of failed) await untilOutcome(path, eventId, 'delivered')
    const again = receiver.received.slice(before).map(({ id }) => id)
    expect(again).not.toContain(arrived)
    for (const eventId of failed) expect(again).toContain(eventId)
    await client.delete(path)
  })

  it('is told which times cannot be recovered', async () => {
    const { path } = await register()
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    for (const body of [{ since: at(-31) }, { since: at(1) }, { since: at(-1), until: at(-2) }, {}])
      expect(await client.post(`${path}/recover`, body)).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/since' }] },
      })
    await client.delete(path)
  })
})

describe('an integrator who disables an endpoint', () => {
  it('is sent nothing, and once it is enabled what happened meanwhile', async () => {
    const { receiver, path } = await register(undefined, { events: ['address.*'] })
    await client.patch(path, { enabled: false })
    const missed = await happen()
    const off = await client.post(`${path}/recover`, { since: anHourAgo() })
    expect(off).toMatchObject({ status: 409, body: { code: 'webhook_disabled' } })
    expect(await attemptsAt(path)).toEqual([])
    const on = await client.patch(path, { enabled: true })
    expect(on.body).toMatchObject({ enabled: true, disabledAt: null, disabledReason: null })
    await untilOutcome(path, missed, 'delivered')
    await eventually(() => receiver.received.length >= 2)
    const types = receiver.received.map(({ body }) => JSON.parse(body).event_type)
    expect(types.toSorted()).toEqual(['verification_completed', 'verification_started'])
    await client.delete(path)
  })

  it('gets what a receiver that was gone had refused', async () => {
    let status = 410
    const { path } = await register((_, response) => void response.writeHead(status).end())
    const refused = await happen()
    await untilOutcome(path, refused, 'disable')
    const off = await eventually(async () => {
      const { body } = await client.get(path)
      return !body.enabled && body
    })
    expect(off.health.lastFailure).toMatchObject({ eventId: refused, status: 410, failure: 'status' })
    status = 200
    await client.patch(path, { enabled: true })
    await untilOutcome(path, refused, 'delivered')
    expect((await client.get(path)).body).toMatchObject({ enabled: true, health: { failingSince: null } })
    await client.delete(path)
  })
})

describe('an integrator who reads the log', () => {
  it('catches up on events, oldest first, and goes on from where it stopped', async () => {
    const since = new Date().toISOString()
    const first = [await happen(), await happen()]
    const pull = async (cursor: string | null) =>
      (await client.get(`/v1/events?order=oldest&from=${since}${cursor ? `&cursor=${cursor}` : ''}`)).body
    const page = await eventually(async () => {
      const body = await pull(null)
      return body.data.length === 2 && body
    })
    expect(page.data.map(({ id }: { id: string }) => id)).toEqual(first)
    expect((await pull(page.nextCursor)).data).toEqual([])
    const later = await happen()
    const next = await eventually(async () => {
      const body = await pull(page.nextCursor)
      return body.data.length > 0 && body
    })
    expect(next.data.map(({ id }: { id: string }) => id)).toEqual([later])
  })

  it('filters events by noun, type and time', async () => {
    const since = new Date().toISOString()
    const address = await happen()
    const { body } = await client.post('/v1/employments', employmentOrder())
    const employment = `evt_${body.id}_completed`
    await eventually(async () => (await client.get(`/v1/events/${employment}`)).status === 200)
    const idsOf = async (query: string) =>
      (await client.get(`/v1/events?${query}`)).body.data.map(({ id }: { id: string }) => id)
    expect(await idsOf(`from=${since}`)).toEqual([employment, address])
    expect(await idsOf(`from=${since}&event=address`)).toEqual([address])
    expect(await idsOf(`from=${since}&event_type=verification_delayed`)).toEqual([])
    expect(await idsOf(`from=${since}&to=${since}`)).toEqual([])
    expect(await idsOf(`to=${since}`)).not.toContain(address)
  })
})
