import { type ListedObject, listObjects, readPhoto } from '../aws/bucket.ts'
import { toConsentRecord } from '../consent/record.ts'
import { type StoredEvent, listStoredEvents } from '../event/stored-events.ts'
import { retainedWork, mediaOf } from './retained-work.ts'
import { listStoredResponses } from '../http/idempotency-store.ts'
import { decryptLateLookup } from '../identity/late/decrypt.ts'
import { daysLater, retentionDays, uploadDays } from '../table/retention.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { findTrailBreak } from '../trail/check.ts'
import { readTrail } from '../trail/store.ts'
import { listStoredRevisions } from '../verification/revision-store.ts'
import { listStoredDeliveries } from '../webhook/delivery/stored-deliveries.ts'
import { type ExportFile, toJsonFile, toItemsFile, lastExpiry, optionalItem } from './export-file.ts'
import type { ExportedKind } from './export-exclusions.ts'
import { findRecord } from './record.ts'
import { redactOthers } from './redaction.ts'

type Read = (key: VerificationKey) => Promise<readonly ExportFile[]>

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
  (isWanted: (event: StoredEvent) => boolean): Read =>
  async key => {
    const events = (await listStoredEvents(key)).filter(isWanted)
    const lines = events.map(({ line }) => line)
    return [...toItemsFile('events.json', lines), ...events.map(fileOfBody)]
  }

const deliveryFiles: Read = async key => {
  const { attempts, lastFailures } = await listStoredDeliveries(key)
  return [...toItemsFile('deliveries.json', attempts), ...toItemsFile('last-failures.json', lastFailures)]
}

const trailFiles: Read = async key => {
  const entries = await readTrail(key, 0)
  const [first] = entries
  if (!first) return []
  const broken = findTrailBreak(key, entries) ?? null
  const content = { holds: broken === null, broken, entries: redactOthers(entries) }
  return [toJsonFile('trail.json', content, daysLater(first.at, retentionDays.trail))]
}

const recordFiles: Read = async key => {
  const record = await findRecord(key)
  if (!record) return []
  const consent = toConsentRecord(record)
  return [
    ...toItemsFile('record.json', [record]),
    ...(consent ? [toJsonFile('consent.json', consent, lastExpiry([record]))] : []),
  ]
}

/** How each kind of kept data is read: a kind that is not here, nor left out for a reason, does not compile. */
export const exportReaders: Readonly<Record<ExportedKind, Read>> = {
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
