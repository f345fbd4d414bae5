import type { Claim, KeptAnswer, RepeatKey } from '../domain/repeat.ts'
import { ConditionFailed, type Database, type Item } from './database.ts'
import { repeatKey } from './keys.ts'
import { retentionDays } from './retention.ts'

/** How long a request may be under way before another with its key may take over, in seconds: API Gateway ends it after 30. */
const lockSeconds = 35

interface RepeatItem {
  readonly bodyDigest: string
  /** The id that the first request drew: a request that takes over after a crash uses it too, so that nothing is made twice. */
  readonly id: number
  /** Seconds since 1970. */
  readonly lockedUntil: number
  readonly expiresAt: number
  readonly answer?: KeptAnswer
}

const keyOf = (key: RepeatKey) => repeatKey(key, key.clientId, key.keyDigest)

const claimWrite = (key: RepeatKey, bodyDigest: string, id: number, nowSeconds: number) => ({
  put: {
    ...keyOf(key),
    bodyDigest,
    id,
    lockedUntil: nowSeconds + lockSeconds,
    expiresAt: nowSeconds + retentionDays.repeat * 86_400,
  },
  condition: { when: 'attribute_not_exists(#pk) OR #expiresAt <= :nowSeconds', values: { nowSeconds } },
})

const takeOver = async (
  database: Database,
  key: RepeatKey,
  held: RepeatItem,
  nowSeconds: number,
): Promise<Claim> => {
  try {
    await database.write({
      update: keyOf(key),
      set: { lockedUntil: nowSeconds + lockSeconds },
      condition: {
        when: '#lockedUntil = :before AND attribute_not_exists(#answer)',
        values: { before: held.lockedUntil },
      },
    })
    return { kind: 'takeover', id: held.id }
  } catch (error) {
    if (error instanceof ConditionFailed) return { kind: 'in-flight' }
    throw error
  }
}

/** Claims a key for a request; two at the same time get one `first`. */
export const claim = async (
  database: Database,
  key: RepeatKey,
  request: { bodyDigest: string; id: number; nowMs: number },
): Promise<Claim> => {
  const nowSeconds = Math.floor(request.nowMs / 1000)
  try {
    await database.write(claimWrite(key, request.bodyDigest, request.id, nowSeconds))
    return { kind: 'first', id: request.id }
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    const held = error.items[0] as unknown as RepeatItem
    if (held.bodyDigest !== request.bodyDigest) return { kind: 'other-body' }
    if (held.answer) return { kind: 'answered', answer: held.answer }
    return held.lockedUntil > nowSeconds ? { kind: 'in-flight' } : takeOver(database, key, held, nowSeconds)
  }
}

/** Keeps the answer, so that the same request gets it again for 24 hours; without one, that request takes over. */
export const settle = async (
  database: Database,
  key: RepeatKey,
  answer: KeptAnswer | undefined,
): Promise<void> => {
  const set = answer ? { answer: answer as unknown as Item } : { lockedUntil: 0 }
  await database.write({ update: keyOf(key), set })
}

/** Forgets a claim whose request was refused: the caller may correct it and use the key again. */
export const release = async (database: Database, key: RepeatKey): Promise<void> => {
  await database.write({ delete: keyOf(key) })
}
