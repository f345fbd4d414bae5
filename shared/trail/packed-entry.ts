import { mapLeaves } from '../table/leaves.ts'

/*
 * Digests and salts as they are stored: bytes, which take half of their digits. They are most of an entry, and a table is
 * paid by the kilobyte.
 */

/** Of a salt, or of a SHA-256. */
const hexForm = /^(?:[0-9a-f]{32}|[0-9a-f]{64})$/

const toBytes = (leaf: unknown): unknown =>
  typeof leaf === 'string' && hexForm.test(leaf) ? new Uint8Array(Buffer.from(leaf, 'hex')) : leaf

const toHex = (leaf: unknown): unknown =>
  leaf instanceof Uint8Array ? Buffer.from(leaf).toString('hex') : leaf

export const packEntry = <Entry extends object>(entry: Entry): Entry => mapLeaves(entry, toBytes) as Entry

/** One with digits in place of bytes stays as it is. */
export const unpackEntry = <Entry extends object>(stored: Entry): Entry => mapLeaves(stored, toHex) as Entry
