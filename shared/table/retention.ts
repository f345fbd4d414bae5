/*
 * What several kinds are kept for, or pages say, in days. DynamoDB deletes within days of `expiresAt`, so readers check it,
 * too.
 */

/** A record, the work for it, and what lies with it. Nothing that is encrypted is kept longer. */
export const recordDays = 365

/** An event of a verification can be read and asked for again. */
export const eventDays = 90

/** Registry data is stored for delivery only: the retry schedule is three days. */
export const identityEventDays = 4

/** Where an agent reported last. */
export const lastPlaceDays = 1

/** An upload that is not re-encoded by then can be repeated. */
export const uploadDays = 2

/** Then photos move to cheaper storage. */
export const photoHotDays = 90

/** DynamoDB's maximum; erased data stays restorable as long (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/PointInTimeRecovery_Howitworks.html). */
export const recoveryDays = 35

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html */
export const streamDays = 1

/** A restore may begin on the last day, and takes some. */
export const erasureDays = recoveryDays + 7

/** How long the stage's secret must open bodies of look-ups: frozen events, and what waits for its registry. */
export const heldBodyDays = (giveUpSeconds: number): number =>
  Math.max(identityEventDays, Math.ceil(giveUpSeconds / 86_400)) + 1

/** Seconds since 1970, for DynamoDB's TTL. */
export const expiresAt = (from: string, days: number): number =>
  Math.floor(Date.parse(from) / 1000) + days * 86_400

export const expiryTime = (seconds: number): string => new Date(seconds * 1000).toISOString()

export const daysLater = (from: string, days: number): string => expiryTime(expiresAt(from, days))

/** DynamoDB may take 48 hours to delete. */
export const isExpired = (item: { readonly expiresAt?: number }, nowMs: number): boolean =>
  item.expiresAt !== undefined && item.expiresAt * 1000 <= nowMs

export interface Expirable {
  readonly expiresAt?: number
  readonly erasedAt?: string
}

export const unlessExpired = <Row extends Expirable>(
  item: Row | undefined,
  nowMs: number,
): Row | undefined => (item && !item.erasedAt && !isExpired(item, nowMs) ? item : undefined)
