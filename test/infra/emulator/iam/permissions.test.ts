import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { DescribeSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { Duration } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { afterAll, describe, expect, test } from 'vitest'
import { allow, callOf, clientSettings, startWorld, tableOf, workflowOf } from '../environment.ts'

/** Does with the SDK whatever it is asked, and tells how that went. */
const caller = `
import * as dynamodb from '@aws-sdk/client-dynamodb'
import * as s3 from '@aws-sdk/client-s3'
import * as secrets from '@aws-sdk/client-secrets-manager'
import * as states from '@aws-sdk/client-sfn'
import * as sqs from '@aws-sdk/client-sqs'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
const modules = { dynamodb, s3, secrets, states, sqs }
const clients = { dynamodb: new dynamodb.DynamoDBClient(), s3: new s3.S3Client(), secrets: new secrets.SecretsManagerClient(), states: new states.SFNClient(), sqs: new sqs.SQSClient() }
export const handler = async ({ service, command, input, sign }) => {
  const request = new modules[service][command + 'Command'](input)
  const signing = sign && { ...sign, signableHeaders: new Set(sign.signableHeaders), signingDate: sign.signedAt && new Date(sign.signedAt) }
  if (sign) return { url: await getSignedUrl(clients.s3, request, signing) }
  try {
    await clients[service].send(request)
    return 'allowed'
  } catch (error) {
    return error.name + ': ' + error.message
  }
}`

const keyed = [
  'GetItem',
  'BatchGetItem',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'ConditionCheckItem',
].map(action => `dynamodb:${action}`)

const world = await startWorld((stack, lambda) => {
  const table = tableOf(stack, 'Table')
  const other = tableOf(stack, 'Other')
  const queue = new Queue(stack, 'Queue')
  const bucket = new Bucket(stack, 'Bucket')
  const secret = new Secret(stack, 'Secret', { generateSecretString: { excludePunctuation: true } })
  const pass = lambda('Pass', 'export const handler = async () => 1')
  const machine = workflowOf(
    stack,
    'Machine',
    { StartAt: 'Pass', States: { Pass: { ...callOf(pass, {}), End: true } } },
    [pass],
  )
  lambda('Granted', caller, {
    timeout: Duration.seconds(30),
    may: [
      allow(['dynamodb:PutItem', 'dynamodb:GetItem', 'dynamodb:BatchGetItem'], table.tableArn),
      allow(['dynamodb:ConditionCheckItem'], other.tableArn),
      allow(['sqs:SendMessage'], queue.queueArn),
      allow(['s3:PutObject', 's3:DeleteObject'], bucket.arnForObjects('*')),
      allow(['s3:ListBucket'], bucket.bucketArn),
      allow(['secretsmanager:GetSecretValue'], secret.secretArn),
      allow(['states:StartExecution'], machine.ref),
    ],
  })
  lambda('Keyed', caller, {
    timeout: Duration.seconds(30),
    may: [
      new PolicyStatement({
        actions: [...keyed],
        resources: [table.tableArn],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['own#*'] } },
      }),
    ],
  })
  lambda('Nobody', caller, { timeout: Duration.seconds(30) })
})
afterAll(() => world?.stop())

const id = (name: string) => world.emulator.physicalId(`Service/${name}`)
const call = (lambda: string, service: string, command: string, input: object) =>
  world.emulator.invoke(`Service/${lambda}`, { service, command, input }) as Promise<string>
const denied = (action: string) =>
  expect.stringMatching(
    new RegExp(
      `^AccessDenied(Exception)?: User: arn:aws:sts::.* is not authorized to perform: ${action} on resource: arn:`,
    ),
  )

const requests = (): [string, string, object, string][] => [
  ['dynamodb', 'PutItem', { TableName: id('Table'), Item: { pk: { S: 'x' } } }, 'dynamodb:PutItem'],
  ['sqs', 'SendMessage', { QueueUrl: id('Queue'), MessageBody: 'x' }, 'sqs:SendMessage'],
  [
    'sqs',
    'SendMessageBatch',
    { QueueUrl: id('Queue'), Entries: [{ Id: '1', MessageBody: 'x' }] },
    'sqs:SendMessage',
  ],
  ['s3', 'PutObject', { Bucket: id('Bucket'), Key: 'x', Body: 'x' }, 's3:PutObject'],
  ['s3', 'ListObjectsV2', { Bucket: id('Bucket'), Prefix: 'x' }, 's3:ListBucket'],
  ['s3', 'DeleteObject', { Bucket: id('Bucket'), Key: 'x' }, 's3:DeleteObject'],
  ['secrets', 'GetSecretValue', { SecretId: id('Secret') }, 'secretsmanager:GetSecretValue'],
  ['states', 'StartExecution', { stateMachineArn: id('Machine'), input: '{}' }, 'states:StartExecution'],
]

describe('a function', () => {
  test('may do what its role allows', async () => {
    for (const [service, command, input] of requests())
      expect([command, await call('Granted', service, command, input)]).toEqual([command, 'allowed'])
  })

  test('without a grant is denied everything, in each service’s words', async () => {
    for (const [service, command, input, action] of requests())
      expect(await call('Nobody', service, command, input)).toEqual(denied(action))
  })

  test('needs the action and the resource, not just one of them', async () => {
    expect(
      await call('Granted', 'dynamodb', 'DeleteItem', { TableName: id('Table'), Key: { pk: { S: 'x' } } }),
    ).toEqual(denied('dynamodb:DeleteItem'))
    expect(
      await call('Granted', 'dynamodb', 'PutItem', { TableName: id('Other'), Item: { pk: { S: 'x' } } }),
    ).toEqual(denied('dynamodb:PutItem'))
    expect(await call('Granted', 'sqs', 'ReceiveMessage', { QueueUrl: id('Queue') })).toEqual(
      denied('sqs:ReceiveMessage'),
    )
  })

  test('needs every action inside a transaction and every table of a batch', async () => {
    const Put = { TableName: id('Table'), Item: { pk: { S: 'y' } } }
    const ConditionCheck = {
      TableName: id('Other'),
      Key: { pk: { S: 'absent' } },
      ConditionExpression: 'attribute_not_exists(pk)',
    }
    const transact = (...TransactItems: object[]) =>
      call('Granted', 'dynamodb', 'TransactWriteItems', { TransactItems })
    expect(await transact({ Put }, { ConditionCheck })).toBe('allowed')
    expect(await transact({ Put }, { Delete: { TableName: id('Other'), Key: { pk: { S: 'y' } } } })).toEqual(
      denied('dynamodb:DeleteItem'),
    )
    expect(
      await call('Granted', 'dynamodb', 'BatchGetItem', {
        RequestItems: {
          [id('Table')]: { Keys: [{ pk: { S: 'y' } }] },
          [id('Other')]: { Keys: [{ pk: { S: 'y' } }] },
        },
      }),
    ).toEqual(denied('dynamodb:BatchGetItem'))
  })

  test('needs every key that a request names, in whatever form it names it', async () => {
    const TableName = id('Table')
    const key = (pk: string) => ({ pk: { S: pk } })
    const requestsOn = (pk: string): [string, object, string][] => [
      ['PutItem', { TableName, Item: { ...key(pk), n: { N: '1' } } }, 'PutItem'],
      ['GetItem', { TableName, Key: key(pk) }, 'GetItem'],
      ['UpdateItem', { TableName, Key: key(pk) }, 'UpdateItem'],
      ['DeleteItem', { TableName, Key: key(pk) }, 'DeleteItem'],
      ['BatchGetItem', { RequestItems: { [TableName]: { Keys: [key('own#3'), key(pk)] } } }, 'BatchGetItem'],
      [
        'BatchWriteItem',
        {
          RequestItems: {
            [TableName]: [
              { PutRequest: { Item: { ...key('own#4'), n: { N: '1' } } } },
              { DeleteRequest: { Key: key(pk) } },
            ],
          },
        },
        'BatchWriteItem',
      ],
      [
        'BatchWriteItem',
        { RequestItems: { [TableName]: [{ PutRequest: { Item: key(pk) } }] } },
        'BatchWriteItem',
      ],
      [
        'TransactWriteItems',
        {
          TransactItems: [
            { Put: { TableName, Item: key('own#2') } },
            { Delete: { TableName, Key: key(pk) } },
          ],
        },
        'DeleteItem',
      ],
      [
        'TransactWriteItems',
        {
          TransactItems: [
            { Put: { TableName, Item: key('own#2') } },
            {
              ConditionCheck: { TableName, Key: key(pk), ConditionExpression: 'attribute_not_exists(pk)' },
            },
          ],
        },
        'ConditionCheckItem',
      ],
    ]
    for (const [command, input] of requestsOn('own#1'))
      expect([command, await call('Keyed', 'dynamodb', command, input)]).toEqual([command, 'allowed'])
    for (const [command, input, action] of requestsOn('others#1'))
      expect(await call('Keyed', 'dynamodb', command, input)).toEqual(denied(`dynamodb:${action}`))
  })

  test('is told which calls the emulator does not know, instead of being denied or let through', async () => {
    const unsupported = async (service: string, command: string, input: object) =>
      expect(await call('Granted', service, command, input)).toContain('is not supported by the emulator')
    await unsupported('dynamodb', 'ExecuteStatement', { Statement: 'SELECT * FROM table' })
    await unsupported('s3', 'DeleteObjects', { Bucket: id('Bucket'), Delete: { Objects: [{ Key: 'x' }] } })
    await unsupported('s3', 'ListObjects', { Bucket: id('Bucket') })
    await unsupported('s3', 'ListObjectsV2', { Bucket: id('Bucket'), Delimiter: '/' })
    const administrator = new SecretsManagerClient(clientSettings(world.emulator))
    await expect(
      administrator.send(new DescribeSecretCommand({ SecretId: id('Secret') })),
    ).rejects.toMatchObject({ name: 'UnsupportedOperation' })
  })

  test('that may not list a bucket is not told which objects are missing', async () => {
    expect(await call('Nobody', 's3', 'GetObject', { Bucket: id('Bucket'), Key: 'missing' })).toMatch(
      /^AccessDenied/,
    )
    await expect(
      new S3Client(clientSettings(world.emulator)).send(
        new GetObjectCommand({ Bucket: id('Bucket'), Key: 'missing' }),
      ),
    ).rejects.toMatchObject({ name: 'NoSuchKey' })
  })
})

describe('a presigned upload', () => {
  const presign = async (lambda: string, sign: object, input: object = {}) => {
    const given = await world.emulator.invoke(`Service/${lambda}`, {
      service: 's3',
      command: 'PutObject',
      input: { Bucket: id('Bucket'), Key: 'photo one.jpg', ContentType: 'image/jpeg', ...input },
      sign,
    })
    return (given as { url: string }).url
  }
  const signed = { expiresIn: 60, signableHeaders: ['content-type'] }
  const upload = (url: string, contentType = 'image/jpeg', method = 'PUT') =>
    fetch(url, { method, body: 'jpeg', headers: { 'content-type': contentType } })

  test('works for its holder, with the headers that were signed', async () => {
    const response = await upload(await presign('Granted', signed))
    expect([response.status, await response.text()]).toEqual([200, ''])
    const { Body, ContentType } = await new S3Client(clientSettings(world.emulator)).send(
      new GetObjectCommand({ Bucket: id('Bucket'), Key: 'photo one.jpg' }),
    )
    expect([await Body?.transformToString(), ContentType]).toEqual(['jpeg', 'image/jpeg'])
  })

  test('is refused with another type, another key, too late, or from a function that may not put', async () => {
    const url = await presign('Granted', signed)
    expect(await (await upload(url, 'text/html')).text()).toContain('SignatureDoesNotMatch')
    expect((await upload(url.replace('photo', 'other'))).status).toBe(403)
    const late = await presign('Granted', {
      ...signed,
      signedAt: Date.now() - 3_600_000,
    })
    expect(await (await upload(late)).text()).toContain('AccessDenied')
    expect((await upload(await presign('Nobody', signed))).status).toBe(403)
  })
})

test('an unknown caller is refused everywhere', async () => {
  const credentials = { accessKeyId: 'ASIAUNKNOWNUNKNOWN12', secretAccessKey: 'x' }
  const s3 = new S3Client({ ...clientSettings(world.emulator), credentials })
  await expect(
    s3.send(new PutObjectCommand({ Bucket: id('Bucket'), Key: 'x', Body: 'x' })),
  ).rejects.toMatchObject({ name: 'AccessDenied' })
})
