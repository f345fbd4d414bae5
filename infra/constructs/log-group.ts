import { RemovalPolicy } from 'aws-cdk-lib'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { Stage } from '../stages.ts'

/** Logs live as long as the stage says and go with their stack; the trail of who did what is in the table, not here. */
export const logGroup = (scope: Construct, id: string, settings: Stage, logGroupName: string) =>
  new LogGroup(scope, id, {
    logGroupName,
    retention: settings.logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  })
