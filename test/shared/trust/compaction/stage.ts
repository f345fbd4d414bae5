import { vi } from 'vitest'
import { readCompacted } from '../../../../shared/table/compacted-object.ts'
import { createFirstDataKey } from '../../../../shared/table/data-key-rotation.ts'
import { clearDataKeyCache } from '../../../../shared/table/data-key-store.ts'
import { database } from '../../../../shared/table/driver.ts'
import { trailPartition, verificationKey } from '../../../../shared/table/keys.ts'
import { queryAll } from '../../../../shared/table/paging.ts'
import type { Database, Key } from '../../../../shared/table/port.ts'
import type { VerificationKey } from '../../../../shared/table/tenant.ts'
import { compactVerification } from '../../../../shared/trust/compaction/compact.ts'
import { fieldworkLimits } from '../../../support/fieldwork-limits.ts'
import { type LocalLockedBucket, openLockedBucket } from '../../../support/locked-bucket.ts'
import { startStage } from '../../table/stage.ts'

/* A real table and buckets, at times that the tests choose, and what happens between any two of their calls. */

export const dayMs = 86_400_000
export const startMs = Date.parse('2026-09-01T08:10:00.000Z')
/** The first day of compaction, after thirty of objections; and the next. */
export const dueMs = startMs + 32 * dayMs
export const nextMs = dueMs + dayMs

export const atTime = (nowMs: number) => vi.useFakeTimers({ toFake: ['Date'], now: nowMs })

export const startCompactions = async (): Promise<LocalLockedBucket> => {
  await startStage()
  Object.assign(process.env, {
    API_URL: 'https://api.example.com',
    STAGE: 'local',
    ID_NUMBER_SECRET: 'id-number-key',
    FIELDWORK_LIMITS: fieldworkLimits({ agentLeaseSeconds: 3600, offerSeconds: 600 }),
  })
  const bucket = await openLockedBucket('trail-log')
  atTime(startMs)
  await createFirstDataKey(startMs)
  clearDataKeyCache()
  return bucket
}

/** The hours of all that happened at first. */
const closedUpTo = '2026-09-02T00'

export const compactAt = (key: VerificationKey, nowMs: number) => {
  atTime(nowMs)
  return compactVerification(key, { closedUpTo, nowMs })
}

/** What the table holds of it, apart from its record. */
export const itemsOf = async (key: VerificationKey): Promise<readonly Key[]> => {
  const { pk } = verificationKey(key, key.verificationId)
  const partitions = [pk, trailPartition(key, key.verificationId)]
  return (
    await Promise.all(partitions.map(partition => queryAll<Key>({ partition, consistent: true })))
  ).flat()
}

/** The digests of its objects. */
export const objectsOf = (bucket: LocalLockedBucket, key: VerificationKey): readonly string[] =>
  bucket
    .media()
    .filter(name => name.startsWith('compacted/') && name.includes(`/${key.verificationId}/`))
    .map(name => name.split('/').at(-1)!)

/** All that is stored of it, opened, as text. */
export const storedText = async (bucket: LocalLockedBucket, key: VerificationKey): Promise<string> => {
  const objects = await Promise.all(objectsOf(bucket, key).map(digest => readCompacted(key, digest)))
  return JSON.stringify([await itemsOf(key), objects])
}

type Call = keyof Database
const calls: readonly Call[] = ['get', 'getMany', 'query', 'write']

/** What becomes of one call: it may be made, or not; what comes after it may be made, or not. */
export interface Interruption {
  readonly before?: () => Promise<unknown>
  readonly death?: 'before' | 'after'
}

class Death extends Error {}

/**
 * Does some work, and interrupts it at one of its calls of table or bucket, counted from 1. Whoever has died makes no
 * call any more. Answers whether it came so far.
 */
export const interrupted = async (
  bucket: LocalLockedBucket,
  work: () => Promise<unknown>,
  at: number,
  { before, death }: Interruption,
): Promise<boolean> => {
  const real = { ...database }
  let [count, isDead, isOff] = [0, false, false]
  const meet = async (): Promise<'before' | 'after' | undefined> => {
    if (isOff) return undefined
    if (isDead) return 'before'
    count += 1
    if (count !== at) return undefined
    if (before) {
      isOff = true
      await before()
      isOff = false
    }
    if (death) isDead = true
    return death
  }
  const around =
    (call: Call) =>
    async (...given: readonly never[]): Promise<unknown> => {
      const met = await meet()
      if (met === 'before') throw new Death()
      const answer = await (real[call] as (...all: readonly never[]) => Promise<unknown>)(...given)
      if (met === 'after') throw new Death()
      return answer
    }
  Object.assign(database, Object.fromEntries(calls.map(call => [call, around(call)])))
  bucket.refuse(async () => {
    const met = await meet()
    return met === 'after' ? 'afterwards' : met === 'before'
  })
  try {
    await work()
  } catch (error) {
    if (!isDead) throw error
  } finally {
    Object.assign(database, real)
    bucket.refuse(() => false)
  }
  return count >= at
}
