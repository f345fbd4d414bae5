/** Which resource types the region hosts or accepts without effect, and why. Every other one is refused. */

import {
  httpApiProblems,
  httpApiProperties,
  permissionProperties,
  routeProperties,
  stageProperties,
} from '../api-gateway/http-api.ts'
import { integrationProperties } from '../api-gateway/integration.ts'
import {
  userPoolClientProblems,
  userPoolClientProperties,
  userPoolGroupProperties,
  userPoolProperties,
} from '../cognito/user-pool.ts'
import { roleProblems, roleProperties } from '../iam/policy.ts'
import { eventSourceMappingProblems, eventSourceMappingProperties } from '../lambda/event-source-mapping.ts'
import { functionProblems, functionProperties } from '../lambda/function.ts'
import { queueProperties } from '../sqs/fauxqs.ts'
import type { HostedResource } from './identity.ts'
import { tableProperties } from '../dynamodb/table.ts'
import { bucketProblems, bucketProperties } from '../s3/bucket.ts'
import { scheduleProblems, scheduleProperties } from '../scheduler/schedule.ts'
import { secretProblems, secretProperties } from '../secrets/secret.ts'
import { stateMachineProblems, stateMachineProperties } from '../step-functions/state-machine.ts'

interface Kind {
  readonly honoured: readonly string[]
  readonly withoutEffect: readonly string[]
  problems?(resource: HostedResource): string[]
}

const hosted: Record<string, Kind> = {
  'AWS::ApiGatewayV2::Api': { ...httpApiProperties, problems: httpApiProblems },
  'AWS::ApiGatewayV2::Integration': { ...integrationProperties, problems: httpApiProblems },
  'AWS::ApiGatewayV2::Route': { ...routeProperties, problems: httpApiProblems },
  'AWS::ApiGatewayV2::Stage': { ...stageProperties, problems: httpApiProblems },
  'AWS::Cognito::UserPool': userPoolProperties,
  'AWS::Cognito::UserPoolClient': { ...userPoolClientProperties, problems: userPoolClientProblems },
  'AWS::Cognito::UserPoolGroup': userPoolGroupProperties,
  'AWS::DynamoDB::Table': tableProperties,
  'AWS::IAM::Role': { ...roleProperties, problems: roleProblems },
  'AWS::Lambda::EventSourceMapping': {
    ...eventSourceMappingProperties,
    problems: eventSourceMappingProblems,
  },
  'AWS::Lambda::Function': { ...functionProperties, problems: functionProblems },
  'AWS::Lambda::Permission': permissionProperties,
  'AWS::S3::Bucket': { ...bucketProperties, problems: bucketProblems },
  'AWS::SQS::Queue': queueProperties,
  'AWS::Scheduler::Schedule': { ...scheduleProperties, problems: scheduleProblems },
  'AWS::SecretsManager::Secret': { ...secretProperties, problems: secretProblems },
  'AWS::StepFunctions::StateMachine': { ...stateMachineProperties, problems: stateMachineProblems },
}

const accepted: Record<string, string> = {
  'AWS::CloudWatch::Alarm': 'there are no metrics to watch',
  'AWS::CloudWatch::Dashboard': 'there are no metrics to show',
  'AWS::Cognito::ManagedLoginBranding': 'the laptop has a page of its own',
  'AWS::Cognito::UserPoolDomain': 'the laptop has an address of its own',
  'AWS::KMS::Alias': 'names a key',
  'AWS::KMS::Key': 'encryption at rest is the engines’ and the disk’s',
  'AWS::Logs::LogGroup': 'logs go to the terminal',
  'AWS::Logs::MetricFilter': 'there are no metrics to watch',
  'AWS::S3::BucketPolicy': 'only the assembly’s own roles call, and theirs are enforced',
  'AWS::SNS::Subscription': 'no alarm fires',
  'AWS::SNS::Topic': 'no alarm fires',
  'AWS::SNS::TopicPolicy': 'no alarm fires',
  'AWS::SQS::QueuePolicy': 'only the assembly’s own roles call, and theirs are enforced',
}

export const resourceProblems = (resource: HostedResource): string[] => {
  const { type, properties } = resource
  const kind = hosted[type]
  if (kind === undefined) return accepted[type] === undefined ? ['this type is not supported'] : []
  const unsupported = Object.keys(properties)
    .filter(name => !kind.honoured.includes(name) && !kind.withoutEffect.includes(name))
    .map(name => `the property ${name} is not supported`)
  return [...unsupported, ...(kind.problems?.(resource) ?? [])]
}
