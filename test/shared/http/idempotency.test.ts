import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ActionRequest, ActionResponse } from '../../../shared/http/action.ts'
import { serve } from '../../../shared/http/api.ts'
import { Problem, type ProblemCode, problems } from '../../../shared/http/contract/problem.ts'
import { generateId } from '../../../shared/table/id.ts'
import { answered, openWorld, refused, request, routes, send, startMs, type World } from './chain.ts'

type Action = 'makeThing' | 'makeSecret'

/** A path whose action answers with the id that it is given, unless it is told to do something else. */
const openPath = (action: Action = 'makeThing', world: World = openWorld()) => {
  const calls: { id: number; isRepeat: boolean }[] = []
  let instead: (() => Promise<ActionResponse>) | undefined
  const respond = async ({ id, isRepeat }: Pick<ActionRequest, 'id' | 'isRepeat'>) => {
    calls.push({ id, isRepeat })
    const [work] = [instead]
    instead = undefined
    return ((await work?.()) ?? { status: 201, body: { id, name: 'cup' } }) as never
  }
  return {
    ...world,
    calls,
    handler: serve(routes, { [action]: respond }, {}, world.ports),
    once: (work: () => Promise<ActionResponse>) => {
      instead = work
    },
  }
}

const keyed = (key: string, body: object = { name: 'cup' }, params = { id: '7' }) =>
  request({ headers: { 'idempotency-key': key }, body, params })

const id = (drawn: number) => generateId(startMs, drawn / 4096)
const made = (drawn: number, headers = {}) => answered(201, { id: id(drawn), name: 'cup' }, headers)
const replayed = { 'idempotency-replayed': 'true' }
const inFlight = refused('request_in_flight', 'Try again when the first request has ended.', {
  headers: { 'retry-after': '1' },
})
const reused = refused(
  'idempotency_key_reused',
  'This key belongs to a request with another body or path. To repeat that request, send exactly what it had: with a new key it would be done again. Only a new request takes a new key.',
)
const failed = refused('internal', 'The failure is logged. Quote the requestId if it persists.')
const busy = refused('unavailable', 'Busy.')
const fail = async () => {
  throw new Error('lost')
}
const refuse = async () => {
  throw new Problem('unavailable', 'Busy.')
}

describe('an Idempotency-Key', () => {
  it('makes a second request answer as the first did, to the byte, without acting', async () => {
    const { handler, calls } = openPath()
    expect(await send(handler, keyed('key-1'))).toEqual(made(0))
    expect(await send(handler, keyed('key-1'))).toEqual(made(0, replayed))
    expect(await send(handler, keyed('key-2'))).toEqual(made(2))
    expect(calls).toEqual([
      { id: id(0), isRepeat: false },
      { id: id(2), isRepeat: false },
    ])
  })

  it('keeps the headers of the answer, too', async () => {
    const { handler, once } = openPath()
    const headers = { location: '/v1/things/7' }
    once(async () => ({ status: 201, body: { id: 7, name: 'cup' }, headers }))
    await send(handler, keyed('key-1'))
    expect(await send(handler, keyed('key-1'))).toEqual(
      answered(201, { id: 7, name: 'cup' }, { ...headers, ...replayed }),
    )
  })

  it('belongs to one body and one path', async () => {
    const { handler, calls } = openPath()
    await send(handler, keyed('key-1'))
    expect(await send(handler, keyed('key-1', { name: 'mug' }))).toEqual(reused)
    expect(await send(handler, keyed('key-1', { name: 'cup' }, { id: '8' }))).toEqual(reused)
    expect(calls).toHaveLength(1)
  })

  const first =
    '{"name":"Ada","size":1,"inner":{"date":"2026-01-31"},"counts":{"a":1,"b":2},"more":[1,"é",null]}'
  const withFirst = (body: string) => request({ headers: { 'idempotency-key': 'key-1' }, body })

  it.each([
    [
      'fields in another order',
      '{"more":[1,"é",null],"counts":{"b":2,"a":1},"inner":{"date":"2026-01-31"},"size":1,"name":"Ada"}',
    ],
    ['indented', JSON.stringify(JSON.parse(first), null, 2)],
    ['escaped letters', first.replace('Ada', '\\u0041da').replace('é', '\\u00e9')],
    ['an escaped field', first.replace('"name"', '"\\u006eame"')],
    ['an escaped slash', first.replace('2026-01-31', '2026\\u002d01\\u002D31')],
    ['a number in another way', first.replace('"size":1', '"size":1.0').replace('"b":2', '"b":0.2e1')],
    ['a field that the last one replaces', first.replace('{"name"', '{"name":"cup","name"')],
    ['a line break at its end', `${first}\r\n`],
  ])('makes the same value answer as the first did: %s', async (_way, body) => {
    const { handler, calls } = openPath()
    await send(handler, withFirst(first))
    expect(await send(handler, withFirst(body))).toEqual(made(0, replayed))
    expect(calls).toHaveLength(1)
  })

  it.each([
    ['another value', first.replace('"a":1', '"a":2')],
    ['a text for a number', first.replace('[1,', '["1",')],
    ['a list in another order', first.replace('[1,"é",null]', '["é",1,null]')],
    ['null for no field', first.replace('{"name"', '{"none":null,"name"')],
    ['a letter in two characters', first.replace('é', 'e\u0301')],
    ['a space in a text', first.replace('é', 'é ')],
    ['a field of __proto__', first.replace('{"name"', '{"__proto__":{},"name"')],
  ])('belongs to one value: %s', async (_way, body) => {
    const { handler, calls } = openPath()
    await send(handler, withFirst(first))
    expect(await send(handler, withFirst(body))).toEqual(reused)
    expect(calls).toHaveLength(1)
  })

  it('belongs to one client', async () => {
    const { handler, held } = openPath()
    await send(handler, keyed('key-1'))
    const keyDigest = createHash('sha256').update('key-1').digest('base64url')
    expect([...held.keys()]).toEqual([`1 test first ${keyDigest}`])
  })

  it('is never kept itself, nor what it came with', async () => {
    const { handler, held } = openPath('makeSecret')
    await send(handler, keyed('a-key-of-theirs', { name: 'Ngozi' }))
    expect(JSON.stringify([...held])).not.toMatch(/a-key-of-theirs|Ngozi/)
  })

  it('makes a request wait while the first is under way', async () => {
    const { handler, once, calls } = openPath()
    const first = Promise.withResolvers<ActionResponse>()
    once(() => first.promise)
    const answer = send(handler, keyed('key-1'))
    expect(await send(handler, keyed('key-1'))).toEqual(inFlight)
    first.resolve({ status: 201, body: { id: 1, name: 'cup' } })
    expect(await answer).toEqual(answered(201, { id: 1, name: 'cup' }))
    expect(calls).toHaveLength(1)
  })

  it.each(Object.keys(problems) as ProblemCode[])(
    'may be used again after a refusal, with another body: %s',
    async code => {
      const { handler, once } = openPath()
      once(async () => {
        throw new Problem(code, 'No.')
      })
      expect((await send(handler, keyed('key-1'))).body).toContain(`"code":"${code}"`)
      expect(await send(handler, keyed('key-1', { name: 'mug' }))).toEqual(made(1))
    },
  )

  it('is not taken by a request whose input is bad', async () => {
    const { handler, held } = openPath()
    await send(handler, keyed('key-1', {}))
    expect(held.size).toBe(0)
  })

  it('stays with its id after a failure, and may be used at once: what was done is found, not done twice', async () => {
    const { handler, once, calls } = openPath()
    once(fail)
    expect(await send(handler, keyed('key-1'))).toEqual(failed)
    expect(await send(handler, keyed('key-1'))).toEqual(made(0))
    expect(calls).toEqual([
      { id: id(0), isRepeat: false },
      { id: id(0), isRepeat: true },
    ])
  })

  it.each(['', 'with space', 'ümlaut', 'line\nbreak', 'x'.repeat(256)])('is refused as %j', async key => {
    const { handler, calls } = openPath()
    const detail = 'Expected 1 to 255 visible ASCII characters.'
    const errors = [{ pointer: 'header/idempotency-key', code: 'wrong_form', detail }]
    expect(await send(handler, keyed(key))).toEqual(
      refused('invalid_request', `header.idempotency-key: ${detail}`, { errors }),
    )
    expect(calls).toEqual([])
  })

  it('means nothing to what is no POST', async () => {
    const world = openWorld()
    const dropThing = async () => ({ status: 204 }) as const
    const handler = serve(routes, { dropThing }, {}, world.ports)
    const event = request({ method: 'DELETE', headers: { 'idempotency-key': 'not a key' } })
    expect(await send(handler, event)).toEqual(answered(204))
    expect(world.held.size).toBe(0)
  })
})

describe('a private answer', () => {
  it('is not kept: the same request acts again under the same id', async () => {
    const { handler, calls, held } = openPath('makeSecret')
    expect(await send(handler, keyed('key-1'))).toEqual(made(0))
    expect(await send(handler, keyed('key-1'))).toEqual(made(0))
    expect(await send(handler, keyed('key-1', { name: 'mug' }))).toEqual(reused)
    expect(calls).toEqual([
      { id: id(0), isRepeat: false },
      { id: id(0), isRepeat: true },
    ])
    expect([...held.values()].map(one => one.answer)).toEqual([undefined])
  })

  it('whose repeat is refused stays under its id, since it may have been charged', async () => {
    const { handler, once, calls } = openPath('makeSecret')
    await send(handler, keyed('key-1'))
    once(refuse)
    expect(await send(handler, keyed('key-1'))).toEqual(busy)
    expect(await send(handler, keyed('key-1'))).toEqual(made(0))
    expect(calls.map(call => call.id)).toEqual([id(0), id(0), id(0)])
  })

  it('whose first request is refused frees its key', async () => {
    const { handler, once, held } = openPath('makeSecret')
    once(refuse)
    await send(handler, keyed('key-1'))
    expect(held.size).toBe(0)
  })
})
