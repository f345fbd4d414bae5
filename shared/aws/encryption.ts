import { createHash, createHmac } from 'node:crypto'
import { decrypt, encrypt } from './cipher.ts'
import { setting } from './environment.ts'
import { secret } from './secret.ts'

/** What a key is for, and the name of the secret that it is made of. */
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

/** Encrypts with AES-256-GCM. @param subject what it belongs to: the bytes open for nothing else */
export const encryptWith = async (
  key: EncryptionPurpose,
  subject: string,
  bytes: Uint8Array,
): Promise<Uint8Array> => encrypt(await keyFor(key), subject, bytes)

/** Decrypts what `sealWith` made with this key for this subject. @throws Error for anything else */
export const decryptWith = async (
  key: EncryptionPurpose,
  subject: string,
  bytes: Uint8Array,
): Promise<Buffer> => decrypt(await keyFor(key), subject, bytes)

/** Encrypts what has to wait, with a key of the purpose's own, made of the secret for personal data. */
export const encryptFor = (purpose: string, subject: string, bytes: Uint8Array): Promise<Uint8Array> =>
  encryptWith(personal(purpose), subject, bytes)

/** Decrypts what `seal` made for this purpose and subject. @throws Error for anything else */
export const decryptFor = (purpose: string, subject: string, bytes: Uint8Array): Promise<Buffer> =>
  decryptWith(personal(purpose), subject, bytes)

/** An id that nobody else can work out: always the same for this purpose and subject. 43 letters, digits, dashes and underscores. */
export const deriveId = async (purpose: string, subject: string): Promise<string> =>
  createHmac('sha256', await keyFor(personal(purpose)))
    .update(subject)
    .digest('base64url')
