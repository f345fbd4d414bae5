import { type CipherKey, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** The lengths that GCM is specified for, in bytes (NIST SP 800-38D §5.2, §8.2). */
const ivBytes = 12
const tagBytes = 16

export const cipherOverheadBytes = ivBytes + tagBytes

/** Encrypts with AES-256-GCM. @param subject additional data: the bytes decrypt with no other */
export const encrypt = (key: CipherKey, subject: string | Uint8Array, bytes: Uint8Array): Buffer => {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(subject))
  const encrypted = [cipher.update(bytes), cipher.final()]
  return Buffer.concat([iv, cipher.getAuthTag(), ...encrypted])
}

export const decrypt = (key: CipherKey, subject: string | Uint8Array, bytes: Uint8Array): Buffer => {
  const encrypted = Buffer.from(bytes)
  const iv = encrypted.subarray(0, ivBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(subject))
  decipher.setAuthTag(encrypted.subarray(ivBytes, cipherOverheadBytes))
  return Buffer.concat([decipher.update(encrypted.subarray(cipherOverheadBytes)), decipher.final()])
}
