import { linkItemKey, listWorkLinks } from '../../shared/link/store.ts'
import { database } from '../../shared/table/driver.ts'
import { compactionKey, devicesKey, trailPartition, verificationKey } from '../../shared/table/keys.ts'
import { queryAll } from '../../shared/table/paging.ts'
import type { Key } from '../../shared/table/port.ts'
import type { VerificationKey } from '../../shared/table/tenant.ts'
import { findStored } from '../../shared/verification/person-store.ts'

/* What time does to a verification, done at once. The table is the one that this process reaches. */

const dayMs = 86_400_000

export const trailItems = (key: VerificationKey): Promise<readonly Key[]> =>
  queryAll<Key>({ partition: trailPartition(key, key.verificationId), consistent: true })

/**
 * As if it had ended a month ago: nobody can object to it any more, its links are over, and the hours of its trail are
 * closed. Answers what makes the record as it was.
 */
export const age = async (key: VerificationKey): Promise<() => Promise<void>> => {
  const { updatedAt } = (await findStored(key, key.verificationId))!
  const ended = new Date(Date.parse(updatedAt) - 31 * dayMs).toISOString()
  const record = verificationKey(key, key.verificationId)
  await database.write({ update: record, set: { updatedAt: ended, chargedAt: updatedAt } })
  for (const link of await listWorkLinks(key))
    await database.write({ update: linkItemKey(link), set: { endsAtSeconds: 1, message: 'sent' } })
  for (const { pk, sk } of await trailItems(key))
    await database.write({ update: { pk, sk }, set: { logHour: '2026-01-01T00' } })
  return () => database.write({ update: record, set: { updatedAt }, remove: ['chargedAt'] })
}

/** As if its object had been stored the day before. */
export const ageObject = (key: VerificationKey): Promise<void> =>
  database.write({
    update: compactionKey(key, key.verificationId),
    set: { compactedAt: '2026-01-02T00:00:00.000Z' },
  })

/** As if this person had enrolled their devices the day before. */
export const ageDevices = async (personId: string): Promise<void> => {
  const key = devicesKey(personId)
  const { devices } = (await database.get<{ readonly devices: readonly object[] }>(key, {
    consistent: true,
  }))!
  const enrolledAt = new Date(Date.now() - dayMs).toISOString()
  await database.write({ update: key, set: { devices: devices.map(each => ({ ...each, enrolledAt })) } })
}
