import { RemovalPolicy } from 'aws-cdk-lib'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { Bundles } from './bundle.ts'
import type { Prefixed } from './names.ts'

/** How soon somebody has to read an alarm: at once, also at night, or on the next working day. */
export type Urgency = 'page' | 'ticket'

/** What every construct follows of its stage's settings. What a single one has to know besides, its props say. */
export interface ConstructSettings extends Prefixed {
  readonly name: string
  readonly logRetentionDays: number
  readonly tracing: boolean
  /** Who reads the alarms; `null`: the stage has none. */
  readonly alarms: Readonly<Record<Urgency, readonly string[]>> | null
}

export interface StageContext {
  readonly settings: ConstructSettings
  /** Of the release, as log lines and the health of the service name it. */
  readonly version: string
  readonly bundles: Bundles
}

/** Logs live as long as the stage says and go with their stack; the trail of who did what is in the table, not here. */
export const logGroup = (scope: Construct, id: string, settings: ConstructSettings, logGroupName: string) =>
  new LogGroup(scope, id, {
    logGroupName,
    retention: settings.logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  })
