import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { requestOrigin } from '../../../shared/http/cookie.ts'

const asked = (domainName: string, headers: Record<string, string> = {}) =>
  requestOrigin({ headers, requestContext: { domainName } as APIGatewayProxyEventV2['requestContext'] })

describe('where a caller found us', () => {
  it.each([
    ['api.example.com', 'https', 'https://api.example.com'],
    ['x1.execute-api.eu-west-1.amazonaws.com', 'https', 'https://x1.execute-api.eu-west-1.amazonaws.com'],
    ['127.0.0.1:3000', '', 'http://127.0.0.1:3000'],
    ['[::1]:3000', '', 'http://[::1]:3000'],
  ])('is the host that it asked: %s by "%s"', (host, scheme, origin) => {
    expect(asked(host, { 'x-forwarded-proto': scheme })).toBe(origin)
  })

  it.each(['"><script>', 'localhost/x', 'a b', "localhost';curl evil.example", ''])(
    'is never what is no host: %s',
    host => {
      expect(asked(host)).toBe('http://localhost')
    },
  )
})
