import { createHash } from 'node:crypto'
import { setting } from '../aws/environment.ts'
import { BusyError } from '../aws/errors.ts'
import {
  findFirstVersion,
  listFirstVersions,
  type ObjectVersion,
  putIfAbsent,
  readVersion,
} from '../aws/object-lock-bucket.ts'
import type { LogLeaf, Mode } from '../table/tenant.ts'
import type { ReceiptSigningKey } from '../signing/key-store.ts'
import { readSigned } from '../signing/verifying.ts'
import { Head, headType } from './contract.ts'
import { leafHash } from './tree.ts'

/* The bucket has two objects an hour, leaves and head, each written once. */

const bucket = (): string => setting('TRAIL_LOG_BUCKET')

const readFirstVersion = async (key: string): Promise<string | undefined> => {
  const first = await findFirstVersion(bucket(), key)
  return first && (await readVersion(bucket(), first)).toString()
}

const headKey = (hour: string): string => `heads/${hour}.jws`
const leavesKey = (hour: string): string => `leaves/${hour}.ndjson`

/** Stores the text unless there is one, and returns what is stored: concurrent writers get the same. */
const keepFirst = async (key: string, text: string): Promise<string> => {
  if (await putIfAbsent(bucket(), key, text)) return text
  const kept = await readFirstVersion(key)
  if (kept === undefined) throw new BusyError('Somebody writes the same hour just now')
  return kept
}

export const saveLeaves = (hour: string, text: string): Promise<string> => keepFirst(leavesKey(hour), text)
export const saveHead = (hour: string, jws: string): Promise<string> => keepFirst(headKey(hour), jws)
export const readLeaves = (hour: string): Promise<string | undefined> => readFirstVersion(leavesKey(hour))
export const readHead = (hour: string): Promise<string | undefined> => readFirstVersion(headKey(hour))

export const digestHead = (jws: string): string => createHash('sha256').update(jws).digest('hex')

export interface StoredHead extends ObjectVersion {
  readonly hour: string
}

export const listHeads = async (after?: string): Promise<readonly StoredHead[]> => {
  const found = await listFirstVersions(bucket(), 'heads/', after && headKey(after))
  return found.map(first => ({ ...first, hour: first.key.slice('heads/'.length, -'.jws'.length) }))
}

export const readStoredHead = async (head: StoredHead): Promise<string> =>
  (await readVersion(bucket(), head)).toString()

/** Undefined if none of the keys has signed it. */
export const readHeadOf = (jws: string, keys: readonly ReceiptSigningKey[]): Promise<Head | undefined> =>
  readSigned({ typ: headType, claims: Head }, jws, keys)

/** A line is a JSON array without spaces, as in digests of a trail. */
export const serialiseLeaves = (leaves: readonly LogLeaf[]): string =>
  leaves
    .map(({ organisationId, mode, verificationId, n, digest, expiresAt }) =>
      JSON.stringify([organisationId, mode, verificationId, n, digest, expiresAt]),
    )
    .map(line => `${line}\n`)
    .join('')

const linesIn = (text: string): readonly string[] => text.split('\n').slice(0, -1)

export const parseLeaves = (text: string): readonly LogLeaf[] =>
  linesIn(text).map(line => {
    type Fields = readonly [number, Mode, number, number, string, number]
    const [organisationId, mode, verificationId, n, digest, expiresAt] = JSON.parse(line) as Fields
    return { organisationId, mode, verificationId, n, digest, expiresAt }
  })

/** A leaf's hash is of its line in UTF-8, without the line end. */
export const hashLeaves = (text: string): readonly Buffer[] =>
  linesIn(text).map(line => leafHash(Buffer.from(line)))
