import { describe, expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { addressOrder } from '../support/orders.ts'

/* What an endpoint could be made to do to others, or to the service. */

const world = await joinWorld()
const client = await world.client()

const register = (url: string, by = client, settings: object = {}) =>
  by.post('/v1/webhooks', { url, ...settings })

const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status)

describe('one URL', () => {
  it('is registered once in an organisation and mode, however it is written', async () => {
    const { url } = await world.receiver()
    const { body } = await register(url)
    const again = [url, url.replace('http:', 'HTTP:').replace('localhost', 'LOCALHOST'), `${url}#part`]
    for (const written of again)
      expect(await register(written)).toMatchObject({ status: 409, body: { code: 'webhook_exists' } })
    const others = [await world.client('local-live'), await world.client('other-test')]
    expect(statusesOf(await Promise.all(others.map(other => register(url, other))))).toEqual([201, 201])
    await client.delete(`/v1/webhooks/${body.id}`)
    const after = await register(url)
    expect(after.status).toBe(201)
    await client.delete(`/v1/webhooks/${after.body.id}`)
  })

  it('is registered once by thirty at the same time', async () => {
    const { url } = await world.receiver()
    const answers = await Promise.all(Array.from({ length: 30 }, () => register(url)))
    expect(statusesOf(answers).toSorted()).toEqual([201, ...Array(29).fill(409)])
    await client.delete(`/v1/webhooks/${answers.find(({ status }) => status === 201)!.body.id}`)
  })

  it('is free again once its endpoint has moved, and taken where it moved to', async () => {
    const [first, second] = [(await world.receiver()).url, (await world.receiver()).url]
    const path = `/v1/webhooks/${(await register(first)).body.id}`
    expect(await client.patch(path, { url: second })).toMatchObject({ status: 200, body: { url: second } })
    expect((await register(second)).status).toBe(409)
    const other = await register(first)
    expect(other.status).toBe(201)
    const taken = await client.patch(path, { url: first, description: 'moved' })
    expect(taken).toMatchObject({ status: 409, body: { code: 'webhook_exists' } })
    expect((await client.get(path)).body).toMatchObject({ url: second, description: '' })
    expect((await client.patch(path, { url: second })).status).toBe(200)
    for (const each of [path, `/v1/webhooks/${other.body.id}`]) await client.delete(each)
  })
})

it('lets sixty registrations at once make twenty endpoints, and a deletion free one place', async () => {
  const { url } = await world.receiver()
  const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => register(`${url}/${index}`)))
  expect(statusesOf(answers).toSorted()).toEqual([...Array(20).fill(201), ...Array(40).fill(409)])
  expect(answers.find(({ status }) => status === 409)!.body.code).toBe('too_many_webhooks')
  const { data } = (await client.get('/v1/webhooks')).body
  expect(data).toHaveLength(20)
  await Promise.all([1, 2].map(() => client.delete(`/v1/webhooks/${data[0].id}`)))
  expect(statusesOf([await register(`${url}/60`), await register(`${url}/61`)])).toEqual([201, 409])
  const { data: all } = (await client.get('/v1/webhooks')).body
  for (const { id } of all) await client.delete(`/v1/webhooks/${id}`)
})

describe('what makes the service call a receiver', () => {
  const { perHour } = stages.local.webhooks

  it('is limited: resends, recoveries and pings', async () => {
    const receiver = await world.receiver()
    const path = `/v1/webhooks/${(await register(receiver.url)).body.id}`
    const { body } = await client.post('/v1/addresses', addressOrder({ street: '1 Limit Lane' }))
    const event = `/v1/events/evt_${body.id}_completed`
    await eventually(() => receiver.received.length === 1)
    const since = new Date(Date.now() - 60_000).toISOString()
    const calls = {
      resends: () => client.post(`${event}/resend`, {}),
      pings: () => client.post(`${path}/ping`),
      recoveries: () => client.post(`${path}/recover`, { since }),
    }
    for (const [name, ask] of Object.entries(calls) as [keyof typeof calls, typeof calls.pings][])
      for (const left of [perHour[name] - 1, perHour[name] - 2]) {
        const { status, headers } = await ask()
        expect(status).toBeLessThan(300)
        expect(headers.get('ratelimit-policy')).toContain(`"${name}";q=${perHour[name]};w=3600`)
        expect(headers.get('ratelimit')).toContain(`"${name}";r=${left};`)
      }
    const statuses = []
    for (let each = 3; each <= perHour.recoveries + 1; each++) statuses.push(await calls.recoveries())
    const refused = statuses.pop()
    expect(new Set(statusesOf(statuses))).toEqual(new Set([202]))
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests', retryable: true } })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    await client.delete(path)
  })

  it('waits five seconds for a ping, and then tells that nothing came', async () => {
    const silent = await world.receiver(() => {})
    const stranger = await world.client('other-test')
    const { body } = await register(silent.url, stranger)
    const { body: ping } = await stranger.post(`/v1/webhooks/${body.id}/ping`)
    expect(ping).toMatchObject({ outcome: 'failed', failure: 'timeout' })
    expect(ping.latencyMs).toBeGreaterThan(4500)
  })
})
