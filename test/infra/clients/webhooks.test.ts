import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
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
    const times = ['', 'now', '1e9', '-5', ' 1790000000']
    const odd = times.map((text): Delivery => [{}, { ...headersBy([secret]), 'webhook-timestamp': text }])
    const outcomes = await verify(at(now - 301), at(now + 301), ...odd)
    expect(outcomes).toHaveLength(7)
    expect(outcomes).toEqual(allAre({ forged: 'The signature is not of the last 300 s' }, outcomes))
  })

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
