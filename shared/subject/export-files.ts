import { findWorkKeys } from '../work/assignment/back-check-store.ts'
import { listObjects, readObject } from '../aws/bucket.ts'
import { toConsentRecord } from '../consent/record.ts'
import { listStoredEvents, type StoredEvent } from '../event/stored-events.ts'
import { storedPhotoKind } from '../evidence/photo-kinds.ts'
import { listStoredResponses } from '../http/idempotency-store.ts'
import { decryptLateLookup } from '../identity/late/conclude.ts'
import { findStoredLookup, type StoredLookup } from '../identity/store.ts'
import { inOrderOfNames } from '../table/leaves.ts'
import { daysLater, expiryTime, uploadDays } from '../table/retention.ts'
import { keyAttributes } from '../table/schema.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { findTrailBreak } from '../trail/check.ts'
import { trailKind } from '../trail/kinds.ts'
import { readTrail } from '../trail/read-store.ts'
import { findStored, type StoredVerification } from '../verification/person-store.ts'
import { listStoredDeliveries } from '../webhook/delivery/stored-deliveries.ts'
import { type ExportedKind, type FiledKind, kindsInFiles } from './kinds.ts'
import { listItems } from './record-items-store.ts'
import { mediaOf, retainedWork } from './retained-work.ts'

/** Erased and expired ones included. Of an id that is both's, the verification. */
export const findRecord = async (
  key: VerificationKey,
): Promise<StoredVerification | StoredLookup | undefined> =>
  (await findStored(key, key.verificationId)) ?? findStoredLookup(key, key.verificationId)

/** Stands for the id of somebody who is not the subject. */
export const redactionMarker = 'withheld'

const parties = ['applicant', 'customer', 'employer', 'operator', 'service', 'simulated-agent']

/** Fields with ids of workers, devices and clients. */
const naming = [
  'by',
  'agent',
  'visitedBy',
  'reviewer',
  'handedTo',
  'takenBy',
  'decidedBy',
  'deviceId',
  'clientId',
]

/** They say nothing of the subject; the fields of what a device signed stand beside it. */
const dropped: readonly string[] = ['taskToken', 'claimedFrom', 'tookPart', 'signed', ...keyAttributes]

const shownField = ([name, value]: readonly [string, unknown]): readonly [string, unknown] =>
  naming.includes(name) && typeof value === 'string' && !parties.includes(value)
    ? [name, redactionMarker]
    : [name, redactOthers(value)]

/** Without the ids of others, and in the order of names: the same export has the same bytes. */
export const redactOthers = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(redactOthers)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([name]) => !dropped.includes(name))
  return Object.fromEntries(inOrderOfNames(fields).map(shownField))
}

export const toExportItem = ({ expiresAt, ...item }: { readonly expiresAt?: number }): object => ({
  ...(redactOthers(item) as object),
  ...(expiresAt !== undefined && { keptUntil: expiryTime(expiresAt) }),
})

export interface ExportFile {
  readonly name: string
  /** ISO 8601; null where it follows from something else. */
  readonly keptUntil: string | null
  bytes(): Uint8Array | Promise<Uint8Array | undefined>
}

type Item = object & { readonly expiresAt?: number }

const lastExpiry = (items: readonly Item[]): string | null => {
  const last = Math.max(...items.map(({ expiresAt = Number.NaN }) => expiresAt))
  return Number.isNaN(last) ? null : expiryTime(last)
}

const toJsonFile = (name: string, content: unknown, keptUntil: string | null): ExportFile => ({
  name,
  keptUntil,
  bytes: () => Buffer.from(`${JSON.stringify(content, null, 2)}\n`),
})

const toItemsFile = (name: string, items: readonly Item[]): readonly ExportFile[] =>
  items.length === 0 ? [] : [toJsonFile(name, items.map(toExportItem), lastExpiry(items))]

type ReadItems = (key: VerificationKey) => Promise<readonly ExportFile[]>

const filesBelow = async (prefix: string, folder: string, days: number): Promise<readonly ExportFile[]> =>
  (await listObjects(prefix))
    .filter(({ size }) => size > 0)
    .map(({ key, storedAt }) => ({
      name: `${folder}/${key.slice(prefix.length)}`,
      keptUntil: daysLater(storedAt, days),
      bytes: () => readObject(key),
    }))

/** Also the exact bytes of each event. */
const eventFiles =
  (isWanted: (event: StoredEvent) => boolean): ReadItems =>
  async key => {
    const events = (await listStoredEvents(key)).filter(isWanted)
    const bodies = events.map(({ line, body }) => ({
      name: `events/${line.id}.json`,
      keptUntil: lastExpiry([line]),
      bytes: () => Buffer.from(body),
    }))
    return [
      ...toItemsFile(
        'events.json',
        events.map(({ line }) => line),
      ),
      ...bodies,
    ]
  }

const deliveryFiles: ReadItems = async key => {
  const { attempts, lastFailures } = await listStoredDeliveries(key)
  return [...toItemsFile('deliveries.json', attempts), ...toItemsFile('last-failures.json', lastFailures)]
}

const trailFile = async (
  key: VerificationKey,
  name: string,
  isErased: boolean,
): Promise<readonly ExportFile[]> => {
  const entries = await readTrail(key, 0)
  const [first] = entries
  if (!first) return []
  const broken = findTrailBreak(key, entries, { isErased }) ?? null
  const content = { holds: broken === null, broken, entries: redactOthers(entries) }
  return [toJsonFile(name, content, daysLater(first.at, trailKind.days))]
}

const trailFiles: ReadItems = async key => {
  const names = ['trail.json', 'back-check-trail.json']
  const [record, keys] = await Promise.all([findRecord(key), findWorkKeys(key)])
  const isErased = record?.erasedAt !== undefined
  return (await Promise.all(keys.map((each, index) => trailFile(each, names[index]!, isErased)))).flat()
}

const mediaFiles =
  (kind: keyof ReturnType<typeof mediaOf>, folder: string, days: number): ReadItems =>
  async key => {
    const keys = await findWorkKeys(key)
    return (await Promise.all(keys.map(each => filesBelow(mediaOf(each)[kind], folder, days)))).flat()
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

/** What an export has as it is. */
const itemFiles = Object.fromEntries(
  kindsInFiles.map(kind => {
    const read: ReadItems = async key => toItemsFile(kind.file, await listItems(kind, key))
    return [kind.name, read]
  }),
) as Readonly<Record<FiledKind, ReadItems>>

/** A kind of kept data that is neither here nor left out for a reason does not compile. */
export const exportReaders: Readonly<Record<ExportedKind, ReadItems>> = {
  ...itemFiles,
  verification: recordFiles,
  lateLookup: async key => {
    const lookup = await decryptLateLookup(key)
    return toItemsFile('late-look-up.json', lookup ? [lookup] : [])
  },
  assignment: async key => toItemsFile('work.json', await retainedWork.assignment(key)),
  trail: trailFiles,
  event: eventFiles(({ line }) => line.event !== 'identity'),
  identityEvent: eventFiles(({ line }) => line.event === 'identity'),
  attempt: deliveryFiles,
  idempotencyKey: async key =>
    toItemsFile('repeatable-answers.json', await listStoredResponses(key, key.verificationId)),
  photo: async key => toItemsFile('capture-records.json', await retainedWork.photo(key)),
  photoHash: async key => toItemsFile('photo-digests.json', await retainedWork.photoHash(key)),
  photoLook: async key => toItemsFile('photo-looks.json', await retainedWork.photoLook(key)),
  storedPhoto: mediaFiles('photos', 'photos', storedPhotoKind.days),
  upload: mediaFiles('uploads', 'uploads', uploadDays),
}
