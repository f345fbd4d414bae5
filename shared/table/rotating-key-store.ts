import { decryptWith, type EncryptionPurpose, encryptAnew, encryptWith } from '../aws/secret.ts'
import { query, transact } from './dynamodb.ts'
import { maxKeyNumber } from './encrypted-value.ts'
import { absent, conditionsMet, type Key as ItemKey, type Put, present } from './port.ts'

/**
 * A key of the stage that others follow. The table holds them all, each encrypted with a secret: whoever reads the table,
 * its stream or a backup lacks that.
 */
export interface RotatingKey {
  readonly n: number
  readonly sealed: Uint8Array
  readonly createdAt: string
  readonly from: string
}

export type KeyPeriod = Pick<RotatingKey, 'n' | 'createdAt' | 'from'>

/** What the keys of a row are for. */
export interface KeyUse<Key extends RotatingKey> {
  readonly partition: string
  itemKey(n: number): ItemKey
  /** Of its own for each use. */
  secret(): EncryptionPurpose
  /** What a key is bound to: it opens as no other. */
  subjectOf(key: Key): string
  generate(period: KeyPeriod): Promise<Key>
  /** What a key says of its end once another follows it. */
  endedBy(next: Key): object
}

/** How long before its time a key is in the table: longer than containers, and readers of `jwks.json`, keep what they read. */
export const keyLeadMs = 600_000

/** Oldest first. Thousands are one page. */
export const findKeys = async <Key extends RotatingKey>({
  partition,
}: Pick<KeyUse<Key>, 'partition'>): Promise<readonly Key[]> =>
  (await query<Key>({ partition, consistent: true })).items

/** @throws Error for a changed key or another secret */
export const openKey = <Key extends RotatingKey>(use: KeyUse<Key>, key: Key): Promise<Buffer> =>
  decryptWith(use.secret(), use.subjectOf(key), key.sealed)

export const sealKey = (
  { secret }: Pick<KeyUse<RotatingKey>, 'secret'>,
  subject: string,
  bytes: Uint8Array,
): Promise<Uint8Array> => encryptWith(secret(), subject, bytes)

const putOf = (key: RotatingKey, at: ItemKey): Put => ({ put: { ...key, ...at }, condition: absent })

/** Makes the first key. Returns undefined if another did by now. */
export const addFirstKey = async <Key extends RotatingKey>(
  use: KeyUse<Key>,
  period: Omit<KeyPeriod, 'n'>,
): Promise<Key | undefined> => {
  const first = await use.generate({ ...period, n: 1 })
  return (await conditionsMet(transact({ first: putOf(first, use.itemKey(first.n)) }))) ? first : undefined
}

/** The number after a key's. @throws RangeError beyond the last: after 5,000 years of monthly ones */
export const nextKeyNumber = ({ n }: Pick<RotatingKey, 'n'>): number => {
  if (n >= maxKeyNumber) throw new RangeError('There is no number for another key')
  return n + 1
}

interface Succession {
  readonly nowMs: number
  /** It begins with a second: receipts know no shorter time. */
  readonly fromMs: number
  /** Besides what each key says of its end. */
  readonly marks?: object
}

/** Has a new key take over from the last one. Returns undefined if another did by now. */
export const succeedKey = async <Key extends RotatingKey>(
  use: KeyUse<Key>,
  last: Key,
  { nowMs, fromMs, marks }: Succession,
): Promise<Key | undefined> => {
  const from = new Date(Math.ceil(fromMs / 1000) * 1000).toISOString()
  const next = await use.generate({ n: nextKeyNumber(last), createdAt: new Date(nowMs).toISOString(), from })
  const end = { update: use.itemKey(last.n), set: { ...use.endedBy(next), ...marks }, condition: present }
  return (await conditionsMet(transact({ next: putOf(next, use.itemKey(next.n)), end }))) ? next : undefined
}

export type KeyRotation<Key> = { readonly next: Key } | { readonly pending: Key }

/**
 * Has a new key take over when its lead is over. Asked again meanwhile, or by two at once, it is one rotation. Returns
 * undefined where there is no key yet.
 */
export const rotateKey = async <Key extends RotatingKey>(
  use: KeyUse<Key>,
  nowMs: number,
): Promise<KeyRotation<Key> | undefined> => {
  const last = (await findKeys<Key>(use)).at(-1)
  if (!last) return undefined
  if (Date.parse(last.from) > nowMs) return { pending: last }
  const next = await succeedKey(use, last, { nowMs, fromMs: nowMs + keyLeadMs })
  return next ? { next } : { pending: (await findKeys<Key>(use)).at(-1)! }
}

/** Encrypts with the secret's current value what the one before has encrypted. Returns how many keys those were. */
export const resealKeys = async <Key extends RotatingKey>(use: KeyUse<Key>): Promise<number> => {
  let moved = 0
  for (const key of await findKeys<Key>(use)) {
    const sealed = await encryptAnew(use.secret(), use.subjectOf(key), key.sealed)
    if (!sealed) continue
    // One whose time ends meanwhile stays gone.
    const sealing = { update: use.itemKey(key.n), set: { sealed }, condition: present }
    if (await conditionsMet(transact({ sealing }))) moved++
  }
  return moved
}
