import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { cached } from '../aws/cache.ts'
import { setting } from '../aws/environment.ts'
import { Fault } from '../aws/errors.ts'
import { decryptWith, type EncryptionPurpose, encryptAnew, encryptWith } from '../aws/secret.ts'
import { type DataKey, dataKeyAt, dataKeyCacheMs } from './data-key.ts'
import { query, write } from './dynamodb.ts'
import { dataKey, dataKeysPartition } from './keys.ts'
import { absent, conditionsMet, type Put, present } from './port.ts'

const keyBytes = 32

/** A secret of its own: whoever reads the table, its stream or a backup lacks it, and it opens nothing else. */
const wrapping = (): EncryptionPurpose => ({ purpose: 'data-key', secretName: setting('DATA_KEY_SECRET') })

const subjectOf = ({ n }: Pick<DataKey, 'n'>): string => `${n}`

export const generateDataKey = async (
  period: Pick<DataKey, 'n' | 'createdAt' | 'from'>,
): Promise<DataKey> => ({
  ...period,
  wrapped: await encryptWith(wrapping(), subjectOf(period), randomBytes(keyBytes)),
})

/** As a `KeyObject`, a cipher starts four times faster than with the same bytes. @throws Error for a changed key or another secret */
const unwrapDataKey = async (key: DataKey): Promise<KeyObject> =>
  createSecretKey(await decryptWith(wrapping(), subjectOf(key), key.wrapped))

export const findDataKeys = async (): Promise<readonly DataKey[]> =>
  (await query<DataKey>({ partition: dataKeysPartition, consistent: true })).items

const putOf = (key: DataKey): Put => ({ put: { ...key, ...dataKey(key.n) }, condition: absent })

/** Wraps with the secret's current value what the one before has wrapped. Answers how many those were. */
export const rewrapDataKeys = async (): Promise<number> => {
  let moved = 0
  for (const key of await findDataKeys()) {
    const wrapped = await encryptAnew(wrapping(), subjectOf(key), key.wrapped)
    // One whose time ends meanwhile stays gone.
    if (
      wrapped &&
      (await conditionsMet(write({ update: dataKey(key.n), set: { wrapped }, condition: present })))
    )
      moved++
  }
  return moved
}

export const addDataKey = (key: DataKey): Promise<boolean> => conditionsMet(write(putOf(key)))

/** Has a key take over when its time begins, and the last one go at a time. Answers false if another took over by now. */
export const activateDataKey = (last: DataKey, next: DataKey, expiresAt: number): Promise<boolean> =>
  conditionsMet(write(putOf(next), { update: dataKey(last.n), set: { expiresAt }, condition: present }))

export interface UnwrappedKey extends Pick<DataKey, 'n' | 'from'> {
  readonly key: KeyObject
}

const read = async (): Promise<readonly UnwrappedKey[]> =>
  Promise.all(
    (await findDataKeys()).map(async one => ({ n: one.n, from: one.from, key: await unwrapDataKey(one) })),
  )

const openKeys = cached(read)

/** The key that seals now; undefined in a stage whose first key was not made yet, which writes in clear. */
export const getEncryptionKey = async (nowMs: number): Promise<UnwrappedKey | undefined> =>
  dataKeyAt(await openKeys.within(dataKeyCacheMs, nowMs), nowMs)

const numbered = (keys: readonly UnwrappedKey[], n: number): UnwrappedKey | undefined =>
  keys.find(each => each.n === n)

/** The key of a number; an unknown one may have been made a moment ago. @throws Fault if there is none (any more) */
export const getDecryptionKey = async (n: number, nowMs: number): Promise<UnwrappedKey> => {
  const key =
    numbered(await openKeys.within(Number.POSITIVE_INFINITY, nowMs), n) ??
    numbered(await openKeys.within(0, nowMs), n)
  if (!key) throw new Fault(`There is no data key ${n}`)
  return key
}

export const clearDataKeyCache = openKeys.forget
