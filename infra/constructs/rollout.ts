import { Stack } from 'aws-cdk-lib'
import { CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch'
import { CfnApplication, CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnAlias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { serverErrors } from '../monitoring/alarms.ts'
import { arnOf, functionName } from '../stacks/names.ts'
import type { CanaryMinutes, Stage } from '../stage.ts'
import { describeAlarms, type Grant, grant, toPolicy, toStatement } from './binding.ts'
import { physicalName } from './context.ts'
import type { ApiEntry } from './entries.ts'

/** Callers use the version that this alias names, never the one that is being changed. */
const aliasName = 'live'

/** ARN that the routes call, built from its name: they are in another stack than the function. */
export const calledArn = (settings: Stage, entry: ApiEntry): string => {
  const lambda = arnOf('lambda', `function:${functionName(settings, entry)}`)
  return settings.change === 'at once' ? lambda : `${lambda}:${aliasName}`
}

/** One that CodeDeploy brings along: https://docs.aws.amazon.com/codedeploy/latest/userguide/deployment-configurations.html */
const configOf = (minutes: CanaryMinutes): string =>
  `CodeDeployDefault.Lambda${minutes === 0 ? 'AllAtOnce' : `Canary10Percent${minutes}Minutes`}`

const turningBack = ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST']

/**
 * Alarms are known by name, and have to be there before a group that asks for them
 * (https://docs.aws.amazon.com/codedeploy/latest/userguide/deployment-groups-configure-advanced-options.html). The
 * API's is in the platform's stack, which is deployed before all nouns.
 */
const alarmsIn = (stack: Stack, names: readonly { readonly name: string }[]): readonly CfnAlarm[] =>
  stack.node
    .findAll()
    .filter(each => each instanceof CfnAlarm)
    .filter(({ alarmName }) => names.some(({ name }) => name === alarmName))

/** CodeDeploy's managed policy without hooks and revisions, which we do not use. */
const shift = (functionArn: string): Grant =>
  grant(
    ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
    functionArn,
    `${functionArn}:${aliasName}`,
  )

/**
 * Releases new code of a stack's API functions to a tenth of each path's calls first. If the function's alarm, which
 * others of the stack share, or the API's is raised meanwhile, all calls go back to the earlier version, and
 * CloudFormation rolls the stack back.
 */
class CanaryRollout extends Construct {
  readonly applicationName: string
  readonly policy = toPolicy([describeAlarms])
  readonly serviceRoleArn: string

  constructor(stack: Stack) {
    super(stack, 'Rollout')
    const { stackName: applicationName } = stack
    const computePlatform = 'Lambda'
    this.applicationName = new CfnApplication(this, 'Application', { applicationName, computePlatform }).ref
    this.serviceRoleArn = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      inlinePolicies: { rollout: this.policy },
    }).roleArn
  }
}

interface RolloutChange {
  readonly entry: ApiEntry
  readonly lambda: LambdaFunction
  readonly errorAlarm: string
  readonly minutes: CanaryMinutes
}

/**
 * Leads callers to a version of the function by an alias, whose updates are rolled out. CloudFormation deletes a replaced
 * version when its stack's whole update has succeeded, so a rollback finds it, and versions do not accumulate.
 * @returns the ARN that callers use
 */
export const addCanary = (
  scope: Construct,
  settings: Stage,
  { entry, lambda, errorAlarm, minutes }: RolloutChange,
): string => {
  const stack = Stack.of(scope)
  const existing = stack.node.tryFindChild('Rollout') as CanaryRollout | undefined
  const { applicationName, policy, serviceRoleArn } = existing ?? new CanaryRollout(stack)
  policy.addStatements(toStatement(shift(lambda.functionArn)))
  const alarms = [errorAlarm, serverErrors.name].map(name => ({
    name: physicalName(settings, name),
  }))
  const group = new CfnDeploymentGroup(scope, 'Group', {
    applicationName,
    deploymentGroupName: functionName(settings, entry),
    serviceRoleArn,
    deploymentConfigName: configOf(minutes),
    deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
    alarmConfiguration: { enabled: true, alarms },
    autoRollbackConfiguration: { enabled: true, events: turningBack },
  })
  for (const alarm of alarmsIn(stack, alarms)) group.addResourceDependency(alarm)
  const alias = new CfnAlias(scope, 'Live', {
    functionName: lambda.functionName,
    functionVersion: lambda.currentVersion.version,
    name: aliasName,
  })
  if (minutes > 0)
    alias.cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: { applicationName, deploymentGroupName: group.ref },
    }
  return alias.ref
}
