import { describe, expect, it } from 'vitest'
import { callEndpoint } from '../../shared/webhook/transport/attempt.ts'
import { checkUrl, resolveHost } from '../../shared/webhook/transport/destination.ts'
import { newSecret } from '../../shared/webhook/transport/signature.ts'
import { hostileGroups, lookupOf, publicCases } from '../shared/webhook/transport/corpus.ts'

const rules = { allowHttp: false, allowLoopback: false }
const laptopRules = { allowHttp: true, allowLoopback: true }
const cases = hostileGroups.flatMap(({ group, cases }) => cases.map(each => ({ group, ...each })))
const secrets = [newSecret()]

const verdictOf = async (url: string, lookup: ReturnType<typeof lookupOf>, rule = rules) => {
  const checked = checkUrl(url, rule)
  if (!checked.ok) return checked.reason
  const resolved = await resolveHost(checked.url, rule, lookup)
  return resolved.ok ? 'accepted' : resolved.reason
}

describe('a hostile destination', () => {
  it('is one of at least 300', () => expect(cases.length).toBeGreaterThanOrEqual(300))

  it.each(cases)('is refused at registration: $group, $url $answers', async ({ reason, ...hostile }) => {
    expect(await verdictOf(hostile.url, lookupOf(hostile))).toBe(reason)
  })

  it.each(cases)('is refused at an attempt: $group, $url $answers', async ({ reason, ...hostile }) => {
    const input = { endpointUrl: hostile.url, id: 'evt_1', body: '{}', secrets, rules, timeoutSeconds: 1 }
    const { failure, status } = await callEndpoint({ ...input, lookup: lookupOf(hostile) })
    expect(status).toBeUndefined()
    const isDns = reason === 'resolver' || reason === 'no-address'
    const kindAfterLookup = isDns ? 'dns' : 'refused-address'
    expect(failure?.kind).toBe(hostile.answers === undefined ? 'url' : kindAfterLookup)
  })

  it('never hears which address was refused', async () => {
    const lookup = async () => ['10.20.30.40']
    const resolved = await resolveHost(new URL('https://hooks.example.com'), rules, lookup)
    expect(JSON.stringify(resolved)).not.toContain('10.20')
  })

  it('is refused by the rules of the laptop too, unless it is loopback', async () => {
    const others = cases.filter(({ reason }) => !['loopback', 'scheme'].includes(reason))
    const names = /^https?:\/\/(127\.|0x7f\.|\[::1\]|\[0:0:0:0:0:0:0:1\]|([a-z]+\.)?localhost)/i
    for (const hostile of others) {
      const url = URL.parse(hostile.url)?.href ?? hostile.url
      if (names.test(url)) continue
      expect(await verdictOf(hostile.url, lookupOf(hostile), laptopRules), hostile.url).toBe(hostile.reason)
    }
  })
})

it.each(publicCases)('a public destination is accepted: $url $answers', async open => {
  expect(await verdictOf(open.url, lookupOf(open))).toBe('accepted')
})
