import { type ListedObject, listObjects, readPhoto } from '../aws/bucket.ts'
import { toConsentRecord } from '../consent/record.ts'
import { listStoredEvents, type StoredEvent } from '../event/stored-events.ts'
import { listStoredResponses } from '../http/idempotency-store.ts'
import { decryptLateLookup } from '../identity/late/conclude.ts'
import { findStoredLookup, type StoredLookup } from '../identity/store.ts'
import { daysLater, expiryTime, retentionDays, uploadDays } from '../table/retention.ts'
import { tableSchema } from '../table/schema.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { findTrailBreak } from '../trail/check.ts'
import { readTrail } from '../trail/store.ts'
import { findStored, type StoredVerification } from '../verification/person-store.ts'
import { listStoredRevisions } from '../verification/revision-store.ts'
import { listStoredDeliveries } from '../webhook/delivery/stored-deliveries.ts'
import type { ExportedKind } from './export-exclusions.ts'
import { mediaOf, retainedWork } from './retained-work.ts'

/** A verification or a look-up as it lies in the table, erased or past its time or not. Of an id that is both's, the verification. */
export const findRecord = async (
  key: VerificationKey,
): Promise<StoredVerification | StoredLookup | undefined> =>
  (await findStored(key, key.verificationId)) ?? findStoredLookup(key, key.verificationId)

/** Stands in an export for the id of somebody who is not its subject. */
export const redactionMarker = 'withheld'

/** Words of ours for who did something. */
const parties = ['applicant', 'customer', 'employer', 'operator', 'service', 'simulated-agent']

/** Fields with the ids of those who work on a verification, of their devices, or of a customer's program. */
const naming = ['by', 'agent', 'visitedBy', 'reviewer', 'takenBy', 'decidedBy', 'deviceId', 'clientId']

/** Where an item lies in the table. */
const placing = [tableSchema, ...tableSchema.indexes].flatMap(each => [each.partitionKey, each.sortKey])

/**
 * Fields that say nothing of the subject: what a workflow waits on, where an agent set out from, who had a part in a
 * decision, and the record as a device signed it, whose fields stand beside it.
 */
const dropped: readonly string[] = ['taskToken', 'claimedFrom', 'decidedBefore', 'signed', ...placing]

const shownField = ([name, value]: readonly [string, unknown]): readonly [string, unknown] =>
  naming.includes(name) && typeof value === 'string' && !parties.includes(value)
    ? [name, redactionMarker]
    : [name, redactOthers(value)]

/** A value as its subject may have it: ids of others are not in it. */
export const redactOthers = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(redactOthers)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([name]) => !dropped.includes(name))
  return Object.fromEntries(fields.map(shownField))
}

/** An item with the time until which it is kept in words, not seconds. */
export const toExportItem = ({ expiresAt, ...item }: { readonly expiresAt?: number }): object => ({
  ...(redactOthers(item) as object),
  ...(expiresAt !== undefined && { keptUntil: expiryTime(expiresAt) }),
})

/** A file of an export. */
export interface ExportFile {
  /** Within the folder of its verification. */
  readonly name: string
  /** Until when what is in it is kept, ISO 8601; null where that follows from something else. */
  readonly keptUntil: string | null
  /** Undefined if it has gone since it was listed. */
  bytes(): Uint8Array | Promise<Uint8Array | undefined>
}

type Item = object & { readonly expiresAt?: number }

/** Until when the last of some items is kept; null if none says. */
export const lastExpiry = (items: readonly Item[]): string | null => {
  const last = Math.max(...items.map(({ expiresAt = Number.NaN }) => expiresAt))
  return Number.isNaN(last) ? null : expiryTime(last)
}

/** Anything as JSON. */
export const toJsonFile = (name: string, content: unknown, keptUntil: string | null): ExportFile => ({
  name,
  keptUntil,
  bytes: () => Buffer.from(`${JSON.stringify(content, null, 2)}\n`),
})

/** Items as they are kept, in one file; none is no file. */
export const toItemsFile = (name: string, items: readonly Item[]): readonly ExportFile[] =>
  items.length === 0 ? [] : [toJsonFile(name, items.map(toExportItem), lastExpiry(items))]

/** One item, or none. */
export const optionalItem = <Found>(found: Found | undefined): readonly Found[] =>
  found === undefined ? [] : [found]

type ReadItems = (key: VerificationKey) => Promise<readonly ExportFile[]>

const fileOfObject = ({ key, storedAt }: ListedObject, name: string, days: number): ExportFile => ({
  name,
  keptUntil: daysLater(storedAt, days),
  bytes: () => readPhoto(key),
})

const filesBelow = async (prefix: string, folder: string, days: number): Promise<readonly ExportFile[]> =>
  (await listObjects(prefix)).map(object =>
    fileOfObject(object, `${folder}/${object.key.slice(prefix.length)}`, days),
  )

const fileOfBody = ({ line, body }: StoredEvent): ExportFile => ({
  name: `events/${line.id}.json`,
  keptUntil: lastExpiry([line]),
  bytes: () => Buffer.from(body),
})

/** What is known of events, and the exact bytes of each. */
const eventFiles =
  (isWanted: (event: StoredEvent) => boolean): ReadItems =>
  async key => {
    const events = (await listStoredEvents(key)).filter(isWanted)
    const lines = events.map(({ line }) => line)
    return [...toItemsFile('events.json', lines), ...events.map(fileOfBody)]
  }

const deliveryFiles: ReadItems = async key => {
  const { attempts, lastFailures } = await listStoredDeliveries(key)
  return [...toItemsFile('deliveries.json', attempts), ...toItemsFile('last-failures.json', lastFailures)]
}

const trailFiles: ReadItems = async key => {
  const entries = await readTrail(key, 0)
  const [first] = entries
  if (!first) return []
  const broken = findTrailBreak(key, entries) ?? null
  const content = { holds: broken === null, broken, entries: redactOthers(entries) }
  return [toJsonFile('trail.json', content, daysLater(first.at, retentionDays.trail))]
}

const recordFiles: ReadItems = async key => {
  const record = await findRecord(key)
  if (!record) return []
  const consent = toConsentRecord(record)
  return [
    ...toItemsFile('record.json', [record]),
    ...(consent ? [toJsonFile('consent.json', consent, lastExpiry([record]))] : []),
  ]
}

/** How each kind of kept data is read: a kind that is not here, nor left out for a reason, does not compile. */
export const exportReaders: Readonly<Record<ExportedKind, ReadItems>> = {
  verification: recordFiles,
  lateLookup: async key => toItemsFile('late-look-up.json', optionalItem(await decryptLateLookup(key))),
  assignment: async key => toItemsFile('work.json', await retainedWork.assignment(key)),
  contactAttempt: async key => toItemsFile('employer-attempts.json', await retainedWork.contactAttempt(key)),
  revision: async key => toItemsFile('revisions.json', await listStoredRevisions(key)),
  dispute: async key => toItemsFile('disputes.json', await retainedWork.dispute(key)),
  link: async key => toItemsFile('links.json', await retainedWork.link(key)),
  trail: trailFiles,
  event: eventFiles(({ line }) => line.event !== 'identity'),
  identityEvent: eventFiles(({ line }) => line.event === 'identity'),
  attempt: deliveryFiles,
  idempotencyKey: async key =>
    toItemsFile('repeatable-answers.json', await listStoredResponses(key, key.verificationId)),
  photo: async key => toItemsFile('capture-records.json', await retainedWork.photo(key)),
  photoHash: async key => toItemsFile('photo-digests.json', await retainedWork.photoHash(key)),
  document: async key => toItemsFile('documents.json', await retainedWork.document(key)),
  storedPhoto: key => filesBelow(mediaOf(key).photos, 'photos', retentionDays.verification),
  upload: key => filesBelow(mediaOf(key).uploads, 'uploads', uploadDays),
}
