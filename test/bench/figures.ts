/** Every figure that a bench states, and what it should be: written here once. */
export interface Figure {
  /** What is measured, in the words of a table. */
  readonly what: string
  /** `×` for a ratio; '' for what is counted. */
  readonly unit: '×' | '%' | '$' | 'ms' | 's' | 'WRU' | ''
  readonly goal?: Goal
}

export interface Goal {
  readonly relation: 'at most' | 'at least'
  readonly value: number
}

const atMost = (value: number): Goal => ({ relation: 'at most', value })
const atLeast = (value: number): Goal => ({ relation: 'at least', value })

export const benches = {
  warm: {
    createToExpress: {
      what: 'POST /v1/addresses over TLS, CPU ÷ Express',
      unit: '×',
      goal: atMost(0.65),
    },
    createToHono: { what: '… ÷ Hono bundled with our flags', unit: '×', goal: atMost(0.8) },
    keyToCreate: { what: '… with an Idempotency-Key ÷ one without', unit: '×', goal: atMost(1.2) },
    readToExpress: {
      what: 'GET /v1/addresses/{id} over TLS, CPU ÷ Express',
      unit: '×',
      goal: atMost(0.6),
    },
    readToHono: { what: '… ÷ Hono bundled with our flags', unit: '×', goal: atMost(0.8) },
  },
  'cold-start': {
    toExpress: { what: 'import and first request over TLS, CPU ÷ Express', unit: '×', goal: atMost(0.43) },
    toHono: { what: '… ÷ Hono bundled with our flags', unit: '×', goal: atMost(0.7) },
  },
  deliveries: {
    toFetch: {
      what: 'deliveries per CPU second, queue message to logged attempt, ÷ a team’s by `fetch`',
      unit: '×',
      goal: atLeast(3),
    },
    toUndici: { what: '… ÷ a team’s by `undici.request`', unit: '×', goal: atLeast(2) },
  },
  relay: {
    perSecond: {
      what: 'verifications a second that a shard’s relay carries, computed from its CPU time',
      unit: '',
      goal: atLeast(300),
    },
  },
  growth: {
    charges: {
      what: 'GET /v1/charges, CPU in a month of 28,000 lines ÷ of 2,000',
      unit: '×',
      goal: atMost(1.3),
    },
    chargesMs: { what: '… CPU of one with 28,000 lines', unit: 'ms', goal: atMost(50) },
  },
  ready: {
    first: { what: '`npm start` to ready, the first time', unit: 's', goal: atMost(35) },
    bundled: { what: '… once the functions are bundled', unit: 's', goal: atMost(10) },
  },
  cost: {
    share: {
      what: 'an address verification by people, its photos kept for a year: cloud ÷ price',
      unit: '%',
      goal: atMost(0.1),
    },
    lookUpShare: { what: '… a look-up', unit: '%', goal: atMost(0.1) },
    million: { what: 'a million address verifications by people, four photos each', unit: '$' },
    photos: { what: '… of which the storage of their photos for a year', unit: '$' },
    internet: {
      what: '… of which data to the internet: photos in full to the reviewer and in the report, answers, events',
      unit: '$',
    },
    storage: { what: '… of which the table’s storage until retention ends', unit: '$' },
    ireland: { what: '… in eu-west-1, an estimate', unit: '$' },
    capeTown: { what: '… in af-south-1, an estimate', unit: '$' },
    writes: { what: 'writes of one address verification by people', unit: 'WRU' },
    states: { what: 'workflow states of one address verification by people', unit: '' },
    lookUps: { what: 'a million look-ups, without the registry’s time and egress', unit: '$' },
    idle: { what: 'a month of prod in which nothing happens', unit: '$', goal: atMost(40) },
  },
} as const satisfies Record<string, Record<string, Figure>>

export type BenchName = keyof typeof benches
export type FigureName<Name extends BenchName> = keyof (typeof benches)[Name] & string

export const benchNames = Object.keys(benches) as BenchName[]

export const figuresOf = (bench: BenchName): Readonly<Record<string, Figure>> => benches[bench]

/** What runs a bench. */
export const commandOf = (bench: BenchName): string => `npm run bench -- ${bench}`

/** The eight that a buyer asks for, which the README states too. */
export const readmeFigures: readonly (readonly [BenchName, string])[] = [
  ['warm', 'createToExpress'],
  ['warm', 'readToExpress'],
  ['cold-start', 'toExpress'],
  ['deliveries', 'toFetch'],
  ['relay', 'perSecond'],
  ['growth', 'charges'],
  ['ready', 'first'],
  ['cost', 'share'],
]
