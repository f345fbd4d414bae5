import { type DataKey, isRotationDue } from './data-key.ts'
import { dataKeys, findDataKeys } from './data-key-store.ts'
import { addFirstKey, type KeyRotation, rotateKey } from './rotating-key-store.ts'

/** Makes the first key, which encrypts from now on, unless there is one. Returns the newest. */
export const createFirstDataKey = async (nowMs: number): Promise<DataKey> => {
  const at = new Date(nowMs).toISOString()
  if ((await findDataKeys()).length === 0) await addFirstKey(dataKeys, { createdAt: at, from: at })
  return (await findDataKeys()).at(-1)!
}

/** What older keys encrypted stays as it is, and they stay as long as anything of it can. The first key takes over at once. */
export const rotateDataKey = async (nowMs: number): Promise<KeyRotation<DataKey>> =>
  (await rotateKey(dataKeys, nowMs)) ?? { next: await createFirstDataKey(nowMs) }

/** Starts a rotation if the newest key's period has ended. The operator generates the first key. */
export const rotateDataKeyIfDue = async (nowMs: number): Promise<DataKey | undefined> => {
  const last = (await findDataKeys()).at(-1)
  if (!last || !isRotationDue(last, nowMs)) return undefined
  const rotation = await rotateKey(dataKeys, nowMs)
  return rotation && 'next' in rotation ? rotation.next : undefined
}

export const toDataKeySummary = ({ n, createdAt, from }: DataKey) => ({ n, createdAt, from })
