import { randomBytes } from 'node:crypto'
import { defaultAccount } from '../cloudformation/assembly.ts'

export interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string
}

export interface Principal {
  /** The assumed-role ARN that error messages name. */
  readonly arn: string
  readonly credentials: Credentials
  /** Undefined for the administrator, who may do everything. */
  readonly roleArn: string | undefined
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const createCredentials = (): Credentials => {
  const letters = [...randomBytes(16)].map(byte => alphabet[byte % 32]).join('')
  return {
    accessKeyId: `ASIA${letters}`,
    secretAccessKey: randomBytes(30).toString('base64'),
    sessionToken: randomBytes(48).toString('base64'),
  }
}

/** The same in all regions of a process, since a process reads its credentials once. */
export const administrator: Principal = {
  arn: `arn:aws:iam::${defaultAccount}:root`,
  credentials: createCredentials(),
  roleArn: undefined,
}

/** Every service leads to the gateway, so that nothing reaches a real account. */
export const clientVariables = ({ credentials }: Principal, gateway: string): Record<string, string> => ({
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  AWS_SESSION_TOKEN: credentials.sessionToken,
  AWS_ENDPOINT_URL: gateway,
})
