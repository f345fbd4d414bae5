import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler'
import { Construct } from 'constructs'
import { addHeartbeat, onResource, type ResourceHeartbeat } from './alarm.ts'
import { grant, toPolicy } from './binding.ts'
import type { StageContext } from './context.ts'
import { physicalName, toConstructId } from './names.ts'
import type { NodeFunction } from './node-function.ts'

export interface ScheduleProps {
  readonly name: string
  readonly everyMinutes: number
  /** Rings where it does not run: whoever switched off what. */
  readonly silent: ResourceHeartbeat
}

/** Runs a function by the clock. */
export const addSchedule = (
  stack: Construct,
  context: StageContext,
  { name, everyMinutes, silent }: ScheduleProps,
  { lambda: { functionArn, functionName } }: NodeFunction,
): void => {
  const scope = new Construct(stack, `${toConstructId(name)}Schedule`)
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com'),
    inlinePolicies: { invoke: toPolicy([grant(['lambda:InvokeFunction'], functionArn)]) },
  })
  new CfnSchedule(scope, 'Schedule', {
    name: physicalName(context.settings, name),
    scheduleExpression: rateOf(everyMinutes),
    flexibleTimeWindow: { mode: 'OFF' },
    target: { arn: functionArn, roleArn: role.roleArn, retryPolicy: { maximumRetryAttempts: 5 } },
  })
  addHeartbeat(scope, 'SilentAlarm', context, onResource(silent, { FunctionName: functionName }))
}

const units = [
  ['day', 24 * 60],
  ['hour', 60],
] as const

/** https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#rate-based */
const rateOf = (everyMinutes: number): string => {
  const [unit] = units.find(([, minutes]) => minutes === everyMinutes) ?? []
  return unit ? `rate(1 ${unit})` : `rate(${everyMinutes} minutes)`
}
