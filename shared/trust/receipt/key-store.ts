import { database } from '../../table/driver.ts'
import { receiptKey, receiptKeysPartition } from '../../table/keys.ts'
import { absent, conditionsMet, type Put, type Update } from '../../table/port.ts'
import type { ReceiptSigningKey } from './key.ts'

/** Every key there ever was, oldest first: they stay as long as receipts do, for ever. Thousands are one page. */
export const findReceiptKeys = async (): Promise<readonly ReceiptSigningKey[]> =>
  (await database.query<ReceiptSigningKey>({ partition: receiptKeysPartition, consistent: true })).items

const put = (key: ReceiptSigningKey): Put => ({ put: { ...key, ...receiptKey(key.n) }, condition: absent })

/** Answers false if there is another one in its place. */
export const addReceiptKey = (key: ReceiptSigningKey): Promise<boolean> =>
  conditionsMet(database.write(put(key)))

const stillLast = 'attribute_exists(#pk) AND attribute_not_exists(#until)'

/** Has a key take over from the last one when its time begins. Answers false if another one has by now. */
export const activateReceiptKey = (
  last: ReceiptSigningKey,
  next: ReceiptSigningKey,
  marks: object = {},
): Promise<boolean> => {
  const end: Update = {
    update: receiptKey(last.n),
    set: { until: next.from, ...marks },
    condition: { when: stillLast },
  }
  return conditionsMet(database.write(end, put(next)))
}

/** Notes since when a key that another one has followed was in wrong hands; the earliest time that was said stays. */
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
