import { App, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { Alarm, Dashboard, Metric } from 'aws-cdk-lib/aws-cloudwatch'
import { AttributeType, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { CfnVPC } from 'aws-cdk-lib/aws-ec2'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { CfnEventSourceMapping, type CfnFunction } from 'aws-cdk-lib/aws-lambda'
import { CfnHostedZone } from 'aws-cdk-lib/aws-route53'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { CfnQueue, Queue } from 'aws-cdk-lib/aws-sqs'
import { CustomState, DefinitionBody, StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import { afterAll, describe, expect, test } from 'vitest'
import { startRegion } from '../../../infra/region/region.ts'
import { type Define, functionFactory, startWorld, synthesise, temporaryFolder } from './world.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())

const nothing = 'export const handler = async () => 1'

const refusalOf = async (name: string, define: Define): Promise<string[]> => {
  const assembly = synthesise(`${folder.path}/${name}`, define)
  const error = await startRegion({ assembly }).then(
    async region => {
      await region.stop()
      return new Error('it was hosted')
    },
    (reason: Error) => reason,
  )
  return error.message.split('\n')
}

describe('an assembly that the region cannot host', () => {
  test('is refused with every problem at once, by stack, logical id and type', async () => {
    const problems = await refusalOf('unsupported', (stack, lambda) => {
      new CfnVPC(stack, 'Vpc', { cidrBlock: '10.0.0.0/16' })
      new CfnHostedZone(stack, 'Zone', { name: 'example.org' })
      new CfnQueue(stack, 'Strange').addPropertyOverride('Turbo', true)
      const layered = lambda('Layered', nothing)
      ;(layered.node.defaultChild as CfnFunction).layers = ['arn:aws:lambda:us-east-1:1:layer:x:1']
      new StateMachine(stack, 'Machine', {
        definitionBody: DefinitionBody.fromChainable(
          new CustomState(stack, 'Send', {
            stateJson: { Type: 'Task', Resource: 'arn:aws:states:::sqs:sendMessage', End: true },
          }),
        ),
      })
    })
    expect(problems).toEqual(
      expect.arrayContaining([
        'The local region cannot host this assembly:',
        '- Service/Vpc (AWS::EC2::VPC): this type is not supported',
        '- Service/Zone (AWS::Route53::HostedZone): DNS cannot be changed from a laptop; leave the domain out of this stage',
        '- Service/Strange (AWS::SQS::Queue): the property Turbo is not supported',
        expect.stringMatching(
          /^- Service\/Layered\w+ \(AWS::Lambda::Function\): the property Layers is not supported$/,
        ),
        expect.stringMatching(
          /^- Service\/Machine\w+ \(AWS::StepFunctions::StateMachine\): state Send: the resource arn:aws:states:::sqs:sendMessage is not supported$/,
        ),
      ]),
    )
    expect(problems).toHaveLength(6)
  })

  test('is refused for a permission or a timeout that AWS would refuse', async () => {
    const problems = await refusalOf('permissions', (stack, lambda) => {
      const queue = new Queue(stack, 'Queue')
      const slow = lambda('Slow', nothing, { timeout: Duration.seconds(60) })
      new CfnEventSourceMapping(stack, 'Mapping', {
        functionName: slow.functionName,
        eventSourceArn: queue.queueArn,
      })
      slow.addToRolePolicy(
        new PolicyStatement({
          actions: ['s3:GetObject'],
          resources: ['*'],
          conditions: { DateGreaterThan: { 'aws:CurrentTime': '2026-01-01T00:00:00Z' } },
        }),
      )
    })
    expect(problems).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /Mapping \(AWS::Lambda::EventSourceMapping\): the role of Slow\w+ may not sqs:ReceiveMessage on arn:aws:sqs/,
        ),
        expect.stringMatching(
          /the visibility timeout of Queue\w+, 30 s, is shorter than the function's timeout, 60 s/,
        ),
        expect.stringMatching(
          /SlowServiceRoleDefaultPolicy\w+ \(AWS::IAM::Policy\): the condition operator DateGreaterThan is not supported/,
        ),
      ]),
    )
  })

  test('is refused if the folder is none', async () => {
    await expect(startRegion({ assembly: folder.path })).rejects.toThrow('is no cloud assembly')
  })
})

test('what has no effect on a laptop is accepted', async () => {
  const world = await startWorld(stack => {
    const key = new Key(stack, 'Key', { alias: 'alias/key' })
    new Topic(stack, 'Alarms', { masterKey: key })
    new Queue(stack, 'Queue', { enforceSSL: true, encryptionMasterKey: key })
    new Bucket(stack, 'Bucket', {
      autoDeleteObjects: true,
      removalPolicy: RemovalPolicy.DESTROY,
      enforceSSL: true,
      encryptionKey: key,
    })
    const metric = new Metric({ namespace: 'x', metricName: 'y' })
    new Alarm(stack, 'Alarm', { metric, threshold: 1, evaluationPeriods: 1 })
    new Dashboard(stack, 'Dashboard')
  })
  expect(world.region.physicalId('Service/Queue')).toContain('/000000000000/')
  await world.stop()
})

test('stacks refer to each other, also inside a stage with an account of its own', async () => {
  const app = new App({ outdir: `${folder.path}/stacks`, analyticsReporting: false })
  const env = { account: '123456789012', region: 'af-south-1' }
  const data = new Stack(app, 'Data', { env })
  const table = new TableV2(data, 'Table', { partitionKey: { name: 'pk', type: AttributeType.STRING } })
  const service = new Stack(app, 'Service', { env })
  const writer = functionFactory(service, folder.path)(
    'Writer',
    'export const handler = async () => process.env',
    { environment: { TABLE: table.tableName, ARN: table.tableArn } },
  )
  table.grantWriteData(writer)
  app.synth()
  const region = await startRegion({ assembly: `${folder.path}/stacks` })
  expect(await region.invoke('Service/Writer', {})).toMatchObject({
    TABLE: region.physicalId('Data/Table'),
    ARN: `arn:aws:dynamodb:af-south-1:123456789012:table/${region.physicalId('Data/Table')}`,
    AWS_REGION: 'af-south-1',
  })
  await region.stop()
})
