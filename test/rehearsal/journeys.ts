/** Journeys are named by their files in `test/journeys`, and one attack by its file in `test/hostile`. */

const recorded = 'It reads what the laptop’s emulator has recorded or logged.'
const letters =
  'It follows links that people outside are sent: dev and prod send none until their senders are named.'
const people =
  'It works with people’s own pages, and where those are stands in the user pool: no variable of a function moves them.'
const registries =
  'It asks registries in live mode: dev and prod are connected to none until their hosts are named.'
const times =
  'It shortens the waits of the workflow, which stand in its definition: no variable of a function.'
const bursts =
  'It asks dozens of times at once, and the emulator starts a process for each: on a busy machine they are late.'
const ownEmulator = 'It stops an emulator, or changes what runs in it.'
const teams = 'It names teams of the whole stage, in which other journeys’ agents would be.'
const laptop = 'It tries what is written for users of the laptop.'
const operator = 'It reads who the operator is: dev and prod name nobody until they are told.'
const ownName = 'It follows a link to the stage by a name that only the emulator knows.'

/** What a stage in an account is put through, in this order: those that look at it from outside alone. */
export const journeys = [
  'verification',
  'delivery',
  'webhook-endpoints',
  'webhook-recovery',
  'webhook-privacy',
  'webhook-slowness',
  'sandbox',
  'sandbox-numbers',
  'lookup-receipts',
  'duplicates',
  'repeat',
  'report-check',
  'idempotency-keys',
  'exactly-once',
  'incumbent',
  'lists',
  'tenancy',
  'credentials',
  'identity',
  'trail',
  'flags',
  'assignments',
  'employer-contact',
  'evidence',
  'back-checks',
  'clock',
  'identity-late',
  'identity-given-up',
  'webhook-limits',
  'reports',
  'spend-cap',
] as const

export type Journey = (typeof journeys)[number]

export const fileOf = (journey: Journey): string =>
  `test/${journey === 'tenancy' ? 'hostile' : 'journeys'}/${journey}.test.ts`

export const isJourney = (name: string): name is Journey => journeys.some(journey => journey === name)

/** What none is put through, and why: every other journey. */
export const laptopAlone: Readonly<Record<string, string>> = {
  'address-pro': recorded,
  'applicant-link': letters,
  appointments: letters,
  assigning: teams,
  'case-file': people,
  'case-notes': people,
  'case-search': people,
  'place-notes': recorded,
  'planted-values': recorded,
  clients: laptop,
  consent: letters,
  dispute: letters,
  documents: letters,
  employment: letters,
  ends: recorded,
  erasure: recorded,
  'error-codes': registries,
  'event-fields': registries,
  examples: people,
  fieldwork: teams,
  guides: laptop,
  'hand-over': people,
  'identity-limits': registries,
  'identity-outage': registries,
  'identity-privacy': registries,
  lateness: times,
  limits: bursts,
  'live-address': people,
  'live-employment': people,
  'live-refusals': people,
  mcp: recorded,
  objection: letters,
  overview: people,
  portal: people,
  reading: registries,
  receipts: people,
  refusal: letters,
  restart: ownEmulator,
  'sealed-months': recorded,
  'secret-rotation': ownEmulator,
  'subject-data': recorded,
  suspension: recorded,
  metrics: recorded,
}

/** A test of those that run, or a group of tests by the start of its title, that needs what only the laptop has. */
export interface LeftOut {
  readonly test: string
  readonly why: string
}

const fixedSecret = 'A secret that is known beforehand; every stage but the laptop draws its own.'

export const leftOut: readonly LeftOut[] = [
  { test: 'gives a signed-in client a bearer token for two hours', why: fixedSecret },
  { test: 'signs in at POST /token, and its token opens everything', why: fixedSecret },
  { test: 'moves right after the order, and its workflow ends with it', why: recorded },
  { test: 'reads it nowhere but where it is asked for', why: recorded },
  { test: 'logs who opened which photo of which verification', why: recorded },
  { test: 'stores no secret and no token, only digests', why: recorded },
  { test: 'has a limit of wrong secrets that both ways and JSON share', why: recorded },
  { test: 'is in no write to the table', why: recorded },
  { test: 'emails about a disabled endpoint whoever', why: letters },
  { test: 'has their values in no line of a log', why: recorded },
  { test: 'makes one record and one workflow of ', why: recorded },
  { test: 'can keep everybody away, until somebody else ends it', why: recorded },
  { test: 'can have the agent take its time', why: recorded },
  { test: 'knows a receiver that takes seconds before it has answered', why: recorded },
  { test: 'an order and a look-up of one number keep the same digest', why: recorded },
  { test: 'is refused every order and look-up before anything is started', why: recorded },
  { test: 'is held against the records by night', why: recorded },
  { test: 'is read by product and month', why: recorded },
  { test: 'is opened from the portal, by its session', why: people },
  { test: 'of a visit shows the drawings that stand for photos', why: operator },
  { test: 'of what was cancelled says that nothing was found', why: operator },
  { test: 'leads whoever has no account to the guide', why: ownName },
  { test: 'is forgotten with the applicant: attempts', why: letters },
  { test: 'is registered once by thirty at the same time', why: bursts },
  { test: 'lets sixty registrations at once make twenty endpoints', why: bursts },
  { test: 'once the applicant has answered: then it may be decided so', why: letters },
  { test: 'a live look-up of ', why: registries },
  { test: 'never reach one another’s registry nor record', why: registries },
  { test: 'have each their health list', why: registries },
  { test: 'asks the live registry again until it answers', why: registries },
  { test: 'that finds nobody says so, and never "complete"', why: registries },
  { test: 'that meets a record nobody can read ends after three such tries', why: registries },
  { test: 'that meets one at once is not accepted', why: registries },
  { test: 'tells nothing of the registered person when no name agrees', why: registries },
]
