import { listObjects } from '../aws/bucket.ts'
import { type ErasureMark, parseErasureMark, marksPrefix } from './erasure-mark.ts'

/** What was erased at or after a time, ISO 8601, each once, oldest first. Marks are kept for `erasureDays`. */
export const listErasures = async (since: string): Promise<readonly ErasureMark[]> => {
  const marks = (await listObjects(marksPrefix)).flatMap(({ key }) => parseErasureMark(key) ?? [])
  const erased = marks.filter(({ erasedAt }) => erasedAt >= new Date(since).toISOString())
  const each = Map.groupBy(erased, ({ organisationId, mode, verificationId }) =>
    [organisationId, mode, verificationId].join(),
  )
  return [...each.values()].map(([first]) => first!)
}
