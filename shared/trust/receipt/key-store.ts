import type * as z from 'zod/mini'
import { database } from '../../table/driver.ts'
import { receiptKey, receiptKeysPartition } from '../../table/keys.ts'
import { absent, conditionsMet, type Put, present } from '../../table/port.ts'
import type { ReceiptKey } from './contract.ts'

export interface ReceiptSigningKey {
  readonly n: number
  readonly kid: string
  readonly x: string
  readonly sealed: Uint8Array
  readonly createdAt: string
  readonly from: string
  readonly until?: string
  readonly compromisedSince?: string
}

/** The first key signs for all that became final before there was any. */
export const beginningOfTime = '1970-01-01T00:00:00.000Z'

const covers = ({ from, until }: ReceiptSigningKey, ms: number): boolean =>
  Date.parse(from) <= ms && (until === undefined || ms < Date.parse(until))

/**
 * The key that signs for what became final at a time: always the same one, so that a receipt is the same whenever it is
 * asked for. Of a time whose key was compromised, the newest one that is not.
 * @throws RangeError where every key is, which administration never leaves so
 */
export const receiptKeyAt = (keys: readonly ReceiptSigningKey[], ms: number): ReceiptSigningKey => {
  const trusted = keys.filter(key => !key.compromisedSince)
  const key = trusted.find(each => covers(each, ms)) ?? trusted.at(-1)
  if (!key) throw new RangeError('There is no key to sign receipts with')
  return key
}

export const toReceiptKey = (key: ReceiptSigningKey): z.infer<typeof ReceiptKey> => {
  const { x, kid, from, until = null, compromisedSince = null } = key
  return { kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA', from, until, compromisedSince }
}

/** Every key there ever was, oldest first: they stay for ever, as receipts do. Thousands are one page. */
export const findReceiptKeys = async (): Promise<readonly ReceiptSigningKey[]> =>
  (await database.query<ReceiptSigningKey>({ partition: receiptKeysPartition, consistent: true })).items

const put = (key: ReceiptSigningKey): Put => ({ put: { ...key, ...receiptKey(key.n) }, condition: absent })

export const addReceiptKey = (key: ReceiptSigningKey): Promise<boolean> =>
  conditionsMet(database.write(put(key)))

/** Has a key take over from the last one when its time begins. Answers false if another one has by now. */
export const activateReceiptKey = (
  last: ReceiptSigningKey,
  next: ReceiptSigningKey,
  marks: object = {},
): Promise<boolean> =>
  conditionsMet(
    database.write(
      {
        update: receiptKey(last.n),
        set: { until: next.from, ...marks },
        condition: { when: 'attribute_exists(#pk) AND attribute_not_exists(#until)' },
      },
      put(next),
    ),
  )

/** The same private half, encrypted anew. */
export const replaceSealed = (key: ReceiptSigningKey, sealed: Uint8Array): Promise<void> =>
  database.write({ update: receiptKey(key.n), set: { sealed }, condition: present })

/** For a key that another one has followed; the earliest time that was said stays. */
export const markCompromised = (key: ReceiptSigningKey, compromisedSince: string): Promise<boolean> =>
  conditionsMet(
    database.write({
      update: receiptKey(key.n),
      set: { compromisedSince },
      condition: {
        when: 'attribute_exists(#until) AND (attribute_not_exists(#compromisedSince) OR #compromisedSince > :compromisedSince)',
        values: { compromisedSince },
      },
    }),
    ([stored]) => stored?.compromisedSince !== undefined,
  )
