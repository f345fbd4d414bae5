import {
  type DataKey,
  dataKeyLeadMs,
  dataKeyRetentionDays,
  isRotationDue,
  nextKeyNumber,
} from './data-key.ts'
import { activateDataKey, addDataKey, findDataKeys, generateDataKey } from './data-key-store.ts'
import { expiresAt } from './retention.ts'

export type DataKeyRotation = { readonly next: DataKey } | { readonly pending: DataKey }

/** Makes the first key, which seals from now on, unless there is one. Answers the newest. */
export const createFirstDataKey = async (nowMs: number): Promise<DataKey> => {
  const at = new Date(nowMs).toISOString()
  const [known] = await findDataKeys()
  if (!known) await addDataKey(await generateDataKey({ n: 1, createdAt: at, from: at }))
  return (await findDataKeys()).at(-1)!
}

const succeed = async (last: DataKey, nowMs: number): Promise<DataKeyRotation> => {
  const from = new Date(nowMs + dataKeyLeadMs).toISOString()
  const next = await generateDataKey({
    n: nextKeyNumber(last),
    createdAt: new Date(nowMs).toISOString(),
    from,
  })
  if (await activateDataKey(last, next, expiresAt(from, dataKeyRetentionDays))) return { next }
  return { pending: (await findDataKeys()).at(-1)! }
}

/**
 * Has a new key take over in ten minutes; the first one at once. Asked again meanwhile, or by two at once, it is one
 * rotation. What older keys sealed stays as it is, and they stay as long as anything of it can.
 */
export const rotateDataKey = async (nowMs: number): Promise<DataKeyRotation> => {
  const last = (await findDataKeys()).at(-1)
  if (!last) return { next: await createFirstDataKey(nowMs) }
  return Date.parse(last.from) > nowMs ? { pending: last } : succeed(last, nowMs)
}

/** Starts a rotation if the newest key's period has ended. The operator generates the first key. */
export const rotateDataKeyIfDue = async (nowMs: number): Promise<DataKey | undefined> => {
  const last = (await findDataKeys()).at(-1)
  if (!last || !isRotationDue(last, nowMs)) return undefined
  const rotation = await succeed(last, nowMs)
  return 'next' in rotation ? rotation.next : undefined
}

export const toDataKeySummary = ({ n, createdAt, from }: DataKey) => ({ n, createdAt, from })
