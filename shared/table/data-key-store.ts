import type { DataKey } from './data-key.ts'
import { query } from './driver-read.ts'
import { write } from './driver-write.ts'
import { dataKey, dataKeysPartition } from './keys.ts'
import { absent, conditionsMet, type Put, present } from './port.ts'

/** Every key that something may be sealed under, oldest first. */
export const findDataKeys = async (): Promise<readonly DataKey[]> =>
  (await query<DataKey>({ partition: dataKeysPartition, consistent: true })).items

const putOf = (key: DataKey): Put => ({ put: { ...key, ...dataKey(key.n) }, condition: absent })

/** Answers false if there is another one in its place. */
export const addDataKey = (key: DataKey): Promise<boolean> => conditionsMet(write(putOf(key)))

/** Has a key take over when its time begins, and the last one go at a time. Answers false if another took over by now. */
export const activateDataKey = (last: DataKey, next: DataKey, expiresAt: number): Promise<boolean> =>
  conditionsMet(write(putOf(next), { update: dataKey(last.n), set: { expiresAt }, condition: present }))
