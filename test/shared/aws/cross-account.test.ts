import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callWithRole } from '../../../shared/aws/cross-account.ts'
import { close, listen } from '../../support/listen.ts'

const asked: string[] = []
let status = 200
/** What the next probes with another external id meet. */
const losses: ('hang up' | { readonly status: number; readonly code: string })[] = []

/** STS gives keys with the right external id alone; the queue answers as told. */
const server = createServer(async (request, response) => {
  const externalId = new URLSearchParams(await text(request)).get('ExternalId')
  asked.push(externalId ?? 'queue')
  if (externalId === null) return void response.writeHead(status).end('{}')
  const lost = externalId === 'ours' ? undefined : losses.shift()
  if (lost === 'hang up') return void request.socket.destroy()
  if (lost) return void response.writeHead(lost.status).end(`<Code>${lost.code}</Code>`)
  const isOurs = externalId === 'ours'
  const keys = ['AccessKeyId', 'SecretAccessKey', 'SessionToken'].map(name => `<${name}>key</${name}>`)
  response.writeHead(isOurs ? 200 : 403).end(isOurs ? keys.join('') : '<Code>AccessDenied</Code>')
})

beforeAll(async () => {
  const env = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' }
  Object.assign(process.env, { ...env, AWS_ENDPOINT_URL: await listen(server) })
})
afterAll(() => close(server))

const call = (name = 'events') =>
  callWithRole(
    { roleArn: `arn:aws:iam::111122223333:role/${name}`, externalId: 'ours', policy: {} },
    { service: 'sqs', region: 'us-east-1', domain: 'amazonaws.com', operation: 'SendMessage', input: {} },
    0,
    {},
  )

const throttled = { status: 400, code: 'Throttling' } as const

it.each([
  ['once on a kept connection, and asks again', ['hang up'], ['not-ours', 'not-ours', 'ours', 'queue'], 200],
  ['twice', ['hang up', 'hang up'], ['not-ours', 'not-ours'], ''],
  ['but that it is asked too often', [throttled], ['not-ours'], 'Throttling'],
] as const)(
  'does not take a role for guarded where it hears nothing: %s',
  async (name, met, calls, result) => {
    status = 200
    await call(`before-${name.length}`)
    losses.push(...met)
    asked.length = 0
    const answer = await call(name.replaceAll(/\W/g, '-'))
    expect([asked, answer && ('refusal' in answer ? answer.refusal : answer.status)]).toEqual([calls, result])
  },
)

it.each([
  [200, []],
  [400, ['not-ours', 'ours']],
  [403, ['not-ours', 'ours']],
  [500, []],
])('keeps the keys of a role, but after a refusal: %i', async (answered, again) => {
  status = 200
  await call()
  status = answered
  await call()
  asked.length = 0
  status = 200
  await call()
  expect(asked).toEqual([...again, 'queue'])
})
