import { defineKind, padded, toKey } from '../table/kind.ts'

export const receiptKeysPartition = 'receipt-keys'

/** `receipt-keys`, `<n>`; read by receipts, jwks.json, administer. */
export const receiptKeyKind = defineKind({ name: 'receiptKey', writable: [receiptKeysPartition] })

export const receiptKey = (n: number) => toKey(receiptKeysPartition, padded(n))
