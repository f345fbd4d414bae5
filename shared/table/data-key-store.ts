import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { cached } from '../aws/cache.ts'
import { setting } from '../aws/environment.ts'
import { Fault } from '../aws/errors.ts'
import { dataKey, dataKeysPartition } from './data-key-kind.ts'
import { type DataKey, dataKeyAt, dataKeyCacheMs, dataKeyRetentionDays } from './data-key.ts'
import { expiresAt } from './retention.ts'
import { findKeys, type KeyUse, openKey, sealKey } from './rotating-key-store.ts'

const keyBytes = 32

/** They encrypt what the table holds of a person. */
export const dataKeys: KeyUse<DataKey> = {
  partition: dataKeysPartition,
  itemKey: dataKey,
  secret: () => ({ purpose: 'data-key', secretName: setting('DATA_KEY_SECRET') }),
  subjectOf: ({ n }) => `${n}`,
  generate: async period => ({
    ...period,
    sealed: await sealKey(dataKeys, `${period.n}`, randomBytes(keyBytes)),
  }),
  endedBy: ({ from }) => ({ expiresAt: expiresAt(from, dataKeyRetentionDays) }),
}

export const findDataKeys = (): Promise<readonly DataKey[]> => findKeys(dataKeys)

/** As a `KeyObject`, a cipher starts four times faster than with the same bytes. */
const openDataKey = async (key: DataKey): Promise<KeyObject> => createSecretKey(await openKey(dataKeys, key))

export interface OpenDataKey extends Pick<DataKey, 'n' | 'from'> {
  readonly key: KeyObject
}

const read = async (): Promise<readonly OpenDataKey[]> =>
  Promise.all(
    (await findDataKeys()).map(async one => ({ n: one.n, from: one.from, key: await openDataKey(one) })),
  )

const openKeys = cached(read)

/** The key that encrypts now; undefined in a stage whose first key was not made yet, which writes in clear. */
export const getEncryptionKey = async (nowMs: number): Promise<OpenDataKey | undefined> =>
  dataKeyAt(await openKeys.within(dataKeyCacheMs, nowMs), nowMs)

const numbered = (keys: readonly OpenDataKey[], n: number): OpenDataKey | undefined =>
  keys.find(each => each.n === n)

/** The key of a number; an unknown one may have been made a moment ago. @throws Fault if there is none (any more) */
export const getDecryptionKey = async (n: number, nowMs: number): Promise<OpenDataKey> => {
  const key =
    numbered(await openKeys.within(Number.POSITIVE_INFINITY, nowMs), n) ??
    numbered(await openKeys.within(0, nowMs), n)
  if (!key) throw new Fault(`There is no data key ${n}`)
  return key
}

export const clearDataKeyCache = openKeys.forget
