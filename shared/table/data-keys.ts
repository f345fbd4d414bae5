import type { KeyObject } from 'node:crypto'
import { Fault } from '../aws/errors.ts'
import { cached } from '../aws/cache.ts'
import { type DataKey, dataKeyCacheMs, dataKeyAt } from './data-key.ts'
import { findDataKeys } from './data-key-store.ts'
import { unwrapDataKey } from './wrapped-key.ts'

/** A key that this container has unwrapped. */
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

/** Forgets what was read, as a new container would. */
export const clearDataKeyCache = openKeys.forget
