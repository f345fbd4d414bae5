/** What AWS holds of a person for a stage, by the service of its resources' types. */
export interface Service {
  readonly name: string
  /** What passes through or lies there. */
  readonly holds: string
}

const nobody = 'nothing of a person'

export const services: Readonly<Record<string, Service>> = {
  'AWS::ApiGatewayV2': {
    name: 'API Gateway',
    holds: 'requests and answers while they pass; its log has routes alone',
  },
  'AWS::CloudWatch': { name: 'CloudWatch', holds: 'counts, by words of ours' },
  'AWS::CodeDeploy': { name: 'CodeDeploy', holds: nobody },
  'AWS::Cognito': { name: 'Cognito', holds: 'who works for the operator: mail address, how they sign in' },
  'AWS::DynamoDB': { name: 'DynamoDB', holds: 'records, events, trails: the table below' },
  'AWS::IAM': { name: 'IAM', holds: nobody },
  'AWS::KMS': { name: 'KMS', holds: 'the key, and no data' },
  'AWS::Lambda': { name: 'Lambda', holds: 'what a request or an event is about, while it is worked on' },
  'AWS::Logs': { name: 'CloudWatch Logs', holds: 'ids, and digests of addresses that last a day' },
  'AWS::S3': { name: 'S3', holds: 'photos and documents; the log of the trails, by ids and digests' },
  'AWS::SES': { name: 'SES', holds: 'letters to applicants and employers, while they leave' },
  'AWS::SNS': { name: 'SNS', holds: 'texts of alarms' },
  'AWS::SQS': { name: 'SQS', holds: 'ids' },
  'AWS::Scheduler': { name: 'EventBridge Scheduler', holds: nobody },
  'AWS::SecretsManager': { name: 'Secrets Manager', holds: 'keys and registries’ credentials' },
  'AWS::StepFunctions': { name: 'Step Functions', holds: 'ids' },
}

/** What no resource of a stage stands for, and yet sees something. */
export const furtherServices: readonly Service[] = [
  { name: 'End User Messaging', holds: 'text messages, while they leave; where the stage sends them' },
]
