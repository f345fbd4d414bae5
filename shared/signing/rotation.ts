import { succeedKey } from '../table/rotating-key-store.ts'
import { findReceiptKeys, markCompromised, type ReceiptSigningKey, toReceiptKey } from './key-store.ts'
import { receiptKeys } from './signing.ts'

/**
 * The newest key has a successor at once, without notice; another one signs anew what a compromised key has signed.
 * Returns the keys as they are then; undefined if there is no such key.
 */
export const markKeyCompromised = async (
  kid: string,
  since: string,
  nowMs: number,
): Promise<readonly ReceiptSigningKey[] | undefined> => {
  const keys = await findReceiptKeys()
  const key = keys.find(each => each.kid === kid)
  if (!key) return undefined
  const isMarked = await (key.until === undefined
    ? succeedKey(receiptKeys, key, { nowMs, fromMs: nowMs, marks: { compromisedSince: since } })
    : markCompromised(key, since))
  // Somebody had another one follow it just now: it is an earlier one, and marked as such.
  if (!isMarked) await markCompromised(key, since)
  return findReceiptKeys()
}

export const toReceiptKeySummary = (key: ReceiptSigningKey) => {
  const { kid, from, until, compromisedSince } = toReceiptKey(key)
  return { kid, from, until, compromisedSince }
}

export const listKeys = async () => (await findReceiptKeys()).map(toReceiptKeySummary)
