import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler'
import { Construct } from 'constructs'
import { onResource, scheduleSilent } from '../monitoring/alarms.ts'
import { rateOf, type ScheduleName, schedules } from '../monitoring/schedules.ts'
import { addHeartbeat } from './alarm.ts'
import { grant, toPolicy } from './binding.ts'
import { physicalName, type StageContext, toConstructId } from './context.ts'
import type { NodeFunction } from './node-function.ts'

/** Runs a function by the clock, and has an alarm ring where it does not run: whoever switched off what. */
export const addSchedule = (
  stack: Construct,
  context: StageContext,
  name: ScheduleName,
  { lambda: { functionArn, functionName } }: NodeFunction,
) => {
  const scope = new Construct(stack, `${toConstructId(name)}Schedule`)
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com'),
    inlinePolicies: { invoke: toPolicy([grant(['lambda:InvokeFunction'], functionArn)]) },
  })
  new CfnSchedule(scope, 'Schedule', {
    name: physicalName(context.settings, name),
    scheduleExpression: rateOf(schedules[name].everyMinutes),
    flexibleTimeWindow: { mode: 'OFF' },
    target: { arn: functionArn, roleArn: role.roleArn, retryPolicy: { maximumRetryAttempts: 5 } },
  })
  addHeartbeat(
    scope,
    'SilentAlarm',
    context,
    onResource(scheduleSilent(name), { FunctionName: functionName }),
  )
}
