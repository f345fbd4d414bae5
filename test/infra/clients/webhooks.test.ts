import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { webhooks } from '../../../infra/clients/typescript/webhooks.ts'
import { newKeyPair, newSecret, signedHeaders } from '../../../shared/webhook/transport/signature.ts'
import { close, listen } from '../../support/listen.ts'
import { drivers } from './drivers.ts'

const now = 1_790_000_000
const body = '{"event":"address","event_type":"verification_completed","data":{"id":7,"name":"Ọlá"}}'
const [secret, former, other] = [newSecret(), newSecret(), newSecret()]

const headersBy = (secrets: readonly string[], timestampSeconds = now): Record<string, string> =>
  signedHeaders({ id: 'evt_7_completed', timestampSeconds, body, secrets, hasHexSignature: false })

const event = { value: JSON.parse(body) }

describe.each(drivers)('the client of $language', ({ isHere, perform }) => {
  const test = it.skipIf(!isHere)
  type Delivery = readonly [changes: object, headers?: Record<string, string>]
  /** What came of each. */
  const verify = async (...deliveries: readonly Delivery[]) => {
    const steps = deliveries.map(([changes, headers = headersBy([secret])]) => ({
      verify: { body, headers, secrets: secret, now, ...changes },
    }))
    return (await perform({ steps })).outcomes
  }
  const allAre = (outcome: object, { length }: readonly object[]) => Array.from({ length }, () => outcome)

  test('reads an event that the service signed', async () => {
    expect(await verify([{}])).toEqual([event])
  })

  test('takes any of its secrets and any of the signatures, while one is replaced', async () => {
    const outcomes = await verify(
      [{}, headersBy([other, secret])],
      [{ secrets: [other, secret] }],
      [{ secrets: [former, secret] }, headersBy([other, former])],
      [{ secrets: [former, other] }],
    )
    expect(outcomes).toEqual([event, event, event, { forged: 'No signature matches' }])
  })

  test('refuses another body, id, time and signature', async () => {
    const headers = headersBy([secret])
    const signature = headers['webhook-signature']!
    const outcomes = await verify(
      [{ body: body.replace('7', '8') }],
      // The same JSON in other bytes.
      [{ body: `${body} ` }],
      [{}, { ...headers, 'webhook-id': 'evt_8_completed' }],
      [{}, { ...headers, 'webhook-timestamp': `${now + 1}` }],
      [{}, { ...headers, 'webhook-signature': signature.replace('v1,', 'v1a,') }],
      [{}, { ...headers, 'webhook-signature': signature.slice(0, -4) }],
      [{}, { ...headers, 'webhook-signature': 'v1,' }],
      [{}, { ...headers, 'webhook-signature': '' }],
    )
    expect(outcomes).toHaveLength(8)
    expect(outcomes).toEqual(allAre({ forged: 'No signature matches' }, outcomes))
  })

  test('refuses what is five minutes old or early, and what says no time', async () => {
    const at = (seconds: number): Delivery => [{}, headersBy([secret], seconds)]
    expect(await verify(at(now - 300), at(now + 300))).toEqual([event, event])
    const digits = [16, 309, 4300, 5000].map(count => '9'.repeat(count))
    const times = ['', 'now', '1e9', '-5', ' 1790000000', '١٧٩٠٠٠٠٠٠٠', `${now}\u2009`, ...digits]
    const odd = times.map((text): Delivery => [{}, { ...headersBy([secret]), 'webhook-timestamp': text }])
    const outcomes = await verify(at(now - 301), at(now + 301), ...odd)
    expect(outcomes).toHaveLength(13)
    expect(outcomes).toEqual(allAre({ forged: 'The signature is not of the last 300 s' }, outcomes))
  })

  test('refuses headers that hold half of a surrogate pair, as any other signature', async () => {
    const headers = headersBy([secret])
    const signature = headers['webhook-signature']!
    const outcomes = await verify(
      [{}, { ...headers, 'webhook-id': 'evt_\udcff' }],
      [{}, { ...headers, 'webhook-id': '\ud83d' }],
      [{}, { ...headers, 'webhook-signature': 'v1,\udcff' }],
      [{}, { ...headers, 'webhook-signature': `\ud800${signature}` }],
      [{ body: `${body}\udfff` }],
    )
    expect(outcomes).toEqual(allAre({ forged: 'No signature matches' }, outcomes))
    expect(await verify([{}, { ...headers, 'webhook-signature': `v1,\udcff ${signature}` }])).toEqual([event])
  })

  test.each(['', 'ping', '{"event":', '[1,]', '{"a":1}{}', '\u0000'])(
    'refuses what is signed and no JSON: %j',
    async text => {
      const signed = {
        id: 'evt_7',
        timestampSeconds: now,
        body: text,
        secrets: [secret],
        hasHexSignature: false,
      }
      expect(await verify([{ body: text }, signedHeaders(signed)])).toEqual([
        { forged: 'The body is not JSON' },
      ])
    },
  )

  test.each([[JSON.parse(body)], [null], [7], [[]], [true]])(
    'says of a body that is no raw one that the program is wrong: %j',
    async parsed => {
      expect(await verify([{ body: parsed }])).toEqual([{ wrong: 'ValueError' }])
    },
  )

  test('reads headers in any case, and says which is missing', async () => {
    const named = Object.entries(headersBy([secret])).map(([name, value]) => [name.toUpperCase(), value])
    const { 'webhook-id': _, ...others } = headersBy([secret])
    expect(await verify([{}, Object.fromEntries(named)], [{}, others])).toEqual([
      event,
      { forged: 'The header webhook-id is missing' },
    ])
  })

  test('takes no secret that is none: an empty one would match what anybody can sign', async () => {
    const outcomes = await verify(
      ...['', 'whsec_', 'whsec_AAAA', 'secret'].map(secrets => [{ secrets }] as const),
    )
    expect(outcomes).toHaveLength(4)
    expect(outcomes).toEqual(allAre({ wrong: 'ValueError' }, outcomes))
  })
})

describe('the client of TypeScript', () => {
  const { secret: privateKey, publicKey } = newKeyPair()
  const at = { now: new Date(now * 1000) }

  it('verifies by a public key, alone or beside a secret', () => {
    for (const secrets of [publicKey, [secret, publicKey]])
      expect(webhooks.verify(body, headersBy([privateKey]), secrets, at)).toEqual(event.value)
    expect(() => webhooks.verify(body, headersBy([privateKey]), newKeyPair().publicKey, at)).toThrow(
      'No signature matches',
    )
    expect(() => webhooks.verify(body, headersBy([secret]), publicKey, at)).toThrow('No signature matches')
  })

  it('reads the headers of a Request', () => {
    expect(webhooks.verify(Buffer.from(body), new Headers(headersBy([secret])), secret, at)).toEqual(
      event.value,
    )
  })

  it.each([
    [JSON.parse(body)],
    [undefined],
    [null],
    [{ type: 'Buffer', data: [123, 125] }],
    [new Blob([body])],
  ])('says of %o that it needs the raw body', parsed => {
    expect(() => webhooks.verify(parsed as string, headersBy([secret]), secret, at)).toThrow(
      new TypeError(
        'Verify the raw body, the bytes as they arrived: this one is no text and no bytes, so it was parsed before',
      ),
    )
  })

  it('takes the bytes in every form that runtimes have', () => {
    const bytes = Buffer.from(body)
    const padded = new Uint8Array([1, ...bytes, 2]).subarray(1, bytes.length + 1)
    for (const raw of [body, bytes, new Uint8Array(bytes), padded, new Uint8Array(bytes).buffer])
      expect(webhooks.verify(raw, headersBy([secret]), secret, at)).toEqual(event.value)
  })

  /** A listener behind something that reads the body first, or does not. */
  const behind = async (parse?: (raw: Buffer) => object, body_ = body, headers = headersBy([secret])) => {
    const heard: unknown[] = []
    const listener = webhooks.listener(secret, given => void heard.push(given), at)
    const server = createServer(async (request, response) => {
      if (parse) Object.assign(request, parse(await buffer(request)))
      await listener(request, response)
    })
    const url = await listen(server)
    const post = async () => (await fetch(url, { method: 'POST', headers, body: body_ })).status
    return { heard, post, [Symbol.asyncDispose]: () => close(server) }
  }

  it.each([
    ['no parser', undefined],
    ['express.raw()', (raw: Buffer) => ({ body: raw })],
    ['express.text()', (raw: Buffer) => ({ body: raw.toString() })],
    ['a parser that keeps rawBody', (raw: Buffer) => ({ rawBody: raw, body: JSON.parse(raw.toString()) })],
    ['one that keeps it as text', (raw: Buffer) => ({ rawBody: raw.toString(), body: {} })],
    ['one that keeps other bytes', (raw: Buffer) => ({ body: new Uint8Array(raw) })],
  ])('receives behind %s', async (_what, parse) => {
    await using receiver = await behind(parse)
    expect(await receiver.post()).toBe(204)
    expect(receiver.heard).toEqual([event.value])
  })

  it.each([
    ['a forgery', headersBy([other]), body, 401],
    ['too much', headersBy([secret]), ' '.repeat(1024 * 1024 + 1), 413],
  ])('refuses %s behind express.raw(), too', async (_what, headers, sent, status) => {
    await using receiver = await behind(raw => ({ body: raw }), sent, headers)
    expect([await receiver.post(), receiver.heard]).toEqual([status, []])
  })

  it.each([
    ['express.json()', (raw: Buffer) => ({ body: JSON.parse(raw.toString()) })],
    ['express.urlencoded() of every type', (raw: Buffer) => ({ body: { [raw.toString()]: '' } })],
    ['a parser that keeps nothing', () => ({})],
    ['one that keeps null', () => ({ body: null, rawBody: undefined })],
    ['one whose rawBody is parsed, too', (raw: Buffer) => ({ rawBody: JSON.parse(raw.toString()) })],
  ])('says once on the console what to change behind %s', async (_what, parse) => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    await using receiver = await behind(parse)
    expect([await receiver.post(), await receiver.post(), receiver.heard]).toEqual([500, 500, []])
    expect(said.mock.calls).toEqual([[expect.stringMatching(/read and parsed the body.*express\.raw/)]])
    said.mockRestore()
  })

  it('reads the stream where a parser passed it by, though it left an empty body', async () => {
    const heard: unknown[] = []
    const listener = webhooks.listener(secret, given => void heard.push(given), at)
    const server = createServer((request, response) =>
      listener(Object.assign(request, { body: {} }), response),
    )
    const url = await listen(server)
    expect((await fetch(url, { method: 'POST', headers: headersBy([secret]), body })).status).toBe(204)
    expect(heard).toEqual([event.value])
    await close(server)
  })

  it('receives: 204 when it is done, 401 for a forgery, 413 for too much, 500 where the program fails', async () => {
    const heard: unknown[] = []
    const handle = (given: { readonly event: string }) => {
      heard.push(given)
      if (heard.length > 1) throw new Error('The program fails')
    }
    const server = createServer(webhooks.listener(secret, handle, at))
    const url = await listen(server)
    const post = async (headers: Record<string, string>, sent = body) =>
      (await fetch(url, { method: 'POST', headers, body: sent })).status
    expect(await post(headersBy([other]))).toBe(401)
    expect(heard).toEqual([])
    expect(await post(headersBy([secret]))).toBe(204)
    expect(heard).toEqual([event.value])
    expect(await post(headersBy([secret]))).toBe(500)
    expect(await post(headersBy([secret]), ' '.repeat(1024 * 1024 + 1))).toBe(413)
    await close(server)
  })
})
