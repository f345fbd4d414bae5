import { Aws } from 'aws-cdk-lib'

/** What every name of a stage's begins with. */
export interface Prefixed {
  readonly prefix: string
}

/** The physical name of a thing in this stage: `deliveries` → `verification-dev-deliveries`. */
export const physicalName = ({ prefix }: Prefixed, name: string): string => `${prefix}-${name}`

/** Of the Lambda that runs a file below `functions/`. */
export const functionName = (stage: Prefixed, entry: string): string =>
  physicalName(stage, entry.replaceAll('/', '-'))

export const alarmTopicName = (stage: Prefixed, urgency: string): string =>
  physicalName(stage, `alarms-${urgency}`)

/** The ARN of a named thing, in the account and region that its stack is deployed into. */
export const arnOf = (service: string, resource: string): string =>
  `arn:${Aws.PARTITION}:${service}:${Aws.REGION}:${Aws.ACCOUNT_ID}:${resource}`

/** A construct id for a name: ApiAddressesId for `api/addresses/id`. */
export const toConstructId = (name: string): string =>
  name
    .split(/[^a-zA-Z0-9]+/)
    .map(word => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('')
