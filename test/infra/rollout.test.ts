import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { entries } from '../../infra/entries.ts'
import { type Stage, stages } from '../../infra/stages.ts'
import { appOf } from '../../infra/synthesise.ts'
import {
  emptyFunctions,
  everyStage,
  type Resource,
  type Synthesised,
  scratchFolder,
  targetOf,
} from './synthesised.ts'

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

const all = everyStage()
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

  it('is led to by an alias of every API function, and of no other', () => {
    const behind = aliases.map(
      ({ Properties }) => find(targetOf(Properties.FunctionName)).Properties.FunctionName,
    )
    expect(behind.toSorted()).toEqual(
      apiEntries.map(entry => `${prefix}-${entry.replaceAll('/', '-')}`).toSorted(),
    )
    expect(new Set(aliases.map(({ Properties }) => Properties.Name))).toEqual(new Set(['live']))
    const ids = aliases.map(({ id }) => id)
    for (const { id, Properties } of stage.of<{ IntegrationUri: unknown }>('AWS::ApiGatewayV2::Integration'))
      expect(ids, id).toContain(targetOf(Properties.IntegrationUri))
    for (const { id, Properties } of stage.of<{ FunctionName: unknown }>('AWS::Lambda::Permission'))
      expect(ids, id).toContain(targetOf(Properties.FunctionName))
  })

  it('meets a tenth of the calls first, and all go back if the function’s alarm or the API’s rings', () => {
    const alarms = stage
      .of<{ AlarmName: string }>('AWS::CloudWatch::Alarm')
      .map(({ Properties }) => Properties.AlarmName)
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
      const watching = [`${Properties.DeploymentGroupName}-errors`, `${prefix}-api-server-errors`]
      expect(Properties.AlarmConfiguration).toEqual({
        Enabled: true,
        Alarms: watching.map(Name => ({ Name })),
      })
      for (const alarm of watching) expect(alarms).toContain(alarm)
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

/** The stacks of a stage whose functions are these. */
const templatesOf = (settings: Stage, folder: string, functionsFolder: string) =>
  appOf(settings, scratchFolder(folder), { functionsFolder })
    .synth()
    .stacks.map(({ stackName, template }) => ({ stackName, ...template }))

const idsOf = (type: string, templates: ReturnType<typeof templatesOf>) =>
  templates.flatMap(({ stackName, Resources }) =>
    Object.entries<{ Type: string }>(Resources)
      .filter(([, { Type }]) => Type === type)
      .map(([id]) => `${stackName} ${id}`),
  )

describe('a version', () => {
  const versionsOf = (settings: Stage, folder: string, functions = emptyFunctions()) =>
    idsOf('AWS::Lambda::Version', templatesOf(settings, folder, functions))
  const before = versionsOf(stages.prod, 'versions')

  it('is a new one for the function whose code is new, and for no other', () => {
    const changed = emptyFunctions('changed-version')
    writeFileSync(join(changed, 'api/token.ts'), 'export const handler = async () => "changed"\n')
    const after = versionsOf(stages.prod, 'versions-changed', changed)
    const isToken = (id: string) => /^verification-prod-platform ApiToken/.test(id)
    expect(after.filter(id => !before.includes(id)).map(isToken)).toEqual([true])
    expect(before.filter(id => !after.includes(id)).map(isToken)).toEqual([true])
  })

  it('stays where Lambda would refuse another one: what is reserved is the function’s, not the version’s', () => {
    const reserved = { signIn: 21, ping: 11, lookUp: 101 }
    expect(versionsOf({ ...stages.prod, reserved }, 'versions-reserved')).toEqual(before)
  })

  it('is a new one where what the function is told is new', () => {
    const after = versionsOf({ ...stages.prod, requestsPerMinute: 1201 }, 'versions-told')
    expect(after.filter(id => !before.includes(id)).length).toBeGreaterThan(20)
  })
})

it('a fix goes out at once while alarms ring, to the same aliases', () => {
  const settings: Stage = { ...stages.prod, change: { canaryMinutes: 0 } }
  const [urgent, usual] = [
    templatesOf(settings, 'urgent', emptyFunctions()),
    templatesOf(stages.prod, 'usual', emptyFunctions()),
  ]
  for (const type of rolling) expect(idsOf(type, urgent)).toEqual(idsOf(type, usual))
  expect(JSON.stringify(urgent)).not.toContain('UpdatePolicy')
  expect(JSON.stringify(usual)).toContain('UpdatePolicy')
})
