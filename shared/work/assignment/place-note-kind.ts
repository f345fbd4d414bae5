import { defineKind, padded, prefixQuery, type Told, toKey } from '../../table/kind.ts'
import type { Mode, VerificationKey } from '../../table/tenant.ts'

/**
 * `place-note#<mode>#<digest>`, `place#<organisationId>#<id>`; read by operations (what an agent tells the next
 * one of a house).
 */
export const placeNoteKind = defineKind({
  name: 'placeNote',
  writable: ['place-note#*'],
  /** Gates and guards change. */
  days: 180,
})

export const placeNoteTold = {
  kind: placeNoteKind,
  what: 'what an agent told of a house (table)',
  holds: 'chosen words, such as a gate at the back, under a keyed digest of the address; nothing of a person',
  after: 'the report',
  erased: 'deleted',
  notExported: 'It tells how to get to a house, and nothing of who lives there.',
} as const satisfies Told

const placeNotePartition = (mode: Mode, digest: string): string => `place-note#${mode}#${digest}`

/** @param digest of the address */
export const placeNoteKey = ({ organisationId, mode, verificationId }: VerificationKey, digest: string) =>
  toKey(placeNotePartition(mode, digest), `place#${padded(organisationId)}#${padded(verificationId)}`)

export const placeNotesQuery = (mode: Mode, digest: string) =>
  prefixQuery(placeNotePartition(mode, digest), 'place')
