import { type DataKey, isDue, keptDays, noticeMs, numberAfter } from './data-key.ts'
import { addDataKey, findDataKeys, succeedDataKey } from './data-key-store.ts'
import { expiresAt } from './retention.ts'
import { drawDataKey } from './wrapped-key.ts'

/** What came of a rotation: the key that takes over, or the one that is about to already. */
export type Rotation = { readonly next: DataKey } | { readonly pending: DataKey }

/** Makes the first key, which seals from now on, unless there is one. Answers the newest. */
export const makeFirstKey = async (nowMs: number): Promise<DataKey> => {
  const at = new Date(nowMs).toISOString()
  const [known] = await findDataKeys()
  if (!known) await addDataKey(await drawDataKey({ n: 1, createdAt: at, from: at }))
  return (await findDataKeys()).at(-1)!
}

const succeed = async (last: DataKey, nowMs: number): Promise<Rotation> => {
  const from = new Date(nowMs + noticeMs).toISOString()
  const next = await drawDataKey({
    n: numberAfter(last),
    createdAt: new Date(nowMs).toISOString(),
    from,
  })
  if (await succeedDataKey(last, next, expiresAt(from, keptDays))) return { next }
  return { pending: (await findDataKeys()).at(-1)! }
}

/**
 * Has a new key take over in ten minutes; the first one at once. Asked again meanwhile, or by two at once, it is one
 * rotation. What older keys sealed stays as it is, and they stay as long as anything of it can.
 */
export const rotateDataKey = async (nowMs: number): Promise<Rotation> => {
  const last = (await findDataKeys()).at(-1)
  if (!last) return { next: await makeFirstKey(nowMs) }
  return Date.parse(last.from) > nowMs ? { pending: last } : succeed(last, nowMs)
}

/** Has a new key take over where the newest has sealed for its period. The first one is the operator's to make. */
export const rotateWhenDue = async (nowMs: number): Promise<DataKey | undefined> => {
  const last = (await findDataKeys()).at(-1)
  if (!last || !isDue(last, nowMs)) return undefined
  const rotation = await succeed(last, nowMs)
  return 'next' in rotation ? rotation.next : undefined
}

/** A key as its operator sees it: without itself. */
export const toDataKeyLine = ({ n, createdAt, from }: DataKey) => ({ n, createdAt, from })
