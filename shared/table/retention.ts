/** For how long each kind of item is kept, in days. DynamoDB deletes within days of `expiresAt`; readers check it too. */
export const retentionDays = {
  verification: 365,
  assignment: 365,
  revision: 365,
  dispute: 365,
  link: 365,
  photo: 365,
  document: 365,
  trail: 365,
  /** Longer than trails by what a restored table may go back, so that every entry can be held against it. */
  trailLog: 400,
  agentOutcome: 90,
  /** Longer than a verification is kept, so that a photo is known when its verification is not. */
  photoHash: 730,
  lastPlace: 1,
  contactAttempt: 365,
  attested: 365,
  /** Longer than the thirty days that the overview looks back. */
  tally: 40,
  event: 90,
  /** What registries said may wait for its delivery and no longer: the retry schedule is three days. */
  identityEvent: 4,
  attempt: 30,
  /**
   * Seven years, as books are kept. Nigeria: six, CAMA 2020 s. 375 (2)
   * (https://lawglobalhub.com/section-375-companies-and-allied-matters-act-cama-2020). Kenya: seven for a company's
   * records (https://filingroomkenya.com/kenyan-corporate-law-how-long-must-i-keep-my-accounting-records/), five for
   * taxes, Tax Procedures Act 2015 s. 23 (1) (c).
   */
  ledger: 2557,
  /** From the month's beginning: orders end and are settled in the next. */
  spend: 92,
  reservation: 1,
  alert: 30,
  idempotencyKey: 1,
  request: 7,
} as const

/** For how long an upload waits to be drawn anew: whoever made it keeps it until then, and can make it again. */
export const uploadDays = 2

/** For how long a photo lies where it is read at once and for nothing; then in cheaper storage until its end. */
export const photoHotDays = 90

/**
 * For how many days back the table can be had as it was at any second, which is DynamoDB's most: so long it still has what
 * was erased (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/PointInTimeRecovery_Howitworks.html).
 */
export const recoveryDays = 35

/** For so long the table's stream shows what an item was (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html). */
export const streamDays = 1

/** For how long it is known that something was erased: a restore may begin on the last of its days, and takes some. */
export const erasureDays = recoveryDays + 7

/** The TTL attribute's value: seconds since 1970, as DynamoDB's TTL wants it. */
export const expiresAt = (from: string, days: number): number =>
  Math.floor(Date.parse(from) / 1000) + days * 86_400

/** The same as a time, ISO 8601. */
export const expiryTime = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** So many days after a time, ISO 8601. */
export const daysLater = (from: string, days: number): string => expiryTime(expiresAt(from, days))

/** Whether an item outlived its retention though the engine has not deleted it yet (it may take 48 hours). */
export const isExpired = (item: { readonly expiresAt?: number }, nowMs: number): boolean =>
  item.expiresAt !== undefined && item.expiresAt * 1000 <= nowMs

/** What a reader may go by: an item goes when its retention is over, and at once when it is erased. */
export interface Expirable {
  readonly expiresAt?: number
  /** When all that was personal in it was removed, ISO 8601. */
  readonly erasedAt?: string
}

/** An item that was read, unless it is missing, erased, or outlived its retention. */
export const unlessExpired = <Row extends Expirable>(
  item: Row | undefined,
  nowMs: number,
): Row | undefined => (item && !item.erasedAt && !isExpired(item, nowMs) ? item : undefined)
