/** Values of `Ref` and `Fn::GetAtt` by type: names and ARNs, the same on every start. */
import { createHash } from 'node:crypto'
import { type JsonObject, text } from '../json.ts'
import type { Stack } from './assembly.ts'

export interface TemplateResource {
  readonly stack: Stack
  readonly logicalId: string
  readonly type: string
  readonly path: string
  readonly properties: JsonObject
}

export interface Identity {
  readonly ref: string
  attribute(name: string): string | undefined
}

export interface Addresses {
  readonly gateway: string
  readonly httpApi: string
  readonly issuer: string
}

export const identify = (
  resource: TemplateResource,
  properties: JsonObject,
  addresses: Addresses,
): Identity => {
  const byType = identifiers[resource.type]
  if (byType !== undefined) return byType(resource, properties, addresses)
  return known(physicalName(resource, properties.Name))
}

type IdentifyResource = (resource: TemplateResource, properties: JsonObject, addresses: Addresses) => Identity

const known = (ref: string, attributes: Record<string, string> = {}): Identity => ({
  ref,
  attribute: name => attributes[name],
})

/** As in CloudFormation: stack, logical id and a unique part, but the same every time. */
const physicalName = (resource: TemplateResource, given: JsonObject[string], maximum = 64): string => {
  const { stack, logicalId } = resource
  return text(given) || `${`${stack.name}-${logicalId}`.slice(0, maximum - 9)}-${uniquePart(resource, 8)}`
}

const uniquePart = ({ stack, logicalId }: TemplateResource, length: number): string =>
  createHash('sha256').update(`${stack.name}/${logicalId}`).digest('hex').slice(0, length)

const arn = (stack: Stack, service: string, rest: string): string =>
  `arn:aws:${service}:${stack.region}:${stack.account}:${rest}`

const named =
  (property: string, service: string, prefix: string): IdentifyResource =>
  (resource, properties) => {
    const name = physicalName(resource, properties[property])
    return known(name, { Arn: arn(resource.stack, service, `${prefix}${name}`) })
  }

const opaque: IdentifyResource = resource => known(uniquePart(resource, 10))

/** The engine's label changes with each creation, and nothing in a template may change. */
const streamLabel = '2026-01-01T00:00:00.000'

const identifiers: Record<string, IdentifyResource> = {
  'AWS::ApiGatewayV2::Api': opaque,
  'AWS::ApiGatewayV2::Integration': opaque,
  'AWS::Cognito::UserPool': resource => known(`${resource.stack.region}_${uniquePart(resource, 9)}`),
  'AWS::Cognito::UserPoolClient': resource => known(uniquePart(resource, 26)),
  'AWS::DynamoDB::Table': (resource, { TableName }) => {
    const name = physicalName(resource, TableName)
    const tableArn = arn(resource.stack, 'dynamodb', `table/${name}`)
    return known(name, { Arn: tableArn, StreamArn: `${tableArn}/stream/${streamLabel}` })
  },
  'AWS::IAM::Role': resource => {
    const name = physicalName(resource, undefined)
    return known(name, { Arn: `arn:aws:iam::${resource.stack.account}:role/${name}` })
  },
  'AWS::KMS::Key': resource => {
    const id = uniquePart(resource, 32)
    return known(id, { Arn: arn(resource.stack, 'kms', `key/${id}`) })
  },
  'AWS::Lambda::Function': named('FunctionName', 'lambda', 'function:'),
  'AWS::Logs::LogGroup': (resource, { LogGroupName }) => {
    const name = physicalName(resource, LogGroupName, 512)
    return known(name, { Arn: arn(resource.stack, 'logs', `log-group:${name}:*`) })
  },
  'AWS::S3::Bucket': (resource, { BucketName }) => {
    const name = physicalName(resource, BucketName, 63).toLowerCase()
    return known(name, { Arn: `arn:aws:s3:::${name}` })
  },
  'AWS::SNS::Topic': (resource, { TopicName }) =>
    known(arn(resource.stack, 'sns', physicalName(resource, TopicName))),
  'AWS::SQS::Queue': (resource, { QueueName }, { gateway }) => {
    const name = physicalName(resource, QueueName)
    const url = `${gateway}/${resource.stack.account}/${name}`
    return known(url, { Arn: arn(resource.stack, 'sqs', name), QueueName: name })
  },
  'AWS::Scheduler::Schedule': named('Name', 'scheduler', 'schedule/default/'),
  'AWS::SecretsManager::Secret': (resource, { Name }) => {
    const name = physicalName(resource, Name)
    return known(arn(resource.stack, 'secretsmanager', `secret:${name}-${uniquePart(resource, 6)}`))
  },
  'AWS::StepFunctions::StateMachine': (resource, { StateMachineName }) =>
    known(arn(resource.stack, 'states', `stateMachine:${physicalName(resource, StateMachineName, 80)}`)),
}

export interface HostedResource extends TemplateResource {
  readonly ref: string
  /** Value of `Fn::GetAtt`. Throws for an attribute that the type does not have. */
  attribute(name: string): string
}

/** Names that CDK gives to the one resource in a construct. */
const unspeaking = new Set(['Resource', 'Default', 'Function', 'Handler', 'Lambda'])

/** The construct's name: `Dispatcher` for `Service/Dispatcher/Resource`. */
export const shortName = ({ path, logicalId }: HostedResource): string => {
  const parts = path.split('/').filter(part => !unspeaking.has(part))
  return parts.at(-1) ?? logicalId
}
