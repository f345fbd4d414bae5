import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { deleteObject, listObjects, putObject, readObject } from '../aws/bucket.ts'
import { Fault } from '../aws/errors.ts'
import { getDecryptionKey, getEncryptionKey } from './data-key-store.ts'
import { decryptValue, encryptValue, isEncrypted, keyNumberOf } from './encrypted-value.ts'
import { mapLeaves } from './leaves.ts'
import type { Key } from './port.ts'
import type { VerificationKey } from './tenant.ts'

/*
 * What an object holds: items as they were read from the table, as JSON, packed, and encrypted as the table's personal
 * data is. Its name is the digest of that JSON, so that the same items make the same object, however often they are
 * stored, and other items never take its place.
 */

export const compactedFolder = 'compacted/'

/** The folder of a verification's objects: there is one, but for what a crash or an erasure has left for a while. */
const prefixOf = ({ organisationId, mode, verificationId }: VerificationKey): string =>
  `${compactedFolder}${organisationId}/${mode}/${verificationId}/`

/** Of the bytes that an item holds: JSON has none. */
const bytesName = '$bytes'

const toText = (leaf: unknown): unknown =>
  leaf instanceof Uint8Array ? { [bytesName]: Buffer.from(leaf).toString('base64') } : leaf

const toBytes = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && bytesName in value
    ? new Uint8Array(Buffer.from(String(value[bytesName]), 'base64'))
    : value

/** Whether an item, as it was read, is one that an object holds. */
export const isSameItem = (item: Key, compacted: Key): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(mapLeaves(item, toText)), toBytes), compacted)

const digestOf = (json: Uint8Array): string => createHash('sha256').update(json).digest('hex')

/** The same object under another name, or in another folder, does not open. */
const spotOf = (key: VerificationKey, digest: string) => ({ pk: prefixOf(key), sk: digest, name: 'items' })

/** Stores items, as they were read, as one object, and returns its digest; undefined in a stage whose first data key was not made yet. */
export const putCompacted = async (
  key: VerificationKey,
  items: readonly Key[],
): Promise<string | undefined> => {
  const dataKey = await getEncryptionKey(Date.now())
  if (!dataKey) return undefined
  const json = Buffer.from(JSON.stringify(mapLeaves(items, toText)))
  const digest = digestOf(json)
  const packed = new Uint8Array(deflateRawSync(json, { level: 9 }))
  const sealed = encryptValue(dataKey.n, dataKey.key, spotOf(key, digest), packed)
  await putObject(`${prefixOf(key)}${digest}`, sealed, 'application/octet-stream')
  return digest
}

/** Undefined where there is no such object. @throws Fault for one that is not what its name says */
export const readCompacted = async (
  key: VerificationKey,
  digest: string,
): Promise<readonly Key[] | undefined> => {
  const sealed = await readObject(`${prefixOf(key)}${digest}`)
  if (!sealed) return undefined
  if (!isEncrypted(sealed)) throw new Fault('An object of compacted items is not encrypted')
  const dataKey = await getDecryptionKey(keyNumberOf(sealed), Date.now())
  const packed = decryptValue(dataKey.key, spotOf(key, digest), sealed) as Uint8Array
  const json = inflateRawSync(packed)
  if (digestOf(json) !== digest) throw new Fault('An object of compacted items is not what its name says')
  return JSON.parse(json.toString(), toBytes) as readonly Key[]
}

export const deleteCompacted = (key: VerificationKey, digest: string): Promise<void> =>
  deleteObject(`${prefixOf(key)}${digest}`)

/** The digests of a verification's objects. */
export const listCompacted = async (key: VerificationKey): Promise<readonly string[]> => {
  const prefix = prefixOf(key)
  return (await listObjects(prefix)).map(object => object.key.slice(prefix.length))
}
