/** The journeys that a stage in an account is put through: those that look at it from outside alone. */
export const journeys = [
  'assignments',
  'clock',
  'credentials',
  'delivery',
  'incumbent',
  'lists',
  'sandbox',
  'tenancy',
  'verification',
  'webhook-endpoints',
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
  { test: 'gives a signed-in client a bearer token for two hours', why: fixedSecret },
  { test: 'signs in at POST /token, and its token opens everything', why: fixedSecret },
  { test: 'moves right after the order, and its workflow ends with it', why: ownRegion },
  { test: 'reads it nowhere but where it is asked for', why: ownRegion },
  { test: 'logs who opened which photo of which verification', why: ownRegion },
  { test: 'stores no secret and no token, only digests', why: ownRegion },
]
