import { digestPersonal } from '../../table/personal-digest.ts'
import { database } from '../../table/driver.ts'
import { queryAll } from '../../table/paging.ts'
import { expiresAt, isExpired } from '../../table/retention.ts'
import { toVerificationKey, type VerificationKey } from '../../table/tenant.ts'
import { normaliseWords } from '../../verification/duplicate.ts'
import type { AddressVerification } from '../../verification/verification.ts'
import { type Assignment, recordKeyOf } from './assignment.ts'
import { type PlaceFact, placeFactNames } from './place-fact-contract.ts'
import { placeNoteKey, placeNoteKind, placeNotesQuery } from './place-note-kind.ts'

/** What the agent of one visit tells the next about the house. */
interface StoredPlaceNote extends VerificationKey {
  readonly facts: readonly PlaceFact[]
  readonly expiresAt: number
}

type NotedAddress = Pick<AddressVerification, 'street' | 'city' | 'lgaId'>

/** Keyed, so that nobody who reads the table finds a house by its address; one house has one in all organisations. */
const digestPlace = ({ street, city, lgaId }: NotedAddress): Promise<string> =>
  digestPersonal(JSON.stringify(['place', lgaId, normaliseWords(street), normaliseWords(city)]))

export const savePlaceNote = async (
  key: VerificationKey,
  address: NotedAddress,
  { facts, at }: { readonly facts: readonly PlaceFact[]; readonly at: string },
): Promise<void> => {
  const of = toVerificationKey(key)
  await database.write({
    put: {
      ...placeNoteKey(of, await digestPlace(address)),
      ...of,
      facts,
      expiresAt: expiresAt(at, placeNoteKind.days),
    },
  })
}

/** Two ids are of one matter where one is a back-check of the other: its agent learns nothing of the first visit. */
const isOfMatter = (assignment: Assignment, note: VerificationKey): boolean =>
  note.organisationId === assignment.organisationId &&
  [assignment.verificationId, recordKeyOf(assignment).verificationId].includes(note.verificationId)

/** What agents of other matters have told of the house, each once. */
export const findPlaceFacts = async (
  assignment: Assignment,
  address: NotedAddress,
  nowMs: number,
): Promise<readonly PlaceFact[]> => {
  const notes = await queryAll<StoredPlaceNote>(placeNotesQuery(assignment.mode, await digestPlace(address)))
  const told = notes.filter(note => !isExpired(note, nowMs) && !isOfMatter(assignment, note))
  return placeFactNames.filter(name => told.some(({ facts }) => facts.includes(name)))
}

/** Returns how many there were. */
export const erasePlaceNotes = async (
  keys: readonly VerificationKey[],
  address: NotedAddress,
  isDry: boolean,
): Promise<number> => {
  const [first] = keys
  if (!first) return 0
  const digest = await digestPlace(address)
  const ids = new Set(keys.map(({ verificationId }) => verificationId))
  const notes = (await queryAll<StoredPlaceNote>(placeNotesQuery(first.mode, digest))).filter(
    note => note.organisationId === first.organisationId && ids.has(note.verificationId),
  )
  if (!isDry) for (const note of notes) await database.write({ delete: placeNoteKey(note, digest) })
  return notes.length
}
