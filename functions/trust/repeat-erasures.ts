import { Fault } from '../../shared/aws/errors.ts'
import { errorLogFields, log } from '../../shared/aws/log.ts'
import { eraseById, underWaySeconds } from '../../shared/subject/erasure.ts'
import { type ErasureMark, listErasures } from '../../shared/subject/erasure-mark.ts'

/** Longer than the hour between two rounds, so that the next ones make up for a round that failed. */
const reachMs = 3 * 3600_000

const wasRepeated = async ({ erasedAt: _, ...key }: ErasureMark, at: string): Promise<boolean> => {
  try {
    await eraseById(key, { at, isDry: false })
    return true
  } catch (error) {
    log('erasure.not-repeated', { ...key, ...errorLogFields(error) })
    return false
  }
}

/**
 * Erases once more what was erased in the last hours, as soon as nothing of it is under way: an upload link was out, a
 * receiver still answered, or the first erasure broke off after its mark.
 */
export const handler = async (): Promise<void> => {
  const nowMs = Date.now()
  const marks = await listErasures(new Date(nowMs - reachMs).toISOString())
  let failed = 0
  for (const mark of marks)
    if (Date.parse(mark.erasedAt) + underWaySeconds * 1000 <= nowMs)
      if (!(await wasRepeated(mark, new Date(nowMs).toISOString()))) failed++
  if (failed > 0) throw new Fault(`Erasures that could not be repeated: ${failed}`)
}
