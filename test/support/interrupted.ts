import { database } from '../../shared/table/driver.ts'
import type { Database } from '../../shared/table/port.ts'
import type { LocalLockedBucket } from './locked-bucket.ts'

/* What happens to work between any two of its calls of the table and of a locked bucket. */

type Call = keyof Database
const calls: readonly Call[] = ['get', 'getMany', 'query', 'transact']

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
