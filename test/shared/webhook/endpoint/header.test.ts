import { describe, expect, it } from 'vitest'
import { mergeHeaders } from '../../../../shared/webhook/endpoint/header.ts'
import type { EncryptedHeader } from '../../../../shared/webhook/endpoint/secret.ts'

const encrypted = (name: string, word = name): EncryptedHeader => ({ name, encrypted: Buffer.from(word) })
const endpoint = { url: 'https://hooks.acme.example/in', headers: [encrypted('x-one'), encrypted('x-two')] }
const named = (name: string, value: string | null) => ({ name, value })

describe('an endpoint’s headers', () => {
  it('stay as they are where nobody speaks of them', () => {
    expect(mergeHeaders(endpoint, {}, [])).toEqual(endpoint.headers)
    expect(mergeHeaders({ url: endpoint.url }, {}, [])).toEqual([])
  })

  it('get a new value, or go, by their names in whatever case, or with _ for -', () => {
    const headers = [named('X-Two', 'new'), named('X_ONE', null), named('X-Three', null)]
    expect(mergeHeaders(endpoint, { headers }, [encrypted('x-two', 'new')])).toEqual([
      encrypted('x-two', 'new'),
    ])
  })

  it('stay where the endpoint moves within its host', () => {
    expect(mergeHeaders(endpoint, { url: 'https://HOOKS.acme.example:443/other?x' }, [])).toHaveLength(2)
  })

  it.each([
    'https://hooks.evil.example/in',
    'https://hooks.acme.example:8443/in',
    'http://hooks.acme.example/in',
  ])('do not go with it to %s', url => {
    expect(mergeHeaders(endpoint, { url }, [])).toEqual([])
    const headers = [named('X-Two', 'new')]
    expect(mergeHeaders(endpoint, { url, headers }, [encrypted('x-two', 'new')])).toEqual([
      encrypted('x-two', 'new'),
    ])
  })

  it('are five at most, those that it has included', () => {
    const fresh = ['a', 'b', 'c', 'd'].map(name => encrypted(name))
    const headers = fresh.map(({ name }) => named(name, 'x'))
    const onlyThree = mergeHeaders(endpoint, { headers: headers.slice(1) }, fresh.slice(1))
    expect(onlyThree.map(({ name }) => name)).toEqual(['x-one', 'x-two', 'b', 'c', 'd'])
    expect(() => mergeHeaders(endpoint, { headers }, fresh)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        errors: [
          {
            pointer: '/headers',
            code: 'too_big',
            detail: 'Expected at most 5 headers, those that the endpoint has included.',
          },
        ],
      }),
    )
  })
})
