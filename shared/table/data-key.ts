import { maxKeyNumber } from './encrypted-value.ts'
import { daysLater, retentionDays } from './retention.ts'

export interface DataKey {
  readonly n: number
  readonly wrapped: Uint8Array
  readonly createdAt: string
  readonly from: string
  /** Seconds since 1970, until when it may encrypt; absent from the newest. */
  readonly expiresAt?: number
}

/** For so long at most a container goes by the keys that it read, in milliseconds. */
export const dataKeyCacheMs = 300_000

/** How long before its start a key is in the table, in milliseconds: every container has read it by then. */
export const dataKeyLeadMs = 2 * dataKeyCacheMs

/** For so long a key seals, in days, before another takes over by itself. */
export const dataKeyPeriodDays = 30

/**
 * Items outlive a key by their retention. An assignment's begins anew with every wait of its workflow, which is over
 * within weeks.
 */
const marginDays = 60

/** How long a key is stored after its successor took over, in days: as long as any value that it encrypted. */
export const dataKeyRetentionDays =
  Math.max(retentionDays.verification, retentionDays.assignment) + marginDays

export const dataKeyAt = <Key extends Pick<DataKey, 'from'>>(
  keys: readonly Key[],
  nowMs: number,
): Key | undefined => keys.findLast(({ from }) => Date.parse(from) <= nowMs) ?? keys[0]

export const isRotationDue = ({ from }: DataKey, nowMs: number): boolean =>
  Date.parse(daysLater(from, dataKeyPeriodDays)) <= nowMs

/** The number after a key's. @throws RangeError beyond the last: after 5,000 years of monthly ones */
export const nextKeyNumber = ({ n }: Pick<DataKey, 'n'>): number => {
  if (n >= maxKeyNumber) throw new RangeError('There is no number for another key')
  return n + 1
}
