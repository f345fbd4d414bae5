import { type StackProps, RemovalPolicy } from 'aws-cdk-lib'
import type { Stage } from '../stages.ts'
import type { Bundles } from './bundle.ts'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'

export interface StageContext {
  readonly settings: Stage
  readonly bundles: Bundles
}

/** The physical name of a thing in this stage: `deliveries` → `verification-dev-deliveries`. */
export const physicalName = ({ prefix }: Stage, name: string): string => `${prefix}-${name}`

/** What every stack of a stage is. One whose data is kept is not deleted by a slip of the hand, either. */
export const stackProps = ({ name, region, keepsData }: Stage, description: string): StackProps => ({
  description: `${description} (${name})`,
  terminationProtection: keepsData,
  ...(region && { env: { region } }),
})

/** A construct id for a name: `api/addresses/id` → `ApiAddressesId`. */
export const toConstructId = (name: string): string =>
  name
    .split(/[^a-zA-Z0-9]+/)
    .map(word => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('')

/** Logs live as long as the stage says and go with their stack; the trail of who did what is in the table, not here. */
export const logGroup = (scope: Construct, id: string, settings: Stage, logGroupName: string) =>
  new LogGroup(scope, id, {
    logGroupName,
    retention: settings.logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  })
