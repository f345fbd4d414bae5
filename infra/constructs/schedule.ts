import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler'
import { Construct } from 'constructs'
import { grant, toPolicy } from './binding.ts'
import { physicalName, type StageContext, toConstructId } from './context.ts'
import type { WorkerFunction } from './worker-function.ts'

export interface ScheduleProps {
  readonly name: string
  /** `rate(1 hour)` or a cron expression, in UTC. */
  readonly expression: string
  readonly target: WorkerFunction
}

/** Wakes a function up again and again. */
export class Schedule extends Construct {
  constructor(scope: Construct, { settings }: StageContext, { name, expression, target }: ScheduleProps) {
    super(scope, `${toConstructId(name)}Schedule`)
    const { functionArn } = target.lambda
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com'),
      inlinePolicies: { invoke: toPolicy([grant(['lambda:InvokeFunction'], functionArn)]) },
    })
    new CfnSchedule(this, 'Schedule', {
      name: physicalName(settings, name),
      scheduleExpression: expression,
      flexibleTimeWindow: { mode: 'OFF' },
      target: { arn: functionArn, roleArn: role.roleArn, retryPolicy: { maximumRetryAttempts: 5 } },
    })
  }
}
