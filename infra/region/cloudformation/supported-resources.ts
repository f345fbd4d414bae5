/** Which resource types the region hosts, accepts without effect, or refuses, and why. */

import { httpApiProperties, routeProperties, stageProperties } from '../api-gateway/http-api.ts'
import { integrationProperties } from '../api-gateway/http-api-integration.ts'
import { httpApiProblems } from '../api-gateway/http-api-problems.ts'
import { tableProblems, tableProperties } from '../dynamodb/table.ts'
import { managedPolicyProperties, policyProperties, roleProperties } from '../iam/role.ts'
import { eventSourceMappingProblems, eventSourceMappingProperties } from '../lambda/event-source-mapping.ts'
import { functionProblems, functionProperties } from '../lambda/function.ts'
import { bucketProperties } from '../s3/bucket.ts'
import { ruleProperties, scheduleProblems, scheduleProperties } from '../scheduler/schedule.ts'
import { secretProperties } from '../secrets/secret.ts'
import { queueProperties } from '../sqs/queue.ts'
import { stateMachineProblems, stateMachineProperties } from '../step-functions/state-machine.ts'
import type { HostedResource } from './hosted-resource.ts'

interface Kind {
  /** Properties that the region acts on. */
  readonly honoured: string[]
  /** Properties that change nothing on a laptop. */
  readonly withoutEffect: string[]
  problems?(resource: HostedResource): string[]
}

const hosted: Record<string, Kind> = {
  'AWS::ApiGatewayV2::Api': { ...httpApiProperties, problems: httpApiProblems },
  'AWS::ApiGatewayV2::Integration': { ...integrationProperties, problems: httpApiProblems },
  'AWS::ApiGatewayV2::Route': { ...routeProperties, problems: httpApiProblems },
  'AWS::ApiGatewayV2::Stage': { ...stageProperties, problems: httpApiProblems },
  'AWS::DynamoDB::GlobalTable': { ...tableProperties, problems: tableProblems },
  'AWS::DynamoDB::Table': { ...tableProperties, problems: tableProblems },
  'AWS::Events::Rule': { ...ruleProperties, problems: scheduleProblems },
  'AWS::IAM::ManagedPolicy': managedPolicyProperties,
  'AWS::IAM::Policy': policyProperties,
  'AWS::IAM::Role': roleProperties,
  'AWS::Lambda::EventSourceMapping': {
    ...eventSourceMappingProperties,
    problems: eventSourceMappingProblems,
  },
  'AWS::Lambda::Function': { ...functionProperties, problems: functionProblems },
  'AWS::S3::Bucket': bucketProperties,
  'AWS::SQS::Queue': queueProperties,
  'AWS::Scheduler::Schedule': { ...scheduleProperties, problems: scheduleProblems },
  'AWS::SecretsManager::Secret': secretProperties,
  'AWS::StepFunctions::StateMachine': { ...stateMachineProperties, problems: stateMachineProblems },
}

const accepted: Record<string, string> = {
  'AWS::CDK::Metadata': 'tells AWS which constructs are used',
  'AWS::CloudWatch::Alarm': 'there are no metrics to watch',
  'AWS::CloudWatch::CompositeAlarm': 'there are no metrics to watch',
  'AWS::CloudWatch::Dashboard': 'there are no metrics to show',
  'AWS::KMS::Alias': 'names a key',
  'AWS::KMS::Key': 'encryption at rest is the engines’ and the disk’s',
  'AWS::Lambda::Alias': 'the region runs one version of each function',
  'AWS::Lambda::EventInvokeConfig': 'only schedules invoke asynchronously, with Lambda’s default retries',
  'AWS::Lambda::Permission': 'the mappings and routes of the template are the only callers',
  'AWS::Lambda::Version': 'the region runs one version of each function',
  'AWS::Logs::LogGroup': 'logs go to the terminal',
  'AWS::Logs::MetricFilter': 'there are no metrics',
  'AWS::Logs::QueryDefinition': 'logs go to the terminal',
  'AWS::Logs::ResourcePolicy': 'logs go to the terminal',
  'AWS::Logs::SubscriptionFilter': 'logs go to the terminal',
  'AWS::S3::BucketPolicy': 'only the assembly’s own roles call, and theirs are enforced',
  'AWS::SNS::Subscription': 'no alarm fires',
  'AWS::SNS::Topic': 'no alarm fires',
  'AWS::SNS::TopicPolicy': 'no alarm fires',
  'AWS::SQS::QueuePolicy': 'only the assembly’s own roles call, and theirs are enforced',
  'AWS::Scheduler::ScheduleGroup': 'names a group',
  'AWS::SecretsManager::ResourcePolicy': 'only the assembly’s own roles call, and theirs are enforced',
  'Custom::LogRetention': 'logs go to the terminal',
  'Custom::S3AutoDeleteObjects': 'the stack is never deleted',
}

const refused: Record<string, string> = {
  'AWS::CertificateManager::Certificate':
    'a certificate cannot be issued on a laptop; leave the domain out of this stage',
  'AWS::Route53::HostedZone': 'DNS cannot be changed from a laptop; leave the domain out of this stage',
  'AWS::Route53::RecordSet': 'DNS cannot be changed from a laptop; leave the domain out of this stage',
}

/** A function or role that CDK makes only to serve its own custom resources. */
export const isCustomResourceProvider = (path: string): boolean =>
  /\/(Custom::[^/]+CustomResourceProvider|LogRetention[0-9a-f]{32})(\/|$)/.test(path)

/** Everything about one resource that the region cannot do as AWS would. */
export function resourceProblems(resource: HostedResource): string[] {
  const { type, properties } = resource
  const kind = hosted[type]
  if (kind === undefined)
    return accepted[type] === undefined ? [refused[type] ?? 'this type is not supported'] : []
  const unsupported = Object.keys(properties)
    .filter(name => !kind.honoured.includes(name) && !kind.withoutEffect.includes(name))
    .map(name => `the property ${name} is not supported`)
  return [...unsupported, ...(kind.problems?.(resource) ?? [])]
}
