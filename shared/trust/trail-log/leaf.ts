import type { LogLeaf, Mode } from '../../table/tenant.ts'
import { leafHash } from './tree.ts'

/** A line of an hour's leaves: a list's JSON without spaces, as digests of a trail are made of. */
const lineOf = ({ organisationId, mode, verificationId, n, digest, expiresAt }: LogLeaf): string =>
  JSON.stringify([organisationId, mode, verificationId, n, digest, expiresAt])

type Fields = readonly [number, Mode, number, number, string, number]

const placeIn = (line: string): LogLeaf => {
  const [organisationId, mode, verificationId, n, digest, expiresAt] = JSON.parse(line) as Fields
  return { organisationId, mode, verificationId, n, digest, expiresAt }
}

/** The leaves of an hour as they are kept: a line for each, in the order of the tree. */
export const serialiseLeaves = (places: readonly LogLeaf[]): string =>
  places.map(place => `${lineOf(place)}\n`).join('')

/** The lines of an hour's leaves: what is hashed is a line's bytes in UTF-8, without its end. */
const linesIn = (text: string): readonly string[] => text.split('\n').slice(0, -1)

export const parseLeaves = (text: string): readonly LogLeaf[] => linesIn(text).map(placeIn)
export const hashLeaves = (text: string): readonly Buffer[] =>
  linesIn(text).map(line => leafHash(Buffer.from(line)))
