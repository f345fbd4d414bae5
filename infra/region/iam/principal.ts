/** Who calls: every function has credentials of its own, and the gateway knows it again by the access key id. */
import { randomBytes } from 'node:crypto'

export interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string
}

export interface Principal {
  /** The assumed-role ARN that error messages name. */
  readonly arn: string
  readonly credentials: Credentials
  /** The ARN of the role whose policies apply; undefined for the administrator, who may do everything. */
  readonly roleArn: string | undefined
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Temporary credentials of the shape that Lambda hands out. */
export const createCredentials = (): Credentials => {
  const letters = [...randomBytes(16)].map(byte => alphabet[byte % 32]).join('')
  return {
    accessKeyId: `ASIA${letters}`,
    secretAccessKey: randomBytes(30).toString('base64'),
    sessionToken: randomBytes(48).toString('base64'),
  }
}

export const credentialVariables = (credentials: Credentials): Record<string, string> => ({
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  AWS_SESSION_TOKEN: credentials.sessionToken,
})

/** The SDK's service ids in their environment spelling. https://docs.aws.amazon.com/sdkref/latest/guide/ss-endpoints-table.html */
const serviceIds = ['DYNAMODB', 'DYNAMODB_STREAMS', 'SQS', 'S3', 'SFN', 'SECRETS_MANAGER', 'KMS']

/** Every other service also leads to the gateway, which says that it is not hosted: nothing may reach a real account. */
export const endpointVariables = (gateway: string): Record<string, string> => ({
  AWS_ENDPOINT_URL: gateway,
  ...Object.fromEntries(serviceIds.map(id => [`AWS_ENDPOINT_URL_${id}`, gateway])),
})
