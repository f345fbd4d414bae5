import { describe, expect, it } from 'vitest'
import type { Caller } from '../../../shared/account/caller.ts'
import { serve } from '../../../shared/http/api.ts'
import { type RateLimitStatus, rateLimitHeaders, rateLimitProblem } from '../../../shared/http/rate-limit.ts'
import { caller, openWorld, request, routes, send, startMs } from './chain.ts'
import { cup, openPath } from './path.ts'

const limit = { name: 'requests', limit: 3, windowSeconds: 60, detail: 'Too many.' }

const openLimited = (client: Caller = caller) => {
  const world = openWorld(client)
  let remaining = limit.limit
  const consumeRequest = async (): Promise<RateLimitStatus> => {
    if (remaining === 0) throw rateLimitProblem(limit, startMs)
    return { ...limit, remaining: --remaining, resetSeconds: 60 }
  }
  return { ...world, ports: { ...world.ports, consumeRequest } }
}

const key = { headers: { 'idempotency-key': 'key-1' } }

describe('the limit of all requests', () => {
  it('is told on every answer, a problem, a replay and the refusal itself included', async () => {
    const { handler } = openPath(openLimited())
    const events = [request(key), request(key), request({ body: {} }), request()]
    const answers = []
    for (const event of events) answers.push(await send(handler, event))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 400, 429])
    expect(answers[1]!.headers).toMatchObject({ 'idempotency-replayed': 'true' })
    expect(answers.map(({ headers }) => headers!.ratelimit)).toEqual(
      [2, 1, 0, 0].map(left => `"requests";r=${left};t=60`),
    )
    for (const { headers } of answers) expect(headers!['ratelimit-policy']).toBe('"requests";q=3;w=60')
    expect(answers[3]!.headers).toMatchObject({ 'retry-after': '60' })
    expect(JSON.parse(answers[3]!.body!)).toMatchObject({ code: 'too_many_requests', retryable: true })
  })

  it('counts calls that lack the scope', async () => {
    const { handler } = openPath(openLimited({ ...caller, scopes: ['webhooks'] }))
    const statuses = []
    for (let each = 0; each < 4; each++) statuses.push((await send(handler)).statusCode)
    expect(statuses).toEqual([403, 403, 403, 429])
  })

  it('stands before the limits of the action, in its answer and in its refusal', async () => {
    const pings = { ...limit, name: 'pings', limit: 9 }
    const own = rateLimitHeaders([{ ...pings, remaining: 4, resetSeconds: 60 }])
    const replies = [
      () => ({ status: 201, body: cup, headers: own }) as const,
      () => {
        throw rateLimitProblem(pings, startMs)
      },
    ]
    const handler = serve(routes, { makeThing: async () => replies.shift()!() }, {}, openLimited().ports)
    expect((await send(handler)).headers).toMatchObject({
      'ratelimit-policy': '"requests";q=3;w=60, "pings";q=9;w=60',
      ratelimit: '"requests";r=2;t=60, "pings";r=4;t=60',
    })
    expect((await send(handler)).headers).toMatchObject({
      'ratelimit-policy': '"requests";q=3;w=60, "pings";q=9;w=60',
      ratelimit: '"requests";r=1;t=60, "pings";r=0;t=60',
    })
  })
})
