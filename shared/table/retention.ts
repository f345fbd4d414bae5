/** In days. DynamoDB deletes within days of `expiresAt`, so readers check it, too. */
export const retentionDays = {
  verification: 365,
  assignment: 365,
  revision: 365,
  dispute: 365,
  link: 365,
  photo: 365,
  document: 365,
  trail: 365,
  /** Longer than trails by the days of a restore, so that every entry can be compared. */
  trailLog: 400,
  agentOutcome: 90,
  /** A hash longer than verifications; a look no longer than its photo, filed two weeks before at most, by which an erasure finds it. */
  photoHash: 730,
  photoLook: 350,
  lastPlace: 1,
  /** Longer than a lost or broken phone is looked for. */
  unsent: 7,
  /** Gates and guards change. */
  placeNote: 180,
  contactAttempt: 365,
  caseNote: 365,
  attested: 365,
  /** Longer than the thirty days of the overview. */
  stats: 40,
  event: 90,
  /** Registry data is stored for delivery only: the retry schedule is three days. */
  identityEvent: 4,
  attempt: 30,
  /**
   * Seven years, as books are kept. Nigeria: six, CAMA 2020 s. 375 (2)
   * (https://lawglobalhub.com/section-375-companies-and-allied-matters-act-cama-2020). Kenya: seven for a company's
   * records (https://filingroomkenya.com/kenyan-corporate-law-how-long-must-i-keep-my-accounting-records/), five for
   * taxes, Tax Procedures Act 2015 s. 23 (1) (c).
   */
  ledger: 2557,
  /** Longer than the stream brings a charge again. */
  countedCharge: 3,
  /** From the month's beginning: orders are settled in the next month. */
  spend: 92,
  reservation: 1,
  alert: 30,
  idempotencyKey: 1,
  request: 7,
  /** As long as trails say who opened what. */
  caseSearch: 365,
} as const

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
  Math.max(retentionDays.identityEvent, Math.ceil(giveUpSeconds / 86_400)) + 1

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
