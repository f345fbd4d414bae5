import { defineKind, padded, toKey } from './kind.ts'

export const dataKeysPartition = 'data-keys'

/** `data-keys`, `<n>`; read by whoever reads or writes what is sealed. */
export const dataKeyKind = defineKind({ name: 'dataKey', writable: [dataKeysPartition] })

export const dataKey = (n: number) => toKey(dataKeysPartition, padded(n))
