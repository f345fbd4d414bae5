import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { setting } from './environment.ts'
import { secret } from './secret.ts'

/** The lengths that GCM is specified for, in bytes (NIST SP 800-38D §5.2, §8.2). */
const ivBytes = 12
const tagBytes = 16

/** Names the secret that a key is made of, where it is not the one for personal data. */
type SecretVariable = 'PERSONAL_DATA_SECRET' | 'RECEIPT_KEY_SECRET'

const keyFor = async (purpose: string, variable: SecretVariable): Promise<Buffer> =>
  createHash('sha256')
    .update(`${purpose}\n${await secret(setting(variable))}`)
    .digest()

/**
 * Encrypts what has to wait, with AES-256-GCM and a key of the purpose's own.
 * @param subject what it belongs to: the bytes open for nothing else
 */
export const seal = async (
  purpose: string,
  subject: string,
  bytes: Uint8Array,
  variable: SecretVariable = 'PERSONAL_DATA_SECRET',
): Promise<Uint8Array> => {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', await keyFor(purpose, variable), iv)
  cipher.setAAD(Buffer.from(subject))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** An id that nobody else can work out: always the same for this purpose and subject. 43 letters, digits, dashes and underscores. */
export const deriveId = async (purpose: string, subject: string): Promise<string> =>
  createHmac('sha256', await keyFor(purpose, 'PERSONAL_DATA_SECRET'))
    .update(subject)
    .digest('base64url')

/** Decrypts what `seal` made for this purpose and subject. @throws Error for anything else */
export const open = async (
  purpose: string,
  subject: string,
  bytes: Uint8Array,
  variable: SecretVariable = 'PERSONAL_DATA_SECRET',
): Promise<Buffer> => {
  const sealed = Buffer.from(bytes)
  const iv = sealed.subarray(0, ivBytes)
  const decipher = createDecipheriv('aes-256-gcm', await keyFor(purpose, variable), iv, {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(subject))
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()])
}
