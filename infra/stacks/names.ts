import { Aws, CfnOutput, Fn, type Stack, type StackProps } from 'aws-cdk-lib'
import { physicalName } from '../constructs/names.ts'
import { type HostName, isDomain, type StageSettings } from '../stage-settings.ts'

/** In the order in which they are deployed; how they are cut, `infra/synthesise.ts` says. */
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

/** What every stack of a stage is. One whose data is kept is not deleted by a slip of the hand, once it is complete. */
export const stackProps = (settings: StageSettings, name: StackName, description: string): StackProps => ({
  description: `${description} (${settings.name})`,
  terminationProtection: settings.keepsData && isComplete(settings, name),
  ...(settings.region && { env: { region: settings.region } }),
})

/** CloudFormation can take back a create that failed only where nothing is protected. */
export const isComplete = (settings: StageSettings, name: StackName): boolean =>
  !settings.incomplete.includes(physicalName(settings, name))

/*
 * How stacks find what another one made: by a name that both work out, never by an export, which would keep the
 * other from being changed or removed.
 */

export const tableName = (settings: StageSettings): string => physicalName(settings, settings.table)

export const mediaBucketName = (settings: StageSettings): string =>
  `${physicalName(settings, 'media')}-${Aws.ACCOUNT_ID}-${Aws.REGION}`

export const trailLogBucketName = (settings: StageSettings): string =>
  `${physicalName(settings, 'trail-log')}-${Aws.ACCOUNT_ID}-${Aws.REGION}`

export const ledgerBucketName = (settings: StageSettings): string =>
  `${physicalName(settings, 'ledger')}-${Aws.ACCOUNT_ID}-${Aws.REGION}`

export const workflowName = (settings: StageSettings): string => physicalName(settings, 'completion')

/** The secret of ours at an issuer that is not our own. */
export const issuerSecretName = 'issuer-client-key'

/** Where our own pool signs people in, as a part of Cognito's domain: unique in its region, hence the account. */
export const signInDomain = (settings: StageSettings): string =>
  `${physicalName(settings, 'people')}-${Aws.ACCOUNT_ID}`

export const credentialName = (registry: string): string => `registry-${registry}-credential`

const producers = {
  KeyArn: 'stateful',
  UserPoolId: 'stateful',
  TableStreamArn: 'stateful',
  ApiId: 'platform',
  ApiUrl: 'platform',
} as const

export type StackOutputs = keyof typeof producers

/** Where one of the stage's hosts is found; undefined: at the API's own URL. */
export const hostUrl = ({ hosts }: StageSettings, name: HostName): string | undefined => {
  const host = hosts[name]
  return isDomain(host) ? `https://${host.domain}` : (host ?? undefined)
}

/** Says what AWS named, as outputs of the stack. */
export const publish = (stack: Stack, values: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(values)) new CfnOutput(stack, name, { value })
}

/** What another stack has published, read while the reader is deployed (`Fn::GetStackOutput`): no export, nothing is held. */
export const published = (settings: StageSettings, output: StackOutputs): string =>
  Fn.getStackOutput(physicalName(settings, producers[output]), output)
