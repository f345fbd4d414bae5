import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { setting } from './environment.ts'
import { secret } from './secret.ts'

/** The lengths that GCM is specified for, in bytes (NIST SP 800-38D §5.2, §8.2). */
const ivBytes = 12
const tagBytes = 16

/** What a key is for, and the name of the secret that it is made of. */
export interface SealKey {
  readonly purpose: string
  readonly secretName: string
}

const keyFor = async ({ purpose, secretName }: SealKey): Promise<Buffer> =>
  createHash('sha256')
    .update(`${purpose}\n${await secret(secretName)}`)
    .digest()

const personal = (purpose: string): SealKey => ({ purpose, secretName: setting('PERSONAL_DATA_SECRET') })

/** Encrypts with AES-256-GCM. @param subject what it belongs to: the bytes open for nothing else */
export const sealWith = async (key: SealKey, subject: string, bytes: Uint8Array): Promise<Uint8Array> => {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', await keyFor(key), iv)
  cipher.setAAD(Buffer.from(subject))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Decrypts what `sealWith` made with this key for this subject. @throws Error for anything else */
export const openWith = async (key: SealKey, subject: string, bytes: Uint8Array): Promise<Buffer> => {
  const sealed = Buffer.from(bytes)
  const iv = sealed.subarray(0, ivBytes)
  const decipher = createDecipheriv('aes-256-gcm', await keyFor(key), iv, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(subject))
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()])
}

/** Encrypts what has to wait, with a key of the purpose's own, made of the secret for personal data. */
export const seal = (purpose: string, subject: string, bytes: Uint8Array): Promise<Uint8Array> =>
  sealWith(personal(purpose), subject, bytes)

/** Decrypts what `seal` made for this purpose and subject. @throws Error for anything else */
export const open = (purpose: string, subject: string, bytes: Uint8Array): Promise<Buffer> =>
  openWith(personal(purpose), subject, bytes)

/** An id that nobody else can work out: always the same for this purpose and subject. 43 letters, digits, dashes and underscores. */
export const deriveId = async (purpose: string, subject: string): Promise<string> =>
  createHmac('sha256', await keyFor(personal(purpose)))
    .update(subject)
    .digest('base64url')
