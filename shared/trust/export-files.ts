import { type ListedObject, listObjects, readPhoto } from '../aws/bucket.ts'
import { bodyOf } from '../event/body.ts'
import { eventIdsOf } from '../event/event.ts'
import { type FrozenEvent, findEvent } from '../event/store.ts'
import { findAssignment, findBackCheck } from '../fieldwork/assignment-store.ts'
import { listAttempts as listContacts } from '../fieldwork/contact/attempt-store.ts'
import { listDocuments } from '../fieldwork/evidence/document-store.ts'
import { incomingPrefix } from '../fieldwork/evidence/photo.ts'
import { findPhotos } from '../fieldwork/evidence/photo-store.ts'
import { listLinks } from '../fieldwork/link/store.ts'
import { findFirstSeen } from '../fieldwork/seen-store.ts'
import { listAnswers } from '../http/idempotency-store.ts'
import { openClaim } from '../identity/late/accept.ts'
import { concludedAnswer } from '../identity/late/conclude.ts'
import { findLate } from '../identity/late/store.ts'
import { findStoredLookup } from '../identity/store.ts'
import { daysLater, retentionDays, timeOfExpiry, uploadDays } from '../table/retention.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { trailBreakOf } from '../trail/check.ts'
import { readTrail } from '../trail/store.ts'
import { findStored } from '../verification/erasure-store.ts'
import { evidenceKey } from '../verification/report.ts'
import { listAttempts as listDeliveries } from '../webhook/delivery/attempt-store.ts'
import { listEndpoints } from '../webhook/endpoint/store.ts'
import type { ExportedKind } from './left-out.ts'
import { shownItem, withoutOthers } from './withheld.ts'

/** A file of an export. */
export interface ExportFile {
  /** Within the folder of its verification. */
  readonly name: string
  /** Until when what is in it is kept, ISO 8601; null where nobody knows. */
  readonly keptUntil: string | null
  /** Undefined if it has gone since it was listed. */
  bytes(): Promise<Uint8Array | undefined>
}

type Read = (key: VerificationKey) => Promise<readonly ExportFile[]>

/** Whatever its time: what is there is shown. */
const anyTime = 0

type Item = object & { readonly expiresAt?: number }

const lastExpiry = (items: readonly Item[]): string | null => {
  const last = Math.max(...items.map(({ expiresAt = Number.NaN }) => expiresAt))
  return Number.isNaN(last) ? null : timeOfExpiry(last)
}

const fileOf = (name: string, content: unknown, keptUntil: string | null): ExportFile => ({
  name,
  keptUntil,
  bytes: async () => Buffer.from(`${JSON.stringify(content, null, 2)}\n`),
})

/** Items as they are kept, in one file; none is no file. */
const fileOfItems = (name: string, found: readonly (Item | undefined)[]): readonly ExportFile[] => {
  const items = found.filter(item => item !== undefined)
  return items.length === 0 ? [] : [fileOf(name, items.map(shownItem), lastExpiry(items))]
}

const fileOfObject = ({ key, storedAt }: ListedObject, name: string, days: number): ExportFile => ({
  name,
  keptUntil: daysLater(storedAt, days),
  bytes: () => readPhoto(key),
})

const filesBelow = async (prefix: string, folder: string, days: number): Promise<readonly ExportFile[]> =>
  (await listObjects(prefix)).map(object =>
    fileOfObject(object, `${folder}/${object.key.slice(prefix.length)}`, days),
  )

const eventsOf = async (key: VerificationKey): Promise<readonly FrozenEvent[]> => {
  const found = await Promise.all(eventIdsOf(key.verificationId).map(id => findEvent(key, id, anyTime)))
  return found.filter(event => event !== undefined)
}

/** What is known of events, and the exact bytes of each. */
const eventFiles = (events: readonly FrozenEvent[]): readonly ExportFile[] => [
  ...fileOfItems(
    'events.json',
    events.map(({ body: _, ...line }) => line),
  ),
  ...events.map(event => ({
    name: `events/${event.id}.json`,
    keptUntil: lastExpiry([event]),
    bytes: async () => Buffer.from(await bodyOf(event)),
  })),
]

/** Who was sent an event, and what they answered; the last failure of each stands with its endpoint, too. */
const deliveryFiles: Read = async key => {
  const eventIds = eventIdsOf(key.verificationId)
  const lists = await Promise.all(eventIds.map(id => listDeliveries(key, id, { nowMs: anyTime })))
  const endpoints = await listEndpoints(key)
  const urls = new Map(endpoints.map(({ id, url }) => [id, url]))
  const failures = endpoints.flatMap(({ id, url, lastFailure }) =>
    lastFailure && eventIds.includes(lastFailure.eventId) ? [{ endpointId: id, url, lastFailure }] : [],
  )
  const attempts = lists.flat().map(attempt => ({ ...attempt, url: urls.get(attempt.endpointId) ?? null }))
  return [...fileOfItems('deliveries.json', attempts), ...fileOfItems('last-failures.json', failures)]
}

const trailFiles: Read = async key => {
  const entries = await readTrail(key, anyTime)
  const [first] = entries
  if (!first) return []
  const broken = trailBreakOf(key, entries) ?? null
  const content = { holds: broken === null, broken, entries: withoutOthers(entries) }
  return [fileOf('trail.json', content, daysLater(first.at, retentionDays.trail))]
}

/** The claim of a look-up that waits, and the answer of one that waits to be told, opened. */
const lateFiles: Read = async key => {
  const late = await findLate(key)
  if (!late) return []
  const { sealed, ...known } = late
  const opened = late.completedAt
    ? { answer: (await concludedAnswer(key))?.answer }
    : { claim: await openClaim(sealed, key.verificationId) }
  return fileOfItems('late-look-up.json', [{ ...known, ...opened }])
}

/** Which of its photos were shown here first. */
const photoHashFiles: Read = async key => {
  const { organisationId, mode, verificationId } = key
  const photos = await findPhotos(key, anyTime)
  const seen = await Promise.all(
    photos.map(async ({ sha256 }) => ({ ...(await findFirstSeen(mode, sha256)), sha256 })),
  )
  const own = seen.filter(
    one => one.organisationId === organisationId && one.verificationId === verificationId,
  )
  return fileOfItems('photo-digests.json', own)
}

/** How each kind of kept data is read: a kind that is not here, nor left out for a reason, does not compile. */
export const readers: Readonly<Record<ExportedKind, Read>> = {
  verification: async key => [
    ...fileOfItems('record.json', [await findStored(key, key.verificationId)]),
    ...fileOfItems('look-up.json', [await findStoredLookup(key, key.verificationId)]),
  ],
  lateLookup: lateFiles,
  assignment: async key => fileOfItems('work.json', [await findAssignment(key), await findBackCheck(key)]),
  contactAttempt: async key => fileOfItems('employer-attempts.json', await listContacts(key)),
  link: async key => fileOfItems('links.json', await listLinks(key)),
  trail: trailFiles,
  event: async key => eventFiles((await eventsOf(key)).filter(({ event }) => event !== 'identity')),
  identityEvent: async key => eventFiles((await eventsOf(key)).filter(({ event }) => event === 'identity')),
  attempt: deliveryFiles,
  idempotencyKey: async key =>
    fileOfItems('repeatable-answers.json', await listAnswers(key, key.verificationId)),
  photo: async key => fileOfItems('capture-records.json', await findPhotos(key, anyTime)),
  photoHash: photoHashFiles,
  document: async key => fileOfItems('documents.json', await listDocuments(key, anyTime)),
  storedPhoto: key =>
    filesBelow(evidenceKey({ ...key, id: key.verificationId }, ''), 'photos', retentionDays.verification),
  upload: key => filesBelow(incomingPrefix(key), 'uploads', uploadDays),
}
