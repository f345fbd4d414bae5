import { writeFileSync } from 'node:fs'
import { App, CfnOutput, CfnResource, Duration, Fn, Stack } from 'aws-cdk-lib'
import { CfnApi } from 'aws-cdk-lib/aws-apigatewayv2'
import { Alarm, Metric } from 'aws-cdk-lib/aws-cloudwatch'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { type CfnPermission, Code } from 'aws-cdk-lib/aws-lambda'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { afterAll, describe, expect, test } from 'vitest'
import { startEmulator } from '../../../infra/emulator/emulator.ts'
import { connect } from './api-gateway/connect.ts'
import {
  allow,
  callOf,
  type Define,
  type DefineFunction,
  feed,
  functionFactory,
  mayConsume,
  mayFollow,
  roleOf,
  startWorld,
  synthesise,
  tableOf,
  temporaryFolder,
  workflowOf,
} from './environment.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())

const nothing = 'export const handler = async () => 1'

let assemblies = 0
const refusalOf = async (define: Define): Promise<string[]> => {
  const assembly = synthesise(`${folder.path}/${assemblies++}`, define)
  const error = await startEmulator({ assembly }).then(
    async emulator => {
      await emulator.stop()
      return new Error('it was hosted')
    },
    (reason: Error) => reason,
  )
  return error.message.split('\n')
}

describe('a type that no stage uses is refused:', () => {
  test.each([
    'AWS::CloudFront::Distribution',
    'AWS::DynamoDB::GlobalTable',
    'AWS::EC2::VPC',
    'AWS::Events::Rule',
    'AWS::IAM::ManagedPolicy',
    'AWS::IAM::Policy',
    'AWS::Lambda::Alias',
    'AWS::Lambda::LayerVersion',
    'AWS::Route53::RecordSet',
    'Custom::Anything',
  ])('%s', async type => {
    expect(await refusalOf(stack => void new CfnResource(stack, 'Thing', { type }))).toEqual([
      'The emulator cannot host this assembly:',
      `- Service/Thing (${type}): this type is not supported`,
    ])
  })
})

describe('a property that no stage uses is refused:', () => {
  test.each([
    ['AWS::ApiGatewayV2::Api', 'DisableExecuteApiEndpoint'],
    ['AWS::ApiGatewayV2::Integration', 'TimeoutInMillis'],
    ['AWS::ApiGatewayV2::Route', 'AuthorizationType'],
    ['AWS::ApiGatewayV2::Stage', 'RouteSettings'],
    ['AWS::DynamoDB::Table', 'LocalSecondaryIndexes'],
    ['AWS::IAM::Role', 'ManagedPolicyArns'],
    ['AWS::Lambda::EventSourceMapping', 'TumblingWindowInSeconds'],
    ['AWS::Lambda::Function', 'Layers'],
    ['AWS::Lambda::Permission', 'SourceAccount'],
    ['AWS::S3::Bucket', 'ReplicationConfiguration'],
    ['AWS::SQS::Queue', 'ContentBasedDeduplication'],
    ['AWS::Scheduler::Schedule', 'ScheduleExpressionTimezone'],
    ['AWS::SecretsManager::Secret', 'SecretString'],
    ['AWS::StepFunctions::StateMachine', 'DefinitionSubstitutions'],
  ])('%s.%s', async (type, property) => {
    const problems = await refusalOf(
      stack => void new CfnResource(stack, 'Thing', { type, properties: { [property]: 'x' } }),
    )
    expect(problems).toContain(`- Service/Thing (${type}): the property ${property} is not supported`)
  })
})

const only = (stack: Stack, lambda: DefineFunction, change: object, machine: object = {}) => {
  const works = lambda('Works', nothing)
  const Only = { ...callOf(works, { 'id.$': '$.id' }), End: true, ...change }
  workflowOf(stack, 'Machine', { StartAt: 'Only', States: { Only }, ...machine }, [works])
}
const schedule = (stack: Stack, lambda: DefineFunction, change: object, isPermitted = true) => {
  const { functionArn: arn } = lambda('Works', nothing)
  const may = isPermitted ? [allow(['lambda:InvokeFunction'], arn)] : []
  const { roleArn } = roleOf(stack, 'Scheduler', 'scheduler', may)
  new CfnSchedule(stack, 'Schedule', {
    flexibleTimeWindow: { mode: 'OFF' },
    scheduleExpression: 'rate(1 hour)',
    target: { arn, roleArn },
    ...change,
  })
}
const routes = (stack: Stack, lambda: DefineFunction) => {
  const api = new CfnApi(stack, 'Api', { name: 'api', protocolType: 'HTTP' })
  const works = lambda('Works', nothing)
  connect(api, works, ['GET /v1/one/{id}', 'ANY /v1/one/{id}', 'GET /v1/two', '$default'])
  return works
}
const permissionOf = (stack: Stack, lambda: DefineFunction, id: string) =>
  routes(stack, lambda).node.findChild(`Permission${id}`) as CfnPermission
const stream = (stack: Stack, lambda: DefineFunction, pattern: object, change: object = {}) => {
  const table = tableOf(stack, 'Table', { stream: 'KEYS_ONLY' as never })
  const filterCriteria = { filters: [{ pattern: JSON.stringify(pattern) }] }
  feed(lambda('Works', nothing, { may: [mayFollow(table)] }), table.tableStreamArn, {
    startingPosition: 'TRIM_HORIZON',
    filterCriteria,
    ...change,
  })
}

const refused: Record<string, [Define, RegExp]> = {
  'a condition of a role': [
    (_stack, lambda) => {
      const statement = new PolicyStatement({ actions: ['s3:*'], resources: ['*'] })
      statement.addCondition('StringLike', { 'aws:x': 'y' })
      lambda('Works', nothing, { may: [statement] })
    },
    /WorksRole\w+ \(AWS::IAM::Role\): the condition StringLike of aws:x is not supported$/,
  ],
  'inline code': [
    (_stack, lambda) => void lambda('Works', nothing, { code: Code.fromInline('exports.handler = 1') }),
    /Works\w+ \(AWS::Lambda::Function\): inline code is not supported$/,
  ],
  'a cron expression': [
    (stack, lambda) => schedule(stack, lambda, { scheduleExpression: 'cron(0 2 * * ? *)' }),
    /Schedule\): the schedule cron\(0 2 \* \* \? \*\) is not supported, only rate\(…\)$/,
  ],
  'a schedule whose role may not call its function': [
    (stack, lambda) => schedule(stack, lambda, {}, false),
    /Service\/Schedule .*: its role may not lambda:InvokeFunction on arn:aws:lambda:/,
  ],
  'a secret with punctuation': [
    stack =>
      void new CfnResource(stack, 'Secret', {
        type: 'AWS::SecretsManager::Secret',
        properties: { GenerateSecretString: { PasswordLength: 8 } },
      }),
    /Secret\): only letters and digits are generated: set ExcludePunctuation$/,
  ],
  'an intrinsic function': [
    stack => void new Queue(stack, 'Queue', { queueName: Fn.select(0, Fn.split(',', stack.stackId)) }),
    /Service: the intrinsic function Fn::Select is not supported$/,
  ],
  'a greedy path parameter': [
    (stack, lambda) =>
      connect(new CfnApi(stack, 'Api', { name: 'api', protocolType: 'HTTP' }), lambda('Works', nothing), [
        'GET /{all+}',
      ]),
    /a path parameter that takes several segments is not supported$/,
  ],
  'a filter operator': [
    (stack, lambda) => stream(stack, lambda, { eventName: [{ suffix: 'RT' }] }),
    /the filter operator suffix is not supported$/,
  ],
  'a stream read from its end': [
    (stack, lambda) => stream(stack, lambda, {}, { startingPosition: 'LATEST' }),
    /a StartingPosition other than TRIM_HORIZON is not supported$/,
  ],
  'a consumer that does not report failures': [
    (stack, lambda) => stream(stack, lambda, {}, { functionResponseTypes: [] }),
    /a function that does not report batch item failures is not supported$/,
  ],
  'a stream whose function may not tell of what it gave up on': [
    (stack, lambda) =>
      stream(
        stack,
        lambda,
        {},
        { destinationConfig: { onFailure: { destination: new Queue(stack, 'Dead').queueArn } } },
      ),
    /the role of Works\w+ may not sqs:SendMessage on arn:aws:sqs:.*Dead/,
  ],
  'a queue whose function may not read it': [
    (stack, lambda) => void feed(lambda('Works', nothing), new Queue(stack, 'Queue').queueArn),
    /the role of Works\w+ may not sqs:ReceiveMessage on arn:aws:sqs/,
  ],
  'a queue that is less patient than its function': [
    (stack, lambda) => {
      const queue = new Queue(stack, 'Queue')
      feed(
        lambda('Slow', nothing, { timeout: Duration.seconds(60), may: [mayConsume(queue)] }),
        queue.queueArn,
      )
    },
    /the visibility timeout of Queue\w+, 30 s, is shorter than the function's timeout, 60 s$/,
  ],
  'a state of another type': [
    (stack, lambda) => only(stack, lambda, { Type: 'Wait', Seconds: 1 }),
    /state Only: the type Wait is not supported$/,
  ],
  'a task of another service': [
    (stack, lambda) => only(stack, lambda, { Resource: 'arn:aws:states:::sqs:sendMessage' }),
    /state Only: the resource arn:aws:states:::sqs:sendMessage is not supported$/,
  ],
  'a field of a state': [
    (stack, lambda) => only(stack, lambda, { HeartbeatSeconds: 9 }),
    /state Only: the field HeartbeatSeconds is not supported$/,
  ],
  'a result that is kept': [
    (stack, lambda) => only(stack, lambda, { ResultPath: '$.result' }),
    /state Only: a ResultPath other than null is not supported$/,
  ],
  'a path into the context': [
    (stack, lambda) => only(stack, lambda, { Parameters: { 'name.$': '$$.Execution.Name' } }),
    /state Only: the path \$\$\.Execution\.Name is not supported$/,
  ],
  'a state that is not there': [
    (stack, lambda) => only(stack, lambda, {}, { StartAt: 'Elsewhere' }),
    /there is no state Elsewhere$/,
  ],
  JSONata: [
    (stack, lambda) => only(stack, lambda, {}, { QueryLanguage: 'JSONata' }),
    /the field QueryLanguage is not supported$/,
  ],
  'an express workflow': [
    stack =>
      void new CfnResource(stack, 'Machine', {
        type: 'AWS::StepFunctions::StateMachine',
        properties: { StateMachineType: 'EXPRESS' },
      }),
    /EXPRESS workflows are not supported$/,
  ],
  'a workflow whose role may not call its function': [
    (stack, lambda) => {
      const Only = { ...callOf(lambda('Works', nothing), {}), End: true }
      workflowOf(stack, 'Machine', { StartAt: 'Only', States: { Only } }, [])
    },
    /Machine\): its role may not lambda:InvokeFunction on arn:aws:lambda:/,
  ],
  'a second HTTP API': [
    stack => {
      for (const id of ['One', 'Two']) new CfnApi(stack, id, { name: id, protocolType: 'HTTP' })
    },
    /more than one HTTP API is not supported$/,
  ],
}

describe('refused by name is', () => {
  test.each(Object.entries(refused))('%s', async (_what, [define, sentence]) => {
    const problems = await refusalOf(define)
    expect(problems).toEqual(['The emulator cannot host this assembly:', ...problems.slice(1)])
    expect(problems).toContainEqual(expect.stringMatching(sentence))
  })
})

describe('a route is refused', () => {
  const refusal = (route: string) =>
    expect.stringMatching(`the route ${route} may not call Works\\w+: no AWS::Lambda::Permission covers it`)

  test('without a permission that covers it, whichever it is, and no other', async () => {
    const removed = await refusalOf(
      (stack, lambda) => void routes(stack, lambda).node.tryRemoveChild('PermissionGET-v1-two'),
    )
    expect(removed.slice(1)).toEqual([refusal('GET /v1/two')])
  })

  test.each<[string, (permission: CfnPermission) => void]>([
    ['of another action', permission => Object.assign(permission, { action: 'lambda:GetFunction' })],
    ['for another service', permission => Object.assign(permission, { principal: 's3.amazonaws.com' })],
    ['for every source', permission => Object.assign(permission, { sourceArn: undefined })],
    // The source of $default has no method: three parts cover it as little as another API's.
    [
      'for a source with a method',
      permission => Object.assign(permission, { sourceArn: permission.sourceArn?.replace('/*/', '/*/*/') }),
    ],
  ])('by a permission %s', async (_what, change) => {
    const problems = await refusalOf((stack, lambda) => change(permissionOf(stack, lambda, '-default')))
    expect(problems.slice(1)).toEqual([refusal('\\$default')])
  })
})

test('every problem of an assembly is named at once', async () => {
  const problems = await refusalOf((stack, lambda) => {
    new CfnResource(stack, 'Vpc', { type: 'AWS::EC2::VPC' })
    only(stack, lambda, { Type: 'Wait' })
  })
  expect(problems).toHaveLength(3)
})

test('zipped code and a folder that is no assembly are refused', async () => {
  const zip = `${folder.path}/code.zip`
  writeFileSync(zip, '')
  const problems = await refusalOf(
    (_stack, lambda) => void lambda('Zipped', nothing, { code: Code.fromAsset(zip) }),
  )
  expect(problems).toEqual(['Service/Zipped/Resource: zipped code is not supported, only a folder'])
  await expect(startEmulator({ assembly: folder.path })).rejects.toThrow('is no cloud assembly')
})

test('what has no effect here is accepted', async () => {
  const world = await startWorld(stack => {
    const key = new Key(stack, 'Key', { alias: 'alias/key' })
    new Topic(stack, 'Alarms', { masterKey: key })
    new Queue(stack, 'Queue', { enforceSSL: true })
    new Bucket(stack, 'Bucket', { enforceSSL: true, encryptionKey: key })
    const metric = new Metric({ namespace: 'x', metricName: 'y' })
    new Alarm(stack, 'Alarm', { metric, threshold: 1, evaluationPeriods: 1 })
  })
  expect(world.emulator.physicalId('Service/Queue')).toContain('/000000000000/')
  await world.stop()
})

test('stacks read each other’s outputs, also inside an account of their own', async () => {
  const app = new App({ outdir: `${folder.path}/stacks`, analyticsReporting: false })
  const env = { account: '123456789012', region: 'af-south-1' }
  const data = new Stack(app, 'Data', { env })
  const table = tableOf(data, 'Table')
  new CfnOutput(data, 'TableName', { value: table.tableName })
  new CfnOutput(data, 'TableArn', { value: table.tableArn })
  const service = new Stack(app, 'Service', { env })
  const tableArn = Fn.getStackOutput('Data', 'TableArn')
  functionFactory(service, folder.path)('Writer', 'export const handler = async () => process.env', {
    environment: { TABLE: Fn.getStackOutput('Data', 'TableName'), ARN: tableArn },
    may: [allow(['dynamodb:PutItem'], tableArn)],
  })
  app.synth()
  const emulator = await startEmulator({ assembly: `${folder.path}/stacks` })
  expect(await emulator.invoke('Service/Writer', {})).toMatchObject({
    TABLE: emulator.physicalId('Data/Table'),
    ARN: `arn:aws:dynamodb:af-south-1:123456789012:table/${emulator.physicalId('Data/Table')}`,
    AWS_REGION: 'af-south-1',
  })
  await emulator.stop()
})
