import { describe, expect, it } from 'vitest'
import { type Entry, entries } from '../../../infra/constructs/entries.ts'
import type { StageSettings } from '../../../infra/stage-settings.ts'
import { stages } from '../../../infra/stages.ts'
import { everyStage, type Resource, type Synthesised, synthesised, targetOf } from '../synthesised.ts'

interface GroupProperties {
  ApplicationName: unknown
  DeploymentGroupName: string
  ServiceRoleArn: unknown
  DeploymentConfigName: string
  DeploymentStyle: object
  AlarmConfiguration: { Enabled: boolean; IgnorePollAlarmFailure?: boolean; Alarms: { Name: string }[] }
  AutoRollbackConfiguration: { Enabled: boolean; Events: string[] }
}

interface AliasProperties {
  FunctionName: unknown
  FunctionVersion: unknown
  Name: string
}

interface RoleProperties {
  AssumeRolePolicyDocument: { Statement: { Principal: { Service: string } }[] }
  Policies: { PolicyDocument: { Statement: { Action: string | string[]; Resource: unknown }[] } }[]
}

interface WithUpdatePolicy {
  readonly UpdatePolicy?: {
    CodeDeployLambdaAliasUpdate: { ApplicationName: unknown; DeploymentGroupName: unknown }
  }
  readonly DependsOn?: readonly string[]
}

const all = await everyStage()
const named = (name: string): Synthesised => all.find(({ settings }) => settings.name === name)!
const rolling = [
  'AWS::CodeDeploy::Application',
  'AWS::CodeDeploy::DeploymentGroup',
  'AWS::Lambda::Alias',
  'AWS::Lambda::Version',
]
const apiEntries = entries.filter(entry => /^(api|pages)\//.test(entry))

describe.each(['local', 'dev'])('new code in %s', name => {
  it('reaches callers with the deploy, and needs nothing for it', () => {
    for (const type of rolling) expect(named(name).mayHave(type)).toEqual([])
  })
})

describe.each([
  ['staging', 'CodeDeployDefault.LambdaCanary10Percent5Minutes'],
  ['prod', 'CodeDeployDefault.LambdaCanary10Percent10Minutes'],
])('new code in %s', (name, config) => {
  const stage = named(name)
  const { prefix } = stage.settings
  const aliases = stage.of<AliasProperties>('AWS::Lambda::Alias') as (Resource<AliasProperties> &
    WithUpdatePolicy)[]
  const groups = stage.of<GroupProperties>('AWS::CodeDeploy::DeploymentGroup')
  const find = (id: string | undefined) => stage.all.find(each => each.id === id)!
  /** What stands in the same construct. */
  const groupOf = (alias: Resource<AliasProperties>) => {
    const functionId = targetOf(alias.Properties.FunctionName)
    const { FunctionName } = find(functionId).Properties
    return groups.find(({ Properties }) => Properties.DeploymentGroupName === FunctionName)!
  }

  it('is reached by an alias of every API function, and of no other', () => {
    const behind = aliases.map(
      ({ Properties }) => find(targetOf(Properties.FunctionName)).Properties.FunctionName,
    )
    expect(behind.toSorted()).toEqual(
      apiEntries.map(entry => `${prefix}-${entry.replaceAll('/', '-')}`).toSorted(),
    )
    expect(new Set(aliases.map(({ Properties }) => Properties.Name))).toEqual(new Set(['live']))
    const ids = aliases.map(({ id }) => id)
    for (const { id, Properties } of stage.of<{ FunctionName: unknown }>('AWS::Lambda::Permission'))
      expect(ids, id).toContain(targetOf(Properties.FunctionName))
  })

  it('meets a tenth of the calls first, and all go back if the alarm that watches the function or the API’s rings', () => {
    const alarms = stage.of<{ AlarmName: string }>('AWS::CloudWatch::Alarm')
    for (const alias of aliases) {
      const { Properties } = groupOf(alias)
      expect(Properties.DeploymentConfigName).toBe(config)
      expect(Properties.DeploymentStyle).toEqual({
        DeploymentType: 'BLUE_GREEN',
        DeploymentOption: 'WITH_TRAFFIC_CONTROL',
      })
      expect(Properties.AutoRollbackConfiguration).toEqual({
        Enabled: true,
        Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
      })
      const own = alarms.find(each => JSON.stringify(each).includes(`"${Properties.DeploymentGroupName}"`))!
      const watching = [own.Properties.AlarmName, `${prefix}-api-server-errors`]
      expect(Properties.AlarmConfiguration).toEqual({
        Enabled: true,
        Alarms: watching.map(Name => ({ Name })),
      })
      expect(own.stack).toBe(alias.stack)
    }
  })

  it('has one application a stack, and every alias is moved by its own function’s group', () => {
    const applications = stage.of<{ ApplicationName: string; ComputePlatform: string }>(
      'AWS::CodeDeploy::Application',
    )
    for (const { stack, Properties } of applications)
      expect(Properties).toMatchObject({ ApplicationName: stack, ComputePlatform: 'Lambda' })
    const serving = new Set(aliases.map(({ stack }) => stack))
    expect(applications.map(({ stack }) => stack).toSorted()).toEqual([...serving].toSorted())
    for (const alias of aliases) {
      const group = groupOf(alias)
      expect(group.stack).toBe(alias.stack)
      expect(alias.UpdatePolicy).toEqual({
        CodeDeployLambdaAliasUpdate: {
          ApplicationName: group.Properties.ApplicationName,
          DeploymentGroupName: { Ref: group.id },
        },
      })
    }
  })

  it('is never rolled out by a group that is there before its alarms', () => {
    const alarms = stage.of<{ AlarmName: string }>('AWS::CloudWatch::Alarm')
    for (const { stack, Properties, DependsOn = [] } of groups as (Resource<GroupProperties> &
      WithUpdatePolicy)[]) {
      const watching = Properties.AlarmConfiguration.Alarms.map(({ Name }) => Name)
      const watched = alarms.filter(alarm => watching.includes(alarm.Properties.AlarmName))
      // The API's is the platform's, on which every other stack depends.
      const elsewhere = watched.filter(alarm => alarm.stack !== stack).map(alarm => alarm.stack)
      expect(elsewhere).toEqual(stack.endsWith('-platform') ? [] : [`${prefix}-platform`])
      const here = watched.filter(alarm => alarm.stack === stack).map(({ id }) => id)
      expect([...DependsOn].toSorted()).toEqual(here.toSorted())
    }
  })

  it('finds the version before as long as it may go back, and leaves none behind', () => {
    const versions = stage.of('AWS::Lambda::Version')
    expect(versions).toHaveLength(aliases.length)
    for (const { DeletionPolicy = 'Delete', UpdateReplacePolicy = 'Delete', id } of versions)
      expect([DeletionPolicy, UpdateReplacePolicy], id).toEqual(['Delete', 'Delete'])
    const pointed = aliases.map(({ Properties }) => targetOf(Properties.FunctionVersion))
    expect(new Set(pointed)).toEqual(new Set(versions.map(({ id }) => id)))
  })

  it('is moved by a role that may move the aliases of its stack and see alarms, and no more', () => {
    const roles = stage
      .of<RoleProperties>('AWS::IAM::Role')
      .filter(({ Properties }) =>
        JSON.stringify(Properties.AssumeRolePolicyDocument).includes('codedeploy.amazonaws.com'),
      )
    expect(new Set(groups.map(({ Properties }) => targetOf(Properties.ServiceRoleArn)))).toEqual(
      new Set(roles.map(({ id }) => id)),
    )
    for (const { stack, Properties } of roles) {
      const [statements] = Properties.Policies.map(({ PolicyDocument }) => PolicyDocument.Statement)
      const own = aliases
        .filter(alias => alias.stack === stack)
        .map(alias => ({ 'Fn::GetAtt': [targetOf(alias.Properties.FunctionName), 'Arn'] }))
      expect(statements).toHaveLength(2)
      const byAction = new Map(
        statements!.map(({ Action, Resource }) => [[Action].flat().toSorted().join(), Resource]),
      )
      expect(byAction.get('cloudwatch:DescribeAlarms')).toBe('*')
      const moved = byAction.get('lambda:GetAlias,lambda:GetProvisionedConcurrencyConfig,lambda:UpdateAlias')
      const expected = own.flatMap(arn => [arn, { 'Fn::Join': ['', [arn, ':live']] }])
      const sorted = (list: readonly unknown[]) => list.map(each => JSON.stringify(each)).toSorted()
      expect(sorted(moved as unknown[])).toEqual(sorted(expected))
      // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html: inline policies of a role, whitespace aside.
      const longest = `"arn:aws:lambda:af-south-1:123456789012:function:${'x'.repeat(64)}:live",`
      expect(expected.length * longest.length, stack).toBeLessThan(0.8 * 10_240)
    }
  })
})

const idsOf = (stage: Synthesised, type: string) =>
  stage.mayHave(type).map(({ stack, id }) => `${stack} ${id}`)

describe('a version', () => {
  const versionsOf = async (settings: StageSettings, changed: readonly Entry[] = []) =>
    idsOf(await synthesised(settings, changed), 'AWS::Lambda::Version')
  const before = idsOf(named('prod'), 'AWS::Lambda::Version')

  it('is a new one for the function whose code is new, and for no other', async () => {
    const after = await versionsOf(stages.prod, ['api/token'])
    const isToken = (id: string) => /^verification-prod-platform ApiToken/.test(id)
    expect(after.filter(id => !before.includes(id)).map(isToken)).toEqual([true])
    expect(before.filter(id => !after.includes(id)).map(isToken)).toEqual([true])
  })

  it('stays where Lambda would refuse another one: what is reserved is the function’s, not the version’s', async () => {
    const reserved = { signIn: 21, ping: 11, lookUp: 101, links: 21, decode: 41 }
    expect(await versionsOf({ ...stages.prod, reserved })).toEqual(before)
  })

  it('is a new one where what the function is told is new', async () => {
    const after = await versionsOf({ ...stages.prod, requestsPerMinute: 1201 })
    expect(after.filter(id => !before.includes(id)).length).toBeGreaterThan(20)
  })
})

it('a fix goes out at once while alarms ring, to the same aliases', async () => {
  const usual = named('prod')
  const urgent = await synthesised({ ...stages.prod, change: { canaryMinutes: 0 } })
  for (const type of rolling) expect(idsOf(urgent, type)).toEqual(idsOf(usual, type))
  expect(JSON.stringify(urgent.all)).not.toContain('UpdatePolicy')
  expect(JSON.stringify(usual.all)).toContain('UpdatePolicy')
})
