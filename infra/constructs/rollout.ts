import type { Stack } from 'aws-cdk-lib'
import { CfnApplication, CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnAlias } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import type { NamedAlarm } from './alarm.ts'
import { describeAlarms, type Grant, grant, toPolicy, toStatement } from './binding.ts'
import type { NodeFunction } from './node-function.ts'

/** Callers use the version that this alias names, never the one that is being changed. */
const aliasName = 'live'

/** Of the alias, built from its function's: the routes that call it are in another stack. */
export const aliasArn = (functionArn: string): string => `${functionArn}:${aliasName}`

/** One that CodeDeploy brings along: https://docs.aws.amazon.com/codedeploy/latest/userguide/deployment-configurations.html */
const configOf = (minutes: number): string =>
  `CodeDeployDefault.Lambda${minutes === 0 ? 'AllAtOnce' : `Canary10Percent${minutes}Minutes`}`

const turningBack = ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST']

/** CodeDeploy's managed policy without hooks and revisions, which we do not use. */
const shift = (functionArn: string): Grant =>
  grant(
    ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
    functionArn,
    aliasArn(functionArn),
  )

interface Canary {
  /** For how long a tenth of the calls meets the new code first; 0: not at all. */
  readonly minutes: number
  /** Any of them takes all calls back. */
  readonly alarms: readonly NamedAlarm[]
}

/**
 * Releases new code of a stack's API functions to a tenth of each path's calls first. If the function's alarm, which
 * others of the stack share, or the API's is raised meanwhile, all calls go back to the earlier version, and
 * CloudFormation rolls the stack back.
 */
export class CanaryRollout extends Construct {
  private readonly applicationName: string
  private readonly policy = toPolicy([describeAlarms])
  private readonly serviceRoleArn: string

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

  /**
   * Leads callers to a version of the function by an alias, whose updates are rolled out. CloudFormation deletes a replaced
   * version when its stack's whole update has succeeded, so a rollback finds it, and versions do not accumulate.
   * @returns the ARN that callers use
   */
  leadTo(scope: NodeFunction, { minutes, alarms }: Canary): string {
    const { lambda, name } = scope
    const { applicationName } = this
    this.policy.addStatements(toStatement(shift(lambda.functionArn)))
    const group = new CfnDeploymentGroup(scope, 'Group', {
      applicationName,
      deploymentGroupName: name,
      serviceRoleArn: this.serviceRoleArn,
      deploymentConfigName: configOf(minutes),
      deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
      alarmConfiguration: { enabled: true, alarms: alarms.map(({ alarmName }) => ({ name: alarmName })) },
      autoRollbackConfiguration: { enabled: true, events: turningBack },
    })
    // Alarms are known by name, and have to be there before a group that asks for them
    // (https://docs.aws.amazon.com/codedeploy/latest/userguide/deployment-groups-configure-advanced-options.html).
    for (const { resource } of alarms) if (resource) group.addResourceDependency(resource)
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
}
