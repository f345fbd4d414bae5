import { CfnOutput } from 'aws-cdk-lib'
import { CfnApi, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { afterAll, describe, expect, test } from 'vitest'
import { callIntegration } from '../../../../infra/emulator/api-gateway/integration.ts'
import { startWorld } from '../environment.ts'
import { connect } from './connect.ts'

const echo = 'export const handler = async event => ({ statusCode: 200, body: JSON.stringify(event) })'
const answer = `export const handler = async event => {
  const wanted = JSON.parse(event.body ?? '{}')
  if (wanted.throws) throw new Error('no')
  return wanted
}`
const fallback = 'export const handler = async () => ({ statusCode: 404, body: "fallback" })'

const paths: Record<string, string[]> = {
  Echo: ['GET /v1/things', 'POST /v1/things', 'GET /v1/things/{id}', 'GET /v1/things/special'],
  Answer: ['POST /v1/answer'],
  Fallback: ['$default'],
}

const world = await startWorld((stack, lambda) => {
  const api = new CfnApi(stack, 'Api', { name: 'api', protocolType: 'HTTP' })
  new CfnStage(stack, 'Stage', { apiId: api.ref, stageName: '$default', autoDeploy: true })
  const sources = { Echo: echo, Answer: answer, Fallback: fallback }
  for (const [id, source] of Object.entries(sources)) connect(api, lambda(id, source), paths[id] ?? [])
  new CfnOutput(stack, 'Url', {
    value: `https://${api.ref}.execute-api.${stack.region}.${stack.urlSuffix}/`,
  })
})
afterAll(() => world?.stop())

const get = async (path: string, init?: RequestInit): Promise<APIGatewayProxyEventV2> => {
  const response = await fetch(`${world.emulator.url}${path}`, init)
  return (await response.json()) as APIGatewayProxyEventV2
}
const post = (body: unknown) =>
  fetch(`${world.emulator.url}/v1/answer`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })

describe('a request is routed', () => {
  test('to the exact path before a parameter, and to a parameter before nothing', async () => {
    expect(await get('/v1/things/special')).toMatchObject({ routeKey: 'GET /v1/things/special' })
    expect(await get('/v1/things/12')).toMatchObject({
      routeKey: 'GET /v1/things/{id}',
      pathParameters: { id: '12' },
    })
  })
  test('to $default when no route has its path or method', async () => {
    for (const [method, path] of [
      ['GET', '/nowhere'],
      ['DELETE', '/v1/things'],
      ['GET', '/v1/things/1/2'],
    ]) {
      const response = await fetch(`${world.emulator.url}${path}`, { method })
      expect([response.status, await response.text()]).toEqual([404, 'fallback'])
    }
  })
})

describe('the event', () => {
  test('carries decoded paths, joined headers and queries, and cookies apart', async () => {
    const event = await get('/v1/things/a%20b?x=1&x=2&y=%C3%A9', {
      headers: [
        ['X-Thing', 'one'],
        ['X-Thing', 'two'],
        ['Cookie', 'a=1; b=2'],
        ['user-agent', 'tester'],
      ],
    })
    expect(event).toMatchObject({
      version: '2.0',
      rawPath: '/v1/things/a b',
      rawQueryString: 'x=1&x=2&y=%C3%A9',
      queryStringParameters: { x: '1,2', y: 'é' },
      pathParameters: { id: 'a b' },
      cookies: ['a=1', 'b=2'],
      isBase64Encoded: false,
      requestContext: {
        http: { method: 'GET', path: '/v1/things/a b', protocol: 'HTTP/1.1', userAgent: 'tester' },
        stage: '$default',
      },
    })
    expect(event.headers['x-thing']).toMatch(/^one, ?two$/)
    expect(event.headers).not.toHaveProperty('cookie')
    expect(event.requestContext.requestId).toEqual(expect.any(String))
  })
  test('has JSON as text and a form as base64', async () => {
    const json = await get('/v1/things', {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    })
    expect(json).toMatchObject({ body: '{"a":1}', isBase64Encoded: false })
    const form = await get('/v1/things', { method: 'POST', body: new URLSearchParams({ a: '1' }) })
    expect(form).toMatchObject({ body: Buffer.from('a=1').toString('base64'), isBase64Encoded: true })
  })
})

describe('the answer', () => {
  test('keeps status, headers, cookies and binary bodies', async () => {
    const response = await post({
      statusCode: 201,
      headers: { Location: '/x', 'content-type': 'image/png' },
      cookies: ['a=1', 'b=2'],
      body: Buffer.from([0, 255]).toString('base64'),
      isBase64Encoded: true,
    })
    expect(response.status).toBe(201)
    expect(response.headers.get('location')).toBe('/x')
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255])
  })
  test('without a status code is 200 and JSON', async () => {
    const response = await post({ hello: 'there' })
    expect([response.status, response.headers.get('content-type'), await response.json()]).toEqual([
      200,
      'application/json',
      { hello: 'there' },
    ])
  })
  test('is 500 when the function throws or answers nonsense, and the next request is fine', async () => {
    for (const wanted of [{ throws: true }, { statusCode: 'x' }, { statusCode: 200, body: { no: 'text' } }]) {
      const response = await post(wanted)
      expect([response.status, await response.json()]).toEqual([500, { message: 'Internal Server Error' }])
    }
    expect((await post({ statusCode: 204 })).status).toBe(204)
  })
  test('is 503 when the function takes longer than an integration may', async () => {
    const late = await callIntegration(() => new Promise(() => {}), {}, 50)
    expect([late.status, late.body.toString()]).toEqual([503, '{"message":"Service Unavailable"}'])
  })
  test('is 413 for a body above ten megabytes', async () => {
    const response = await fetch(`${world.emulator.url}/v1/things`, {
      method: 'POST',
      body: Buffer.alloc(10 * 1024 * 1024 + 1),
    })
    expect([response.status, await response.json()]).toEqual([413, { message: 'Request Entity Too Large' }])
  })
})

test('outputs name the local address instead of the one in the account', () => {
  expect(world.emulator.outputs.Url).toBe(`${world.emulator.url}/`)
})

test('a second emulator on the same port is refused with a plain sentence', async () => {
  const port = Number(new URL(world.emulator.url).port)
  const { startEmulator: start } = await import('../../../../infra/emulator/emulator.ts')
  await expect(start({ assembly: world.assembly, port })).rejects.toThrow(
    `port ${port} is taken; set PORT to a free one`,
  )
})
