import {
  activateReceiptKey,
  findReceiptKeys,
  markCompromised,
  type ReceiptSigningKey,
  toReceiptKey,
} from './key-store.ts'
import { generateReceiptKey, receiptKeyCacheMs } from './signing.ts'

/** A new key is published this long before its time: longer than containers and readers of `jwks.json` keep the keys. */
export const receiptKeyLeadMs = 10 * receiptKeyCacheMs

/** Its time begins with a second: receipts know no shorter time. */
const successor = (last: ReceiptSigningKey, fromMs: number, nowMs: number): Promise<ReceiptSigningKey> => {
  const from = new Date(Math.ceil(fromMs / 1000) * 1000).toISOString()
  return generateReceiptKey({ n: last.n + 1, createdAt: new Date(nowMs).toISOString(), from })
}

type ReceiptKeyRotation =
  | { readonly next: ReceiptSigningKey }
  | { readonly pending: ReceiptSigningKey }
  | { readonly none: true }

/** Has a new key take over in ten minutes. Asked again meanwhile, or by two at once, it is one rotation. */
export const rotateSigningKey = async (nowMs: number): Promise<ReceiptKeyRotation> => {
  const last = (await findReceiptKeys()).at(-1)
  // The first organisation makes the first key.
  if (!last) return { none: true }
  if (Date.parse(last.from) > nowMs) return { pending: last }
  const next = await successor(last, nowMs + receiptKeyLeadMs, nowMs)
  if (await activateReceiptKey(last, next)) return { next }
  return { pending: (await findReceiptKeys()).at(-1)! }
}

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
    ? activateReceiptKey(key, await successor(key, nowMs, nowMs), { compromisedSince: since })
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
