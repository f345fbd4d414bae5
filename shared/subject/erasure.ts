import { findWorkKeys } from '../work/assignment/back-check-store.ts'
import { deleteObjectsByPrefix, putEmptyObject } from '../aws/bucket.ts'
import { Fault } from '../aws/errors.ts'
import { log } from '../aws/log.ts'
import { again, retry } from '../aws/retry.ts'
import { possibleEventIds } from '../event/event.ts'
import { eraseEvents } from '../event/store.ts'
import { uploadSeconds } from '../evidence/photo.ts'
import { eraseLookup, findStoredLookup } from '../identity/store.ts'
import type { Tenant, VerificationKey } from '../table/tenant.ts'
import { eraseFacts } from '../trail/erase-store.ts'
import { caseKeysOf, deleteCaseKeys, searchedValuesOf } from '../case/index-store.ts'
import { eraseVerification, findStored, type StoredVerification } from '../verification/person-store.ts'
import { eraseReceiverResponses } from '../webhook/delivery/stored-deliveries.ts'
import { eraseSearchWords } from '../case/search/store.ts'
import { erasureMarkKey } from './erasure-mark.ts'
import { type ItemCount, kindsOfRecord } from './kinds.ts'
import { eraseItems } from './record-items-store.ts'
import { eraseWork, mediaOf, sumOver } from './retained-work.ts'

export interface ErasureMode {
  readonly at: string
  readonly isDry: boolean
}

/** What is found by its kind alone. */
const eraseKinds = async (key: VerificationKey, isDry: boolean) => {
  const counts: Partial<Record<ItemCount, number>> = {}
  for (const kind of kindsOfRecord) {
    const count = await eraseItems(kind, key, isDry)
    if ('countedAs' in kind) counts[kind.countedAs] = count
  }
  return counts as Readonly<Record<ItemCount, number>>
}

/** Events come first: what is under way to a receiver ends there. Returns how many there were of each kind. */
const eraseTraces = async (key: VerificationKey, mode: ErasureMode) => {
  const { verificationId: id } = key
  const eventIds = possibleEventIds(id)
  const keys = await findWorkKeys(key)
  const prefixes = keys.map(mediaOf).flatMap(({ uploads, photos }) => [uploads, photos])
  let photos = 0
  for (const prefix of prefixes) photos += await deleteObjectsByPrefix(prefix, mode.isDry)
  return {
    events: await eraseEvents(key, eventIds, mode),
    attempts: await eraseReceiverResponses(key, eventIds, mode.isDry),
    ...(await eraseWork(key, mode.isDry)),
    ...(await eraseKinds(key, mode.isDry)),
    photos,
    trail: await sumOver(keys, each => eraseFacts(each, mode)),
  }
}

export interface Erasure extends Awaited<ReturnType<typeof eraseTraces>> {
  readonly verificationId: number
  readonly product: string
  readonly requestedAt: string
  /** It was erased then; whatever had been left or has come since went now. */
  readonly erasedBefore?: string
}

type StoredRecord = Pick<Erasure, 'product' | 'requestedAt'> & { readonly erasedAt?: string }

/** `erase` puts a tombstone in the record's place, unless it has changed since it was read. */
interface ErasureKind<Row extends StoredRecord> {
  find(tenant: Tenant, id: number): Promise<Row | undefined>
  erase(row: Row, at: string): Promise<boolean>
}

/** How often a record may change between reading and writing: it does so some four times in its life. */
const tombstoneTries = 8

const putTombstone = async <Row extends StoredRecord>(
  key: VerificationKey,
  { find, erase }: ErasureKind<Row>,
  at: string,
): Promise<void> => {
  await retry(
    { times: tombstoneTries },
    async () => {
      const row = await find(key, key.verificationId)
      return !row || row.erasedAt !== undefined || (await erase(row, at)) || again()
    },
    () => new Fault('The record changed whenever it was to be erased'),
  )
}

/** So long something under way may leave traces: an upload comes while its link is good; a receiver's answer sooner. */
export const underWaySeconds = uploadSeconds + 60

/**
 * The mark goes first, so that what a crash left half done is known; the record goes last, so that a search finds it
 * again after one; and its traces once more, for what came meanwhile.
 */
const eraseRecord = async <Row extends StoredRecord>(
  key: VerificationKey,
  kind: ErasureKind<Row>,
  mode: ErasureMode,
): Promise<Erasure | undefined> => {
  const row = await kind.find(key, key.verificationId)
  if (!row) return undefined
  const { product, requestedAt, erasedAt } = row
  if (!mode.isDry && !erasedAt) await putEmptyObject(erasureMarkKey(key, mode.at))
  const traces = await eraseTraces(key, mode)
  if (!mode.isDry && !erasedAt) {
    await putTombstone(key, kind, mode.at)
    await eraseTraces(key, mode)
    log('verification.erased', { ...key, product })
  }
  const { verificationId } = key
  return { verificationId, product, requestedAt, ...(erasedAt && { erasedBefore: erasedAt }), ...traces }
}

/** What was written of searches is found by what the record still says. */
const eraseWithWords = async (verification: StoredVerification, at: string): Promise<boolean> => {
  await eraseSearchWords(verification.mode, await searchedValuesOf(verification))
  // Again by the stream, after what is still on its way there.
  await deleteCaseKeys(await caseKeysOf(verification))
  return eraseVerification(verification, at)
}

export const eraseById = async (key: VerificationKey, mode: ErasureMode): Promise<Erasure | undefined> =>
  (await eraseRecord(key, { find: findStored, erase: eraseWithWords }, mode)) ??
  eraseRecord(key, { find: findStoredLookup, erase: eraseLookup }, mode)
