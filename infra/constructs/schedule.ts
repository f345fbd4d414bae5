import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler'
import { Construct } from 'constructs'
import { grant, toPolicy } from './binding.ts'
import { physicalName, type StageContext, toConstructId } from './context.ts'
import type { NodeFunction } from './node-function.ts'

export const addSchedule = (
  stack: Construct,
  { settings }: StageContext,
  name: string,
  scheduleExpression: string,
  { lambda: { functionArn } }: NodeFunction,
) => {
  const scope = new Construct(stack, `${toConstructId(name)}Schedule`)
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com'),
    inlinePolicies: { invoke: toPolicy([grant(['lambda:InvokeFunction'], functionArn)]) },
  })
  new CfnSchedule(scope, 'Schedule', {
    name: physicalName(settings, name),
    scheduleExpression,
    flexibleTimeWindow: { mode: 'OFF' },
    target: { arn: functionArn, roleArn: role.roleArn, retryPolicy: { maximumRetryAttempts: 5 } },
  })
}
