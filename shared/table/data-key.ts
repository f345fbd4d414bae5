import { daysLater, recordDays } from './retention.ts'
import type { RotatingKey } from './rotating-key-store.ts'

export interface DataKey extends RotatingKey {
  /** Seconds since 1970, until when it may encrypt; absent from the newest. */
  readonly expiresAt?: number
}

/** For so long at most a container goes by the keys that it read, in milliseconds. */
export const dataKeyCacheMs = 300_000

/** For so long a key seals, in days, before another takes over by itself. */
export const dataKeyPeriodDays = 30

/**
 * Items outlive a key by their retention. An assignment's begins anew with every wait of its workflow, which is over
 * within weeks.
 */
const marginDays = 60

/** How long a key is stored after its successor took over, in days: as long as any value that it encrypted. */
export const dataKeyRetentionDays = recordDays + marginDays

export const dataKeyAt = <Key extends Pick<DataKey, 'from'>>(
  keys: readonly Key[],
  nowMs: number,
): Key | undefined => keys.findLast(({ from }) => Date.parse(from) <= nowMs) ?? keys[0]

export const isRotationDue = ({ from }: DataKey, nowMs: number): boolean =>
  Date.parse(daysLater(from, dataKeyPeriodDays)) <= nowMs
