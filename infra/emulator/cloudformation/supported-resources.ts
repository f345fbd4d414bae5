/** Which resource types the emulator hosts or accepts without effect, and why. Every other one is refused. */
import { httpApiProblems } from '../api-gateway/http-api.ts'
import { userPoolClientProblems } from '../cognito/user-pool.ts'
import { roleProblems } from '../iam/policy.ts'
import { eventSourceMappingProblems } from '../lambda/event-source-mapping.ts'
import { functionProblems } from '../lambda/function.ts'
import { bucketProblems } from '../s3/bucket.ts'
import { scheduleProblems } from '../scheduler/schedule.ts'
import { secretProblems } from '../secrets/secret.ts'
import { stateMachineProblems } from '../step-functions/state-machine.ts'
import type { HostedResource } from './identity.ts'

/** By type, the properties that the emulator acts on, and in parentheses those that change nothing here. */
const hosted = `
  AWS::ApiGatewayV2::Api: Name ProtocolType CorsConfiguration (Tags)
  AWS::ApiGatewayV2::Integration: ApiId IntegrationType IntegrationUri PayloadFormatVersion
  AWS::ApiGatewayV2::Route: ApiId RouteKey Target
  AWS::ApiGatewayV2::Stage: ApiId StageName AutoDeploy (AccessLogSettings DefaultRouteSettings Tags)
  AWS::Cognito::UserPool: (AccountRecoverySetting AdminCreateUserConfig AutoVerifiedAttributes DeletionProtection
    EnabledMfas MfaConfiguration Policies UserPoolName UserPoolTags UserPoolTier UsernameConfiguration
    WebAuthnFactorConfiguration WebAuthnUserVerification)
  AWS::Cognito::UserPoolClient: AllowedOAuthFlows AllowedOAuthFlowsUserPoolClient AllowedOAuthScopes CallbackURLs
    GenerateSecret LogoutURLs UserPoolId
    (AccessTokenValidity ClientName EnableTokenRevocation ExplicitAuthFlows IdTokenValidity
    PreventUserExistenceErrors RefreshTokenValidity SupportedIdentityProviders TokenValidityUnits)
  AWS::Cognito::UserPoolGroup: GroupName UserPoolId
  AWS::DynamoDB::Table: TableName AttributeDefinitions KeySchema GlobalSecondaryIndexes StreamSpecification
    TimeToLiveSpecification
    (BillingMode DeletionProtectionEnabled PointInTimeRecoverySpecification SSESpecification Tags)
  AWS::IAM::Role: Policies (AssumeRolePolicyDocument Tags)
  AWS::Lambda::EventSourceMapping: EventSourceArn FunctionName BatchSize FunctionResponseTypes FilterCriteria
    ScalingConfig StartingPosition MaximumRetryAttempts MaximumRecordAgeInSeconds BisectBatchOnFunctionError
    DestinationConfig (Tags MaximumBatchingWindowInSeconds ParallelizationFactor)
  AWS::Lambda::Function: FunctionName Code LoggingConfig Handler Runtime Environment Timeout MemorySize
    ReservedConcurrentExecutions Role (Architectures RecursiveLoop Tags TracingConfig)
  AWS::Lambda::Permission: Action FunctionName Principal SourceArn
  AWS::S3::Bucket: BucketName CorsConfiguration ObjectLockConfiguration ObjectLockEnabled VersioningConfiguration
    (BucketEncryption LifecycleConfiguration OwnershipControls PublicAccessBlockConfiguration Tags)
  AWS::SQS::Queue: QueueName FifoQueue RedrivePolicy VisibilityTimeout
    (DeduplicationScope FifoThroughputLimit MessageRetentionPeriod SqsManagedSseEnabled Tags)
  AWS::Scheduler::Schedule: Name ScheduleExpression Target (FlexibleTimeWindow)
  AWS::SecretsManager::Secret: Name GenerateSecretString (KmsKeyId Tags)
  AWS::StepFunctions::StateMachine: StateMachineName StateMachineType DefinitionString RoleArn
    (LoggingConfiguration TracingConfiguration Tags)
`

const supportedProperties = new Map(
  hosted
    .trim()
    .split(/\n {2}(?=AWS)/)
    .map(entry => entry.split(': '))
    .map(([type = '', names = '']) => [type, names.match(/\w+/g) as string[]]),
)

const problemFinders: Record<string, (resource: HostedResource) => string[]> = {
  'AWS::ApiGatewayV2::Api': httpApiProblems,
  'AWS::ApiGatewayV2::Integration': httpApiProblems,
  'AWS::ApiGatewayV2::Route': httpApiProblems,
  'AWS::ApiGatewayV2::Stage': httpApiProblems,
  'AWS::Cognito::UserPoolClient': userPoolClientProblems,
  'AWS::IAM::Role': roleProblems,
  'AWS::Lambda::EventSourceMapping': eventSourceMappingProblems,
  'AWS::Lambda::Function': functionProblems,
  'AWS::S3::Bucket': bucketProblems,
  'AWS::Scheduler::Schedule': scheduleProblems,
  'AWS::SecretsManager::Secret': secretProblems,
  'AWS::StepFunctions::StateMachine': stateMachineProblems,
}

const accepted: Record<string, string> = {
  'AWS::CloudWatch::Alarm': 'there are no metrics to watch',
  'AWS::CloudWatch::Dashboard': 'there are no metrics to show',
  'AWS::Cognito::ManagedLoginBranding': 'the emulator has a page of its own',
  'AWS::Cognito::UserPoolDomain': 'the emulator has an address of its own',
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
  const supported = supportedProperties.get(type)
  if (supported === undefined) return accepted[type] === undefined ? ['this type is not supported'] : []
  const unsupported = Object.keys(properties)
    .filter(name => !supported.includes(name))
    .map(name => `the property ${name} is not supported`)
  return [...unsupported, ...(problemFinders[type]?.(resource) ?? [])]
}
