import { createHash, createHmac } from 'node:crypto'
import { decrypt, encrypt } from './cipher.ts'
import { setting } from './environment.ts'
import { secret } from './secret.ts'

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
