import type { CipherKey } from 'node:crypto'
import { cipherOverheadBytes, decrypt, encrypt } from '../aws/cipher.ts'

/*
 * A sealed value: two bytes that nothing else here begins with, one that says what is inside, two with the number of its
 * key, and what AES-256-GCM makes of it. The five and the place where it stands are authenticated with it, so that it
 * opens nowhere else.
 */

const mark = [0xa7, 0x5e] as const
const headerBytes = 5

/** How many bytes an encrypted value is longer than its plain text. */
export const encryptionOverheadBytes = headerBytes + cipherOverheadBytes

/** What is inside: JSON, or bytes as they are. */
const json = 1
const raw = 2

/** Associated data: binds a value to its item, so that it cannot be moved to another. */
export interface AssociatedData {
  readonly pk: string
  readonly sk: string
  readonly name: string
}

/** The number of a key has two bytes. */
export const maxKeyNumber = 0xffff

const subjectOf = (header: Uint8Array, { pk, sk, name }: AssociatedData): Buffer =>
  Buffer.concat([header, Buffer.from(`${pk}\n${sk}\n${name}`)])

export const encryptValue = (n: number, key: CipherKey, spot: AssociatedData, value: unknown): Uint8Array => {
  const isBytes = value instanceof Uint8Array
  const header = Buffer.from([...mark, isBytes ? raw : json, n >> 8, n & 0xff])
  const inside = isBytes ? value : Buffer.from(JSON.stringify(value))
  return Buffer.concat([header, encrypt(key, subjectOf(header, spot), inside)])
}

export const isEncrypted = (value: unknown): value is Uint8Array =>
  value instanceof Uint8Array &&
  value.length >= encryptionOverheadBytes &&
  value[0] === mark[0] &&
  value[1] === mark[1] &&
  (value[2] === json || value[2] === raw)

export const keyNumberOf = (sealed: Uint8Array): number => (sealed[3]! << 8) | sealed[4]!

export const decryptValue = (key: CipherKey, spot: AssociatedData, sealed: Uint8Array): unknown => {
  const header = sealed.subarray(0, headerBytes)
  const inside = decrypt(key, subjectOf(header, spot), sealed.subarray(headerBytes))
  return sealed[2] === raw ? new Uint8Array(inside) : JSON.parse(inside.toString())
}
