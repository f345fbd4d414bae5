import { RemovalPolicy, type StackProps } from 'aws-cdk-lib'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { Stage } from '../stage.ts'
import type { Bundles } from './bundle.ts'

export interface StageContext {
  readonly settings: Stage
  readonly bundles: Bundles
}

/** In the order in which they are deployed. */
export const stacks = [
  'stateful',
  'platform',
  'verification',
  'operations',
  'identity',
  'link',
  'webhook',
  'outbox',
  'trust',
  'docs',
  'pages',
  'monitoring',
  'routes',
] as const
export type StackName = (typeof stacks)[number]

/** The physical name of a thing in this stage: `deliveries` → `verification-dev-deliveries`. */
export const physicalName = ({ prefix }: Stage, name: string): string => `${prefix}-${name}`

/** What every stack of a stage is. One whose data is kept is not deleted by a slip of the hand, once it is complete. */
export const stackProps = (settings: Stage, name: StackName, description: string): StackProps => ({
  description: `${description} (${settings.name})`,
  terminationProtection: settings.keepsData && isComplete(settings, name),
  ...(settings.region && { env: { region: settings.region } }),
})

/** CloudFormation can take back a create that failed only where nothing is protected. */
export const isComplete = (settings: Stage, name: StackName): boolean =>
  !settings.incomplete.includes(physicalName(settings, name))

/** A construct id for a name: ApiAddressesId for `api/addresses/id`. */
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
