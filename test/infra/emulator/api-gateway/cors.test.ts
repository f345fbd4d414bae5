import { describe, expect, it } from 'vitest'
import { corsProblems, readCors } from '../../../../infra/emulator/api-gateway/cors.ts'

const configured = (AllowOrigins: string[]) =>
  readCors({
    AllowOrigins,
    AllowMethods: ['GET', 'POST'],
    AllowHeaders: ['authorization', 'content-type'],
    ExposeHeaders: ['*'],
    MaxAge: 600,
  })

const asks = (origin: string) => ({ origin, 'access-control-request-method': 'POST' })
const originsFor = (patterns: string[], origin: string) =>
  configured(patterns).complete({}, { origin })['access-control-allow-origin']

describe('a script of another origin', () => {
  it.each([
    [['*'], 'https://a.example', '*'],
    [['http://*'], 'http://localhost:5173', 'http://localhost:5173'],
    [['http://*'], 'https://a.example', undefined],
    [['https://*'], 'http://a.example', undefined],
    [['https://a.example'], 'https://a.example', 'https://a.example'],
    [['https://a.example'], 'https://a.example.evil', undefined],
  ])('is allowed by %j or not: %s', (patterns, origin, allowed) => {
    expect(originsFor(patterns, origin)).toBe(allowed)
  })

  it('is told beforehand what it may send, by the gateway alone', () => {
    const answer = configured(['http://*']).preflight('OPTIONS', asks('http://localhost:5173'))
    expect(answer).toEqual({
      status: 204,
      headers: {
        'access-control-allow-origin': 'http://localhost:5173',
        'access-control-allow-methods': 'GET,POST',
        'access-control-allow-headers': 'authorization,content-type',
        'access-control-max-age': '600',
      },
      body: Buffer.alloc(0),
    })
  })

  it('that is not allowed is told nothing', () => {
    expect(configured(['http://*']).preflight('OPTIONS', asks('https://a.example'))?.headers).toEqual({})
  })

  it('may read the headers of an answer, by the gateway’s word and not the function’s', () => {
    const answered = { 'content-type': 'text/plain', 'access-control-allow-origin': 'https://of.function' }
    expect(configured(['*']).complete(answered, { origin: 'https://a.example' })).toEqual({
      'content-type': 'text/plain',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': '*',
    })
    expect(configured(['*']).complete(answered, {})).toEqual({ 'content-type': 'text/plain' })
  })
})

describe('any other request', () => {
  it('goes to its route: OPTIONS that asks for nothing, and everything without a configuration', () => {
    expect(configured(['*']).preflight('OPTIONS', { origin: 'https://a.example' })).toBeUndefined()
    expect(configured(['*']).preflight('GET', asks('https://a.example'))).toBeUndefined()
    expect(readCors(undefined).preflight('OPTIONS', asks('https://a.example'))).toBeUndefined()
    const answered = { 'access-control-allow-origin': 'https://of.function' }
    expect(readCors(undefined).complete(answered, { origin: 'https://a.example' })).toBe(answered)
  })
})

it('refuses what it cannot do by its name', () => {
  expect(corsProblems({ AllowOrigins: ['*'], AllowCredentials: true })).toEqual([
    'CorsConfiguration.AllowCredentials is not supported',
  ])
  expect(corsProblems(undefined)).toEqual([])
})
