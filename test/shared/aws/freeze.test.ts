import { hash } from 'node:crypto'
import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askIssuer } from '../../../shared/account/issuer.ts'
import { callWithRole } from '../../../shared/aws/cross-account.ts'
import { invokeFunction } from '../../../shared/aws/invoke.ts'
import { callS3 } from '../../../shared/aws/s3.ts'
import { forgetSecret, secret } from '../../../shared/aws/secret.ts'
import { services } from '../../../shared/aws/services.ts'
import { sendEmail } from '../../../shared/aws/ses.ts'
import { clientOptions } from '../../../shared/aws/signed-call.ts'
import { sendSms } from '../../../shared/aws/sms.ts'
import { postTo } from '../../../shared/webhook/transport/request.ts'
import { type FrozenServer, openFrozenServer } from '../../support/frozen.ts'

const keys = ['AccessKeyId', 'SecretAccessKey', 'SessionToken'].map(name => `<${name}>key</${name}>`).join('')

const denied = { status: 403, text: '<Code>AccessDenied</Code>' }

let server: FrozenServer
const before = { ...process.env }
beforeEach(async () => {
  server = await openFrozenServer(body => {
    const externalId = new URLSearchParams(body).get('ExternalId')
    if (externalId !== null) return externalId === 'ours' ? keys : denied
    return { SecretString: 'secret', MD5OfMessageBody: hash('md5', '{}'), executionArn: 'arn', startDate: 1 }
  })
  for (const { variable } of Object.values(services)) process.env[variable] = server.url
  const env = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' }
  Object.assign(process.env, env)
})
afterEach(async () => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
  await server[Symbol.asyncDispose]()
})

const mail = { from: 'a@v.example', to: 'b@v.example', subject: 'A', text: 'A', html: 'A' }
const execution = { stateMachineArn: 'arn:aws:states:us-east-1:111122223333:stateMachine:v', name: 'v-7' }
/** A new client for each, which has no connections of its own. */
const sdk = {
  dynamodb: () => new DynamoDBClient({ ...clientOptions(services.dynamodb), maxAttempts: 1 }),
  states: () => new SFNClient({ ...clientOptions(services.states), maxAttempts: 1 }),
  sqs: () => new SQSClient({ ...clientOptions(services.sqs), maxAttempts: 1, useQueueUrlAsEndpoint: false }),
}

const throughRole = async (name: string) => {
  const assumption = { roleArn: `arn:aws:iam::111122223333:role/${name}`, externalId: 'ours', policy: {} }
  const target = { service: 'events', region: 'us-east-1', domain: 'amazonaws.com' } as const
  return callWithRole(assumption, { ...target, operation: 'PutEvents', input: {} }, 0, {})
}

interface Call {
  readonly make: () => Promise<unknown>
  readonly expected?: unknown
}

/** Each of its calls comes to a role that is new to it: a probe and the keys of STS, then the event. */
let role = 0
const throughNewRole = async () => {
  const answer = await throughRole(`frozen-${role++}`)
  return answer && 'status' in answer && answer.status
}

/** A service that is missing here does not compile. */
const calls: Readonly<Record<Exclude<keyof typeof services, 'sts' | 'events'>, Call>> = {
  dynamodb: {
    make: () => sdk.dynamodb().send(new UpdateItemCommand({ TableName: 't', Key: { pk: { S: 'k' } } })),
  },
  states: { make: () => sdk.states().send(new StartExecutionCommand(execution)) },
  sqs: {
    make: () => sdk.sqs().send(new SendMessageCommand({ QueueUrl: 'https://sqs/1/q', MessageBody: '{}' })),
  },
  s3: { make: () => callS3({ method: 'GET', bucket: 'b', key: 'k' }) },
  secretsmanager: {
    make: () => {
      forgetSecret('frozen')
      return secret('frozen')
    },
    expected: 'secret',
  },
  lambda: { make: () => invokeFunction('re-encode', {}) },
  ses: { make: () => sendEmail(mail), expected: 'accepted' },
  sms: { make: () => sendSms({ from: 'arn', to: '+2348031234567', text: 'A' }), expected: 'accepted' },
}

const others: Readonly<Record<string, Call>> = {
  'the issuer': { make: async () => (await askIssuer(server.url, issuerOptions)).status, expected: 200 },
  'a receiver': {
    make: async () => ({ ...(await postTo(post())), answer: '' }),
    expected: { status: 200, answer: '' },
  },
}

const issuerOptions = { method: 'GET', headers: {}, redirect: 'manual', body: undefined } as const
const post = () => ({
  url: new URL(server.url),
  addresses: ['127.0.0.1'],
  headers: {},
  body: '{}',
  timeoutMs: 10_000,
  now: new Date(),
})

describe('a container that was frozen after every call', () => {
  it.each(Object.entries({ ...calls, ...others }))(
    'is answered by %s, each call once',
    async (name, { make, expected = expect.anything() }) => {
      expect([await make(), await make(), await make()]).toEqual([expected, expected, expected])
      const isKept = !['ses', 'sms'].includes(name)
      expect(server.counts).toEqual({ answered: 3, reset: isKept ? 1 : 0 })
    },
  )

  it('skips no probe of a customer’s role, and sends each event once', async () => {
    expect([await throughNewRole(), await throughNewRole()]).toEqual([200, 200])
    expect(server.counts).toEqual({ answered: 6, reset: 3 })
  })
})

it('every service says what a repeat of its calls comes to', () => {
  const said = Object.entries(services).map(([name, { repeat }]) => [name, repeat])
  expect(Object.groupBy(said, ([, repeat]) => repeat!)).toEqual({
    token: ['dynamodb', 'states', 'sqs', 'events'].map(name => [name, 'token']),
    idempotent: ['sts', 's3', 'secretsmanager', 'lambda'].map(name => [name, 'idempotent']),
    unsafe: ['ses', 'sms'].map(name => [name, 'unsafe']),
  })
})
