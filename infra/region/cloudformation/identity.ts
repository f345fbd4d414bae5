/** What `Ref` and `Fn::GetAtt` answer for each type: names and ARNs, the same on every start. */
import { createHash } from 'node:crypto'
import { type JsonObject, text } from '../json.ts'
import type { Stack } from './assembly.ts'
import type { Identity, TemplateResource } from './template.ts'

/** Where the region itself can be reached; known before anything is hosted. */
export interface Addresses {
  readonly gateway: string
  readonly httpApi: string
}

type Identify = (resource: TemplateResource, properties: JsonObject, addresses: Addresses) => Identity

/** The label is ours: the engine's own changes with each creation, and nothing in a template may. */
export const streamLabel = '2026-01-01T00:00:00.000'

/** The identity of a resource from its type and the names in its properties. */
export const identify = (
  resource: TemplateResource,
  properties: JsonObject,
  addresses: Addresses,
): Identity => {
  const byType = identifiers[resource.type]
  if (byType !== undefined) return byType(resource, properties, addresses)
  const name = physicalName(resource, text(properties.Name))
  return {
    ref: name,
    attribute: attribute => (attribute === 'Arn' ? arn(resource.stack, 'local', name) : name),
  }
}

/** As CloudFormation does: the stack's name, the logical id and something unique, but the same every time. */
export const physicalName = (
  { stack, logicalId }: TemplateResource,
  given?: string,
  maximum = 64,
): string => {
  if (given !== undefined && given !== '') return given
  const unique = hash(`${stack.name}/${logicalId}`).slice(0, 8)
  return `${`${stack.name}-${logicalId}`.slice(0, maximum - 9)}-${unique}`
}

export const hash = (value: string): string => createHash('sha256').update(value).digest('hex')

export const arn = (stack: Stack, service: string, rest: string): string =>
  `arn:aws:${service}:${stack.region}:${stack.account}:${rest}`

/** An identity whose attributes are all known; `Ref` is the first argument. */
const known = (ref: string, attributes: Record<string, string>): Identity => ({
  ref,
  attribute: name => attributes[name],
})

const identifyTable: Identify = (resource, { TableName }) => {
  const name = physicalName(resource, text(TableName))
  const tableArn = arn(resource.stack, 'dynamodb', `table/${name}`)
  return known(name, {
    Arn: tableArn,
    StreamArn: `${tableArn}/stream/${streamLabel}`,
    TableId: hash(tableArn),
  })
}

const identifyTopic: Identify = (resource, { TopicName }) => {
  const name = physicalName(resource, text(TopicName))
  const ref = arn(resource.stack, 'sns', name)
  return known(ref, { TopicArn: ref, TopicName: name })
}

const named =
  (property: string, service: string, prefix: string): Identify =>
  (resource, properties) => {
    const name = physicalName(resource, text(properties[property]))
    return known(name, { Arn: arn(resource.stack, service, `${prefix}${name}`) })
  }

const opaqueId =
  (attributeName: string): Identify =>
  resource => {
    const id = hash(`${resource.stack.name}/${resource.logicalId}`).slice(0, 10)
    return known(id, { [attributeName]: id, Id: id })
  }

const identifiers: Record<string, Identify> = {
  'AWS::DynamoDB::Table': identifyTable,
  'AWS::DynamoDB::GlobalTable': identifyTable,
  'AWS::SQS::Queue': (resource, { QueueName, FifoQueue }, { gateway }) => {
    const suffix = FifoQueue === true || FifoQueue === 'true' ? '.fifo' : ''
    const name = text(QueueName) ?? `${physicalName(resource)}${suffix}`
    const url = `${gateway}/${resource.stack.account}/${name}`
    return known(url, { Arn: arn(resource.stack, 'sqs', name), QueueName: name, QueueUrl: url })
  },
  'AWS::S3::Bucket': (resource, { BucketName }, { gateway }) => {
    const name = physicalName(resource, text(BucketName), 63).toLowerCase()
    const domain = `${new URL(gateway).host}/${name}`
    return known(name, { Arn: `arn:aws:s3:::${name}`, DomainName: domain, RegionalDomainName: domain })
  },
  'AWS::Lambda::Function': named('FunctionName', 'lambda', 'function:'),
  'AWS::Lambda::Version': (resource, { FunctionName }) =>
    known(`${qualified(resource, FunctionName)}:1`, {
      Version: '1',
      FunctionArn: qualified(resource, FunctionName),
    }),
  'AWS::Lambda::Alias': (resource, { FunctionName, Name }) => {
    const ref = `${qualified(resource, FunctionName)}:${text(Name)}`
    return known(ref, { AliasArn: ref })
  },
  'AWS::Lambda::EventSourceMapping': opaqueId('Id'),
  'AWS::StepFunctions::StateMachine': (resource, { StateMachineName }) => {
    const name = physicalName(resource, text(StateMachineName), 80)
    const ref = arn(resource.stack, 'states', `stateMachine:${name}`)
    return known(ref, { Arn: ref, Name: name })
  },
  'AWS::ApiGatewayV2::Api': (resource, _properties, { httpApi }) => {
    const id = hash(`${resource.stack.name}/${resource.logicalId}`).slice(0, 10)
    return known(id, { ApiId: id, ApiEndpoint: httpApi })
  },
  'AWS::ApiGatewayV2::Integration': opaqueId('IntegrationId'),
  'AWS::ApiGatewayV2::Route': opaqueId('RouteId'),
  'AWS::ApiGatewayV2::Stage': (_resource, { StageName }) => known(text(StageName) ?? '$default', {}),
  'AWS::Scheduler::Schedule': named('Name', 'scheduler', 'schedule/default/'),
  'AWS::Scheduler::ScheduleGroup': named('Name', 'scheduler', 'schedule-group/'),
  'AWS::Events::Rule': named('Name', 'events', 'rule/'),
  'AWS::SecretsManager::Secret': (resource, { Name }) => {
    const name = physicalName(resource, text(Name))
    const suffix = hash(`${resource.stack.name}/${resource.logicalId}`).slice(0, 6)
    const ref = arn(resource.stack, 'secretsmanager', `secret:${name}-${suffix}`)
    return known(ref, { Id: ref })
  },
  'AWS::KMS::Key': resource => {
    const id = hash(`${resource.stack.name}/${resource.logicalId}`).replace(
      /^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/,
      '$1-$2-$3-$4-$5',
    )
    return known(id, { KeyId: id, Arn: arn(resource.stack, 'kms', `key/${id}`) })
  },
  'AWS::KMS::Alias': (_resource, { AliasName }) => known(text(AliasName) ?? '', {}),
  'AWS::IAM::Role': (resource, { RoleName }) => {
    const name = physicalName(resource, text(RoleName))
    return known(name, { Arn: `arn:aws:iam::${resource.stack.account}:role/${name}`, RoleId: name })
  },
  'AWS::IAM::ManagedPolicy': (resource, { ManagedPolicyName }) => {
    const name = physicalName(resource, text(ManagedPolicyName))
    const ref = `arn:aws:iam::${resource.stack.account}:policy/${name}`
    return known(ref, { PolicyArn: ref })
  },
  'AWS::SNS::Topic': identifyTopic,
  'AWS::Logs::LogGroup': (resource, { LogGroupName }) => {
    const name = physicalName(resource, text(LogGroupName), 512)
    return known(name, { Arn: arn(resource.stack, 'logs', `log-group:${name}:*`) })
  },
  'AWS::CloudWatch::Alarm': named('AlarmName', 'cloudwatch', 'alarm:'),
}

/** Versions and aliases name their function by name or ARN; the region runs one version of each. */
const qualified = ({ stack }: TemplateResource, functionName: JsonObject[string]): string => {
  const name = text(functionName) ?? ''
  return name.startsWith('arn:') ? name : arn(stack, 'lambda', `function:${name}`)
}
