import type * as z from 'zod/mini'
import { database } from '../table/driver.ts'
import { failureOf } from '../table/port.ts'
import { findKeys, type RotatingKey } from '../table/rotating-key-store.ts'
import type { ReceiptKey } from './contract.ts'
import { receiptKey, receiptKeysPartition } from './key-kind.ts'

export interface ReceiptSigningKey extends RotatingKey {
  readonly kid: string
  readonly x: string
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

export const receiptKeyItems = { partition: receiptKeysPartition, itemKey: receiptKey } as const

/** Every key there ever was, oldest first: they stay for ever, as receipts do. */
export const findReceiptKeys = (): Promise<readonly ReceiptSigningKey[]> => findKeys(receiptKeyItems)

/** For a key that another one has followed; the earliest time that was said stays. */
export const markCompromised = async (key: ReceiptSigningKey, compromisedSince: string): Promise<boolean> => {
  const mark = {
    update: receiptKey(key.n),
    set: { compromisedSince },
    condition: {
      when: 'attribute_exists(#until) AND (attribute_not_exists(#compromisedSince) OR #compromisedSince > :compromisedSince)',
      values: { compromisedSince },
    },
  }
  const failure = await failureOf(database.transact({ mark }))
  return !failure || failure.items.mark?.compromisedSince !== undefined
}
