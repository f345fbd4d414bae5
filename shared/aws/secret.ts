import { createHash, createHmac } from 'node:crypto'
import { decrypt, encrypt } from './cipher.ts'
import { setting } from './environment.ts'
import { Fault } from './errors.ts'
import { services } from './services.ts'
import { createJsonCaller, errorCodeIn, serviceEndpoint } from './signed-call.ts'
import { sendWithRetry } from './transport.ts'

/* By hand: the SDK's client would add 13 KB to each of 83 functions (`api/addresses`: 279 KB), and one of them takes orders. */

const values = new Map<string, Promise<string>>()

const read = async (name: string): Promise<string> => {
  const sign = createJsonCaller(services.secretsmanager, serviceEndpoint(services.secretsmanager))
  const body = JSON.stringify({ SecretId: name })
  const answer = await sendWithRetry(services.secretsmanager, nowMs => sign('GetSecretValue', body, nowMs))
  if (answer?.statusCode !== 200)
    throw new Fault(
      `A secret was not read: ${answer ? `${answer.statusCode} ${errorCodeIn(answer)}` : 'no answer'}`,
    )
  const { SecretString } = JSON.parse(answer.body.toString()) as { readonly SecretString?: string }
  if (!SecretString) throw new Fault('A secret of this stage is empty')
  return SecretString
}

/** The text of the secret of this name, read once per container and again after a failure. */
export const secret = (name: string): Promise<string> => {
  const known = values.get(name)
  if (known) return known
  const value = read(name)
  value.catch(() => values.delete(name))
  values.set(name, value)
  return value
}

/** @param name of all secrets, where there is none: for a test's process that comes to another stage */
export const forgetSecret = (name?: string): unknown => (name ? values.delete(name) : values.clear())

export interface EncryptionPurpose {
  readonly purpose: string
  readonly secretName: string
}

const keyFor = async ({ purpose, secretName }: EncryptionPurpose): Promise<Buffer> =>
  createHash('sha256')
    .update(`${purpose}\n${await secret(secretName)}`)
    .digest()

const personal = (purpose: string): EncryptionPurpose => ({
  purpose,
  secretName: setting('PERSONAL_DATA_SECRET'),
})

/** AES-256-GCM. @param subject associated data: decryption needs the same */
export const encryptWith = async (
  key: EncryptionPurpose,
  subject: string,
  bytes: Uint8Array,
): Promise<Uint8Array> => encrypt(await keyFor(key), subject, bytes)

export const decryptWith = async (
  key: EncryptionPurpose,
  subject: string,
  bytes: Uint8Array,
): Promise<Buffer> => decrypt(await keyFor(key), subject, bytes)

export const encryptFor = (purpose: string, subject: string, bytes: Uint8Array): Promise<Uint8Array> =>
  encryptWith(personal(purpose), subject, bytes)

export const decryptFor = (purpose: string, subject: string, bytes: Uint8Array): Promise<Buffer> =>
  decryptWith(personal(purpose), subject, bytes)

/** A stable id that only holders of the secret can compute: 43 characters, base64url. */
export const deriveId = async (purpose: string, subject: string): Promise<string> =>
  createHmac('sha256', await keyFor(personal(purpose)))
    .update(subject)
    .digest('base64url')
