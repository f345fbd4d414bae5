import { createHash } from 'node:crypto'
import { BusyError } from '../../aws/errors.ts'
import {
  type ObjectVersion,
  listFirstVersions,
  putIfAbsent,
  readFirstVersion,
  readVersion,
} from '../../aws/object-lock-bucket.ts'

/* Where the log lies in its bucket: of each hour the leaves and the head, each written once. */

const headsPrefix = 'heads/'
const headEnding = '.jws'
const headKey = (hour: string): string => `${headsPrefix}${hour}${headEnding}`
const leavesKey = (hour: string): string => `leaves/${hour}.ndjson`

/** Stores what there is none of; answers what is there then. Two at once, and whoever comes later, find the same. */
const keepFirst = async (key: string, text: string): Promise<string> => {
  if (await putIfAbsent(key, text)) return text
  const kept = await readFirstVersion(key)
  if (kept === undefined) throw new BusyError('Somebody writes the same hour just now')
  return kept
}

export const saveLeaves = (hour: string, text: string): Promise<string> => keepFirst(leavesKey(hour), text)
export const saveHead = (hour: string, jws: string): Promise<string> => keepFirst(headKey(hour), jws)
export const readLeaves = (hour: string): Promise<string | undefined> => readFirstVersion(leavesKey(hour))
export const readHead = (hour: string): Promise<string | undefined> => readFirstVersion(headKey(hour))

/** What the head after it calls a head. */
export const digestHead = (jws: string): string => createHash('sha256').update(jws).digest('hex')

/** A head that is kept. */
export interface StoredHead extends ObjectVersion {
  readonly hour: string
}

/** The heads that are kept, oldest first. @param after only those of later hours */
export const listHeads = async (after?: string): Promise<readonly StoredHead[]> => {
  const found = await listFirstVersions(headsPrefix, after && headKey(after))
  return found.map(first => ({ ...first, hour: first.key.slice(headsPrefix.length, -headEnding.length) }))
}
export const readStoredHead = (head: StoredHead): Promise<string> => readVersion(head)
