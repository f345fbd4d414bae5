import { expiryTime } from '../table/retention.ts'
import { tableSchema } from '../table/schema.ts'

/** Stands in an export for the id of somebody who is not its subject. */
export const redactionMarker = 'withheld'

/** Words of ours for who did something. */
const parties = ['applicant', 'customer', 'employer', 'operator', 'service', 'simulated-agent']

/** Fields with the ids of those who work on a verification, of their devices, or of a customer's program. */
const naming = ['by', 'agent', 'visitedBy', 'reviewer', 'takenBy', 'decidedBy', 'deviceId', 'clientId']

/** Where an item lies in the table. */
const placing = [tableSchema, ...tableSchema.indexes].flatMap(each => [each.partitionKey, each.sortKey])

/**
 * Fields that say nothing of the subject: what a workflow waits on, where an agent set out from, who had a part in a
 * decision, and the record as a device signed it, whose fields stand beside it.
 */
const dropped: readonly string[] = ['taskToken', 'claimedFrom', 'decidedBefore', 'signed', ...placing]

const shownField = ([name, value]: readonly [string, unknown]): readonly [string, unknown] =>
  naming.includes(name) && typeof value === 'string' && !parties.includes(value)
    ? [name, redactionMarker]
    : [name, redactOthers(value)]

/** A value as its subject may have it: ids of others are not in it. */
export const redactOthers = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(redactOthers)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([name]) => !dropped.includes(name))
  return Object.fromEntries(fields.map(shownField))
}

/** An item with the time until which it is kept in words, not seconds. */
export const toExportItem = ({ expiresAt, ...item }: { readonly expiresAt?: number }): object => ({
  ...(redactOthers(item) as object),
  ...(expiresAt !== undefined && { keptUntil: expiryTime(expiresAt) }),
})
