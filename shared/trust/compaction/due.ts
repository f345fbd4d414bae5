import { daysLater } from '../../table/retention.ts'
import { isFinal, type Outcome } from '../../verification/contract/outcome.ts'

/** A longer trail keeps its later entries in the table, which has the digest of each entry that an object holds. */
export const maxCompactedEntries = 100

/** What is known of a verification where it is listed. Times are ISO 8601. */
interface EndedRecord {
  readonly outcome: Outcome
  readonly updatedAt: string
}

const dayMs = 86_400_000
const dayOf = (ms: number): number => Math.floor(ms / dayMs)

/** When nobody can object to its end any more. Undefined while it has none. */
export const findObjectionEnd = (
  { outcome, updatedAt }: EndedRecord,
  disputeDays: number,
): number | undefined => (isFinal(outcome) ? Date.parse(daysLater(updatedAt, disputeDays)) : undefined)

/**
 * Whether a verification is looked at today: one, two, four, eight… days after the time for objections. On the first day
 * its object is stored, on the second its items go. Those after them are for what had to wait, or failed.
 */
export const isCompactionDay = (record: EndedRecord, disputeDays: number, nowMs: number): boolean => {
  const endMs = findObjectionEnd(record, disputeDays)
  const days = endMs === undefined ? 0 : dayOf(nowMs) - dayOf(endMs)
  return days > 0 && Number.isInteger(Math.log2(days))
}
