import { BlockList, isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyAddress, specialAddresses } from '../../../../shared/webhook/transport/address.ts'
import { checkUrl, resolveHost } from '../../../../shared/webhook/transport/destination.ts'
import { forAll, forMany } from '../../../support/for-all.ts'

const rules = { allowHttp: false, allowLoopback: false }
const laptopRules = { allowHttp: true, allowLoopback: true }
const ipv6OfWords = (words: number[]) => words.map(word => word.toString(16)).join(':')
const word = fc.integer({ min: 0, max: 0xffff })
const words = (count: number) => fc.array(word, { minLength: count, maxLength: count })

// The same blocks, matched by Node instead of ipaddr.js. Two lists: in one, ::ffff:0:0/96 is all of IPv4.
const special = { ipv4: new BlockList(), ipv6: new BlockList() }
for (const [block] of specialAddresses) {
  const [network = '', bits] = block.split('/')
  const family = isIP(network) === 4 ? 'ipv4' : 'ipv6'
  special[family].addSubnet(network, Number(bits), family)
}

describe('an address', () => {
  it('of IPv4 is public exactly when no registry sets it apart', () => {
    forMany(3000)(fc.ipV4(), address => {
      expect(classifyAddress(address) === 'public').toBe(!special.ipv4.check(address, 'ipv4'))
    })
  })

  it('of IPv6 is never public outside 2000::/3', () => {
    forMany(3000)(words(8), ([first = 0, ...rest]) => {
      const kind = classifyAddress(ipv6OfWords([first, ...rest]))
      if (first >> 13 !== 1) expect(kind).not.toBe('public')
    })
  })

  it('of IPv6 inside 2000::/3 is public exactly when no registry sets it apart', () => {
    const first = fc.oneof(
      fc.integer({ min: 0x2000, max: 0x3fff }),
      fc.constantFrom(0x2001, 0x2002, 0x2620, 0x3fff),
    )
    forMany(3000)(first, fc.oneof(word, fc.nat(0x1ff)), words(6), (head, second, rest) => {
      const address = ipv6OfWords([head, second, ...rest.with(3, 1)])
      expect(classifyAddress(address) === 'public').toBe(!special.ipv6.check(address, 'ipv6'))
    })
  })

  it('of IPv4 in any dress of IPv6 is never public, not even a public one', () => {
    const dresses = [
      '::ffff:',
      '::',
      '::ffff:0:',
      '64:ff9b::',
      '64:ff9b:1::',
      '2001:db8::5efe:',
      '2a00:1450::5efe:',
    ]
    forAll(fc.ipV4(), fc.constantFrom(...dresses), (address, dress) => {
      expect(classifyAddress(dress + address)).not.toBe('public')
    })
  })

  it('that is no address is malformed', () => {
    forAll(
      fc.string().filter(text => isIP(text) === 0),
      text => void expect(classifyAddress(text)).toBe('malformed'),
    )
  })
})

describe('a name', () => {
  it('is refused as soon as one of its addresses is not public, wherever it stands', async () => {
    const publicAddress = fc.ipV4().filter(address => classifyAddress(address) === 'public')
    const other = fc.oneof(fc.ipV4(), fc.ipV6()).filter(address => classifyAddress(address) !== 'public')
    await fc.assert(
      fc.asyncProperty(
        fc.array(publicAddress),
        other,
        fc.array(publicAddress),
        async (before, bad, after) => {
          const lookup = async () => [...before, bad, ...after]
          expect(await resolveHost(new URL('https://a.com'), rules, lookup)).toMatchObject({
            failure: 'refused-address',
          })
        },
      ),
    )
  })

  it('that resolves gives back exactly the addresses to pin the connection to', async () => {
    const addresses = ['93.184.215.14', '2606:4700:4700::1111']
    expect(await resolveHost(new URL('https://a.com'), rules, async () => addresses)).toEqual({
      ok: true,
      addresses,
    })
  })
})

describe('a URL', () => {
  const pieces = fc.constantFrom(
    'https',
    'http',
    ':',
    '/',
    '//',
    '\\',
    '@',
    '.',
    '127.0.0.1',
    '[::1]',
    'a.com',
    'localhost',
    ':443',
    ':8443',
    '%2e',
    '\t',
    '#',
    '?',
    '0x7f.1',
    '。',
    'é',
  )
  const candidate = fc.oneof(
    fc.webUrl(),
    fc.string(),
    fc.array(pieces, { maxLength: 12 }).map(all => all.join('')),
    fc.array(pieces, { maxLength: 8 }).map(all => `https://${all.join('')}`),
  )

  it('that is accepted names a public host over https, with nothing hidden in it', () => {
    forMany(5000)(candidate, text => {
      const checked = checkUrl(text, rules)
      if (!checked.ok) return
      const { url } = checked
      expect(url.protocol).toBe('https:')
      expect(url.username + url.password).toBe('')
      expect(isIP(url.hostname)).toBe(0)
      expect(url.hostname).toMatch(/^[a-z0-9_.-]+\.[a-z0-9-]+$/)
    })
  })

  it('that is accepted is accepted again as it was normalised', () => {
    forMany(5000)(candidate, text => {
      const checked = checkUrl(text, rules)
      if (checked.ok)
        expect(checkUrl(checked.url.href, rules)).toMatchObject({
          ok: true,
          url: { href: checked.url.href },
        })
    })
  })

  it('that is too long is refused, and every refusal is in words', () => {
    const refused = checkUrl(`https://a.com/${'a'.repeat(2048)}`, rules)
    expect(refused).toEqual({
      ok: false,
      reason: 'too-long',
      detail: 'A URL may have at most 2048 characters',
    })
  })

  it.each([
    'http://localhost:4000/hook',
    'http://127.0.0.1:4000/',
    'https://[::1]:4000/',
    'http://hooks.localhost/',
    'http://example.com/',
  ])('on the laptop can be %s, and on no other stage', text => {
    expect(checkUrl(text, laptopRules).ok).toBe(true)
    expect(checkUrl(text, rules).ok).toBe(false)
  })

  it.each([
    ['http://127.0.0.1:9001/2018-06-01/runtime/invocation/next', 'port'],
    ['http://localhost:9001/', 'port'],
    ['http://localhost:6379/', 'port'],
    ['http://0.0.0.0:4000/', 'ip-literal'],
    ['http://[::ffff:127.0.0.1]:4000/', 'ip-literal'],
    ['http://10.0.0.1:4000/', 'ip-literal'],
    ['http://169.254.169.254/', 'ip-literal'],
    ['ftp://localhost/', 'scheme'],
  ])('on the laptop still cannot be %s', (text, reason) => {
    expect(checkUrl(text, laptopRules)).toMatchObject({ ok: false, reason })
  })
})
