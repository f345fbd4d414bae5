import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../support/api-client.ts'
import { startWorld, type World } from '../support/environment.ts'

const perMinute = 30
const paths = ['/v1/addresses', '/v1/employments', '/v1/events', '/v1/webhooks', '/v1/registries']

let world: World
beforeAll(async () => {
  world = await startWorld({ settings: { requestsPerMinute: perMinute } })
})
afterAll(() => world[Symbol.asyncDispose]())

const minute = () => Math.floor(Date.now() / 60_000)

it('a client makes no more requests in a minute than its limit allows, over all paths together', async () => {
  const { get } = await world.client('local-live')
  const startedIn = minute()
  const answers = await Promise.all(Array.from({ length: 90 }, (_, index) => get(paths[index % 5]!)))
  const answered = answers.filter(({ status }) => status === 200).length
  const refused = answers.filter(({ status }) => status === 429)
  expect(answered + refused.length).toBe(90)
  const minutes = minute() - startedIn + 1
  expect(answered).toBeLessThanOrEqual(perMinute * minutes)
  // A limit never refuses while a tenth of it is unused.
  expect(answered).toBeGreaterThan(perMinute * 0.9)
  for (const { headers } of answers) {
    expect(headers.get('ratelimit-policy')).toBe('"requests";q=30;w=60')
    expect(headers.get('ratelimit')).toMatch(/^"requests";r=\d+;t=\d+$/)
  }
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
})

it('a client that uses up its limit leaves another its own', async () => {
  const other = await world.client('other-test')
  const { status, headers } = await other.get('/v1/addresses')
  expect([status, headers.get('ratelimit')]).toEqual([200, expect.stringMatching(/^"requests";r=29;/)])
})

describe('wrong secrets', () => {
  const guess = (clientId: string, secret: string) =>
    call(`${world.url}/v1/token`, 'POST', { body: { clientId, secret } })

  let secret: string

  beforeAll(async () => {
    const client = { organisationId: 1, mode: 'test', clientId: 'somebody', scopes: ['addresses'] }
    const made = await world.administer({ command: 'createClient', ...client })
    secret = (made as { secret: string }).secret
  })

  it.each(['somebody', 'somebody-else'])(
    'are refused unheard after thirty in an hour, and say nothing of whether %s exists',
    async clientId => {
      const answers = await Promise.all(Array.from({ length: 50 }, (_, each) => guess(clientId, `${each}`)))
      const statuses = answers.map(({ status }) => status).toSorted()
      // An hour may end meanwhile.
      expect(statuses.filter(status => status === 401).length).toBeGreaterThanOrEqual(30)
      expect((await guess(clientId, 'one more')).status).toBe(429)
      const { headers, body } = answers.find(({ status }) => status === 429)!
      expect(body.code).toBe('too_many_requests')
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3600)
    },
  )

  it('do not lock out the owner of the right one', async () => {
    expect((await guess('somebody', 'wrong')).status).toBe(429)
    expect((await guess('somebody', secret)).status).toBe(200)
  })
})
