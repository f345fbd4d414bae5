import { describe, expect, it } from 'vitest'
import { Problem } from '../../../shared/http/contract/problem.ts'
import { readClientCredentials, toTokenErrorResponse } from '../../../shared/http/token-form.ts'

const form = { grant_type: 'client_credentials' }
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

const refusalOf = (header: string | undefined, sent: object = {}) => {
  try {
    return readClientCredentials(header, { ...form, ...sent })
  } catch (error) {
    const { statusCode, headers, body } = toTokenErrorResponse(error as Problem, 'request-1')
    const { error: code, error_description: description } = JSON.parse(body!)
    return [statusCode, code, description, headers!['www-authenticate']]
  }
}

describe('the credentials of a standard OAuth client', () => {
  it.each([
    ['Basic', basic('id:secret'), {}, { clientId: 'id', secret: 'secret' }],
    [
      'Basic in another case',
      basic('id:secret').replace('Basic', 'bASIC  '),
      {},
      { clientId: 'id', secret: 'secret' },
    ],
    [
      'the body',
      undefined,
      { client_id: 'id', client_secret: 'secret' },
      { clientId: 'id', secret: 'secret' },
    ],
    [
      'Basic, and the same id in the body',
      basic('id:secret'),
      { client_id: 'id' },
      { clientId: 'id', secret: 'secret' },
    ],
    [
      'Basic with encoded parts',
      basic('an+id%3a1:a%2Bb+c%25'),
      {},
      { clientId: 'an id:1', secret: 'a+b c%' },
    ],
    ['Basic with colons in the secret', basic('id:a:b:'), {}, { clientId: 'id', secret: 'a:b:' }],
  ])('are read from %s', (_where, header, sent, credentials) => {
    expect(refusalOf(header, sent)).toEqual(credentials)
  })

  const challenge = 'Basic realm="verification-service", charset="UTF-8"'
  const none = 'Send the id and secret of a client, by Basic or in the body.'
  const noBasic = 'The header Authorization is not Basic with an id and a secret.'

  it.each([
    ['nothing', undefined, {}, none],
    ['an id alone', undefined, { client_id: 'id' }, none],
    ['a secret alone', undefined, { client_secret: 'secret' }, none],
    ['an id that is too long', undefined, { client_id: 'i'.repeat(101), client_secret: 'secret' }, none],
    ['an empty secret by Basic', basic('id:'), {}, none],
    ['an empty id by Basic', basic(':secret'), {}, none],
    ['a secret with a line break', basic('id:a%0Ab'), {}, none],
    ['a token', 'Bearer abc', {}, noBasic],
    ['nothing in Basic', 'Basic', {}, noBasic],
    ['no colon in Basic', basic('id'), {}, noBasic],
    ['no Base64 in Basic', 'Basic id:secret', {}, noBasic],
    ['a broken escape in Basic', basic('id:100%'), {}, noBasic],
  ])('are refused as invalid_client: %s', (_what, header, sent, description) => {
    expect(refusalOf(header, sent)).toEqual([401, 'invalid_client', description, challenge])
  })

  it.each([
    [
      'the secret in both',
      { client_secret: 'secret' },
      'Send the secret by Basic or in the body, not both at once.',
    ],
    [
      'both wholly',
      { client_id: 'id', client_secret: 'secret' },
      'Send the secret by Basic or in the body, not both at once.',
    ],
    ['two ids', { client_id: 'other' }, 'client_id is another than that of the header Authorization.'],
  ])('are refused as invalid_request: %s', (_what, sent, description) => {
    expect(refusalOf(basic('id:secret'), sent)).toEqual([400, 'invalid_request', description, undefined])
  })
})

describe('a refusal of a token form', () => {
  it('has the words of RFC 6749 without what its grammar forbids', () => {
    const { body } = toTokenErrorResponse(new Problem('invalid_request', 'a "b" \\ “c”\n—é'), 'request-1')
    expect(JSON.parse(body!)).toEqual({ error: 'invalid_request', error_description: "a 'b' ' 'c''''" })
  })

  it.each(['too_many_requests', 'unavailable', 'internal', 'body_too_large', 'method_not_allowed'] as const)(
    'is a problem as everywhere, where it has no word: %s',
    code => {
      const { headers, body } = toTokenErrorResponse(new Problem(code, 'No.'), 'request-1')
      expect([JSON.parse(body!).code, headers!['content-type']]).toEqual([code, 'application/problem+json'])
    },
  )
})
