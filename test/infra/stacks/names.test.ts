import { describe, expect, it } from 'vitest'
import { isStageName, stages } from '../../../infra/stages.ts'
import { everyStage, type Synthesised } from '../synthesised.ts'

/** The property that names a resource of each type; types that are not here have no name in the account. */
const nameProperties: Record<string, string> = {
  'AWS::ApiGatewayV2::Api': 'Name',
  'AWS::CloudWatch::Alarm': 'AlarmName',
  'AWS::CloudWatch::Dashboard': 'DashboardName',
  'AWS::CodeDeploy::Application': 'ApplicationName',
  'AWS::CodeDeploy::DeploymentGroup': 'DeploymentGroupName',
  'AWS::Cognito::UserPool': 'UserPoolName',
  'AWS::Cognito::UserPoolClient': 'ClientName',
  'AWS::Cognito::UserPoolDomain': 'Domain',
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::KMS::Alias': 'AliasName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::Logs::MetricFilter': 'FilterName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::Scheduler::Schedule': 'Name',
  'AWS::SecretsManager::Secret': 'Name',
  'AWS::SNS::Topic': 'TopicName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::StepFunctions::StateMachine': 'StateMachineName',
}

/** CloudFormation names these itself, after the stack, or they belong to a named one. */
const unnamed = [
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Stage',
  'AWS::Cognito::ManagedLoginBranding',
  'AWS::Cognito::UserPoolGroup',
  'AWS::IAM::Role',
  'AWS::KMS::Key',
  'AWS::Lambda::Alias',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Permission',
  'AWS::Lambda::Version',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::Subscription',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::QueuePolicy',
]

const everything = await everyStage()

const namesOf = ({ all, stackNames }: Synthesised) => [
  ...stackNames,
  ...all.flatMap(({ Type, Properties }) => {
    const property = nameProperties[Type]
    return property ? [`${Type} ${JSON.stringify(Properties[property])}`] : []
  }),
]

describe.each(everything)('the names of $settings.name', stage => {
  it('are given to everything that has a name, and begin with its prefix', () => {
    for (const { Type, id, Properties } of stage.all.filter(each => !unnamed.includes(each.Type))) {
      expect(Object.keys(nameProperties), `${id} is of a new type: has it a name?`).toContain(Type)
      expect(JSON.stringify(Properties[nameProperties[Type]!]), id).toContain(`${stage.settings.prefix}-`)
    }
  })

  it('carry the stage, down to the stacks', () => {
    for (const name of namesOf(stage)) expect(name).toContain(stage.settings.name)
  })

  it('fit into what Lambda allows', () => {
    for (const { Properties } of stage.of<{ FunctionName: string }>('AWS::Lambda::Function'))
      expect(Properties.FunctionName.length, Properties.FunctionName).toBeLessThanOrEqual(64)
  })

  it('commit to no account and no region', () => {
    for (const { id, Properties } of stage.all) {
      expect(JSON.stringify(Properties), id).not.toMatch(/\b\d{12}\b/)
      expect(JSON.stringify(Properties), id).not.toMatch(/(af|ap|ca|eu|sa|us)-[a-z]+-\d/)
    }
  })
})

describe('two stages', () => {
  it('share no name, so they live in one account without touching', () => {
    const names = everything.flatMap(namesOf)
    expect(new Set(names).size).toBe(names.length)
  })

  it('are known by their own names, and nothing else is a stage', () => {
    for (const [name, settings] of Object.entries(stages)) expect(settings.name).toBe(name)
    expect(isStageName('prod')).toBe(true)
    for (const name of ['production', 'toString', '', undefined, 7]) expect(isStageName(name)).toBe(false)
  })

  it('retry webhooks for three days, and expire later than they are due', () => {
    for (const { webhooks, verification, name } of Object.values(stages)) {
      const seconds = webhooks.retryScheduleSeconds.reduce((sum, each) => sum + each, 0)
      expect(seconds / 86_400, name).toBeCloseTo(3.15, 1)
      expect(verification.expirySeconds).toBeGreaterThan(verification.dueSeconds)
    }
  })

  it('allow fixed credentials, receivers in the local environment and pages of others in `local` alone', () => {
    const lenient = Object.values(stages).filter(
      ({ seed, webhooks, allowedOrigins }) => seed || webhooks.allowLocalReceivers || allowedOrigins,
    )
    expect(lenient.map(({ name }) => name)).toEqual(['local'])
  })
})
