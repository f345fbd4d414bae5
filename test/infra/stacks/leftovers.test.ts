import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { everyStage } from '../synthesised.ts'

/*
 * A stage that keeps no data is gone once its stacks are destroyed. What would stay, or hold up their deletion, either
 * has no place in its templates, or is taken away by `npm run admin -- empty` beforehand, and the operator's guide says so.
 */

/** Nothing of them is left when CloudFormation has deleted them. */
const goes = [
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Stage',
  'AWS::CloudWatch::Dashboard',
  'AWS::Cognito::ManagedLoginBranding',
  'AWS::Cognito::UserPool',
  'AWS::Cognito::UserPoolClient',
  'AWS::Cognito::UserPoolDomain',
  'AWS::Cognito::UserPoolGroup',
  'AWS::IAM::Role',
  'AWS::KMS::Alias',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Function',
  'AWS::Lambda::Permission',
  'AWS::Logs::LogGroup',
  'AWS::S3::BucketPolicy',
  'AWS::SQS::Queue',
  'AWS::SQS::QueuePolicy',
  'AWS::Scheduler::Schedule',
  // At once: CloudFormation grants them no time to be recovered in.
  'AWS::SecretsManager::Secret',
]

/** Not deleted while they hold something, which `empty` takes away: as the last part of their names. */
const emptied: Readonly<Record<string, readonly [property: string, name: RegExp]>> = {
  'AWS::S3::Bucket': ['BucketName', /-(media|trail-log|ledger)-/],
  'AWS::StepFunctions::StateMachine': ['StateMachineName', /-completion"$/],
}

/** What AWS keeps of them for some days, unpaid and in nobody's way, in the words of the operator's guide. */
const fades: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::Table': 'a last backup of the table, 35 days',
  'AWS::KMS::Key': 'the key, 30 days',
}

const guide = readFileSync(new URL('../../../functions/pages/docs/deploying.md', import.meta.url), 'utf8')

describe.each((await everyStage()).filter(({ settings }) => !settings.keepsData && !settings.seed))(
  'when $settings.name is destroyed',
  stage => {
    it('CloudFormation deletes all there is', () => {
      for (const { id, DeletionPolicy = 'Delete', UpdateReplacePolicy = 'Delete' } of stage.all)
        expect([DeletionPolicy, UpdateReplacePolicy], id).toEqual(['Delete', 'Delete'])
    })

    it('nothing refuses', () => {
      const { all } = stage
      const refusing = all.filter(({ Properties: { DeletionProtectionEnabled, DeletionProtection } }) =>
        [true, 'ACTIVE'].includes((DeletionProtectionEnabled ?? DeletionProtection) as never),
      )
      expect(refusing).toEqual([])
    })

    it('it is known of every type of resource what it leaves', () => {
      const known = [...goes, ...Object.keys(emptied), ...Object.keys(fades)]
      const types = [...new Set(stage.all.map(({ Type }) => Type))]
      expect(types.filter(type => !known.includes(type))).toEqual([])
      expect(known.filter(type => !types.includes(type))).toEqual([])
    })

    it('what holds something was emptied, and what fades is told', () => {
      for (const [type, [property, name]] of Object.entries(emptied))
        for (const { id, Properties } of stage.of<Record<string, unknown>>(type))
          expect(JSON.stringify(Properties[property]), id).toMatch(name)
      expect(guide).toContain('npm run admin -- empty --stage dev --yes')
      for (const words of Object.values(fades)) expect(guide).toContain(words)
    })
  },
)
