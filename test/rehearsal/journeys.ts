/** The journeys that a stage in an account is put through: those that look at it from outside alone. */
export const journeys = [
  'assignments',
  'clock',
  'credentials',
  'delivery',
  'duplicates',
  'limits',
  'lists',
  'sandbox',
  'tenancy',
  'verification',
  'webhook-recovery',
] as const

/** A test of these that needs what only the laptop has. */
export interface LeftOut {
  readonly test: string
  readonly why: string
}

const fixedSecret = 'A secret that is known beforehand; every stage but the laptop draws its own.'
const ownRegion = 'It reads what the laptop’s region has recorded or logged.'

export const leftOut: readonly LeftOut[] = [
  { test: 'completes a noun for those who have its scope', why: fixedSecret },
  { test: 'gives a signed-in client a bearer token for two hours', why: fixedSecret },
  { test: 'logs who opened which photo of which verification', why: ownRegion },
  { test: 'stores no secret and no token, only digests', why: ownRegion },
]
