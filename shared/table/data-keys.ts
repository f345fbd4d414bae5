import { Fault } from '../aws/errors.ts'
import { cached } from '../aws/cache.ts'
import { type DataKey, keptMs, keyAt } from './data-key.ts'
import { findDataKeys } from './data-key-store.ts'
import { unwrap } from './wrapped-key.ts'

/** A key that this container has unwrapped. */
export interface OpenKey extends Pick<DataKey, 'n' | 'from'> {
  readonly key: Buffer
}

const read = async (): Promise<readonly OpenKey[]> =>
  Promise.all((await findDataKeys()).map(async one => ({ n: one.n, from: one.from, key: await unwrap(one) })))

const openKeys = cached(read)

/** The key that seals now; undefined in a stage whose first key was not made yet, which writes in clear. */
export const sealingKey = async (nowMs: number): Promise<OpenKey | undefined> =>
  keyAt(await openKeys.within(keptMs, nowMs), nowMs)

const numbered = (keys: readonly OpenKey[], n: number): OpenKey | undefined => keys.find(each => each.n === n)

/** The key of a number; an unknown one may have been made a moment ago. @throws Fault if there is none (any more) */
export const openingKey = async (n: number, nowMs: number): Promise<OpenKey> => {
  const key =
    numbered(await openKeys.within(Number.POSITIVE_INFINITY, nowMs), n) ??
    numbered(await openKeys.within(0, nowMs), n)
  if (!key) throw new Fault(`There is no data key ${n}`)
  return key
}

/** Forgets what was read, as a new container would. */
export const forgetDataKeys = openKeys.forget
