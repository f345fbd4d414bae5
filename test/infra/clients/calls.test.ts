import { describe, expect, it } from 'vitest'
import { openScriptedStage, problemAnswer } from '../../support/scripted-stage.ts'
import { drivers, type Step } from './drivers.ts'

const read: Step = { call: 'GET /v1/addresses/{id}', request: { params: { id: 7 } } }
const order: Step = { call: 'POST /v1/addresses', request: { body: { customerReference: 'ü' } } }
const ok = { status: 200, body: { id: 7 } }
const value = { value: { id: 7 } }
const atOnce = { 'retry-after': '0' }

describe.each(drivers)('the client of $language', ({ isHere, perform }) => {
  const test = it.skipIf(!isHere)

  test('signs in once, and again before its token ends', async () => {
    for (const [expiresIn, tokens] of [
      [7200, 1],
      [60, 2],
    ] as const) {
      await using stage = await openScriptedStage([ok, ok], { expiresIn })
      const { outcomes } = await perform({ url: stage.url, steps: [read, read] })
      expect(outcomes).toEqual([value, value])
      expect(stage.asked.map(({ path }) => path)).toEqual(['/v1/addresses/7', '/v1/addresses/7'])
      expect(stage.asked.map(({ headers }) => headers.authorization)).toEqual([
        'Bearer token-1',
        `Bearer token-${tokens}`,
      ])
      expect(stage.tokens()).toBe(tokens)
    }
  })

  test('takes a new token where one is refused, once', async () => {
    const refused = problemAnswer(401, 'unauthenticated')
    await using stage = await openScriptedStage([refused, ok, refused, refused])
    const { outcomes } = await perform({ url: stage.url, steps: [read, read] })
    expect(outcomes).toEqual([value, { problem: 'unauthenticated', retryAfterSeconds: null }])
    expect(stage.asked.map(({ headers }) => headers.authorization)).toEqual(
      [1, 2, 2, 3].map(number => `Bearer token-${number}`),
    )
  })

  test('repeats what may pass, a POST with the same key, and tells how long it waits', async () => {
    await using stage = await openScriptedStage([
      problemAnswer(503, 'unavailable', { retryable: true, headers: atOnce }),
      { status: 502, headers: { ...atOnce, 'content-type': 'text/html' }, body: '<p>Bad gateway' },
      problemAnswer(409, 'request_in_flight', { retryable: true, headers: atOnce }),
      problemAnswer(429, 'too_many_requests', { retryable: true, headers: atOnce }),
      ok,
      ok,
    ])
    const { outcomes, retries } = await perform({ url: stage.url, steps: [order, order] })
    expect(outcomes).toEqual([value, value])
    expect(retries).toEqual([0, 0, 0, 0])
    const keys = stage.asked.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys.slice(0, 5)).toEqual(keys.slice(0, 1).concat(keys[0]!, keys[0]!, keys[0]!, keys[0]!))
    expect(keys[5]).not.toBe(keys[0])
    for (const { body } of stage.asked) expect(JSON.parse(body)).toEqual({ customerReference: 'ü' })
  })

  test('sends the key that it is given, and none with what only reads', async () => {
    await using stage = await openScriptedStage([ok, ok])
    const keyed = { ...order, request: { body: {}, idempotencyKey: 'mine' } } as Step
    await perform({ url: stage.url, steps: [keyed, read] })
    expect(stage.asked.map(({ headers }) => headers['idempotency-key'])).toEqual(['mine', undefined])
  })

  test('repeats after a reset, and says so in the end', async () => {
    await using stage = await openScriptedStage(['reset', ok, 'reset', 'reset'])
    const { outcomes, retries } = await perform({ url: stage.url, retries: 1, steps: [read, read] })
    expect(outcomes).toEqual([value, { network: null }])
    expect(retries).toEqual([1, 1])
  })

  test('repeats nothing that stays as it is, and waits no hour', async () => {
    await using stage = await openScriptedStage([
      problemAnswer(400, 'invalid_request'),
      problemAnswer(409, 'not_final', { retryable: true, headers: atOnce }),
      problemAnswer(502, 'record_unreadable'),
      problemAnswer(429, 'too_many_requests', { retryable: true, headers: { 'retry-after': '3600' } }),
    ])
    const { outcomes, retries } = await perform({ url: stage.url, steps: [order, read, read, read] })
    expect(outcomes).toEqual([
      { problem: 'invalid_request', retryAfterSeconds: null },
      { problem: 'not_final', retryAfterSeconds: 0 },
      { problem: 'record_unreadable', retryAfterSeconds: null },
      { problem: 'too_many_requests', retryAfterSeconds: 3600 },
    ])
    expect(retries).toEqual([])
  })

  test('gives up in the end, with the problem', async () => {
    const busy = problemAnswer(503, 'unavailable', { retryable: true, headers: atOnce })
    await using stage = await openScriptedStage([busy, busy, busy])
    const { outcomes } = await perform({ url: stage.url, retries: 2, steps: [read] })
    expect(outcomes).toEqual([{ problem: 'unavailable', retryAfterSeconds: 0 }])
    expect(stage.asked).toHaveLength(3)
  })

  test('follows no redirect, and takes nothing for the API’s that is not', async () => {
    await using elsewhere = await openScriptedStage([ok])
    await using stage = await openScriptedStage([
      { status: 302, headers: { location: `${elsewhere.url}/v1/addresses/7` } },
      { status: 200, body: '{"id":' },
      { status: 404, headers: { 'content-type': 'text/html' }, body: '<p>Not here' },
    ])
    const { outcomes } = await perform({ url: stage.url, steps: [read, read, read] })
    expect(outcomes).toEqual([{ network: 302 }, { network: 200 }, { network: 404 }])
    expect(elsewhere.asked).toEqual([])
  })

  test('reads texts, and answers without a body', async () => {
    await using stage = await openScriptedStage([
      { status: 200, headers: { 'content-type': 'application/jose' }, body: 'a.b.c' },
      { status: 204 },
    ])
    const { outcomes } = await perform({ url: stage.url, steps: [read, read] })
    expect(outcomes).toEqual([{ value: 'a.b.c' }, { value: null }])
  })

  test('lists page after page, to the last that has no cursor or keeps its own', async () => {
    const page = (ids: readonly number[], nextCursor: string | null) => ({
      status: 200,
      body: { data: ids, nextCursor },
    })
    await using stage = await openScriptedStage([
      page([1, 2], 'a&b'),
      page([3], null),
      page([4], 'c'),
      page([], 'c'),
    ])
    const step: Step = { list: 'GET /v1/events', request: { query: { order: 'oldest', limit: 2 } } }
    const { outcomes } = await perform({ url: stage.url, steps: [step, step] })
    expect(outcomes).toEqual([{ value: [1, 2, 3] }, { value: [4] }])
    expect(stage.asked.map(({ path }) => path)).toEqual([
      '/v1/events?order=oldest&limit=2',
      '/v1/events?order=oldest&limit=2&cursor=a%26b',
      '/v1/events?order=oldest&limit=2',
      '/v1/events?order=oldest&limit=2&cursor=c',
    ])
  })
})
