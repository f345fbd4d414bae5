import { floorDollars, floorWrites } from './cost/floor.ts'

/** Every figure that a bench states, and what it should be: written here once. */
export interface Figure {
  /** What is measured, in the words of a table. */
  readonly what: string
  /** `×` for a ratio; '' for what is counted. */
  readonly unit: '×' | '$' | 'ms' | 's' | 'KB' | 'MB' | 'WRU' | 'RRU' | ''
  readonly goal?: Goal
  /** What no design of the contract can go below. */
  readonly floor?: number
}

export interface Goal {
  readonly relation: 'at most' | 'at least'
  readonly value: number
}

const atMost = (value: number): Goal => ({ relation: 'at most', value })
const atLeast = (value: number): Goal => ({ relation: 'at least', value })

export const benches = {
  bundles: {
    addresses: { what: 'bundle of POST /v1/addresses', unit: 'KB', goal: atMost(280) },
    largest: { what: 'the largest bundle of the API', unit: 'KB', goal: atMost(280) },
    withoutAws: { what: 'the largest bundle without a call to AWS', unit: 'KB', goal: atMost(60) },
  },
  'cold-start': {
    cpuToExpress: {
      what: 'import and first request over TLS, CPU ÷ Express',
      unit: '×',
      goal: atMost(0.42),
    },
    cpuToExpressTuned: { what: '… ÷ Express bundled with our flags', unit: '×' },
    cpuToHono: { what: '… ÷ Hono', unit: '×' },
    cpuToHonoTuned: { what: '… ÷ Hono bundled with our flags', unit: '×', goal: atMost(0.8) },
    timeToExpress: {
      what: 'import and first request over TLS, time ÷ Express',
      unit: '×',
      goal: atMost(0.42),
    },
    timeToHonoTuned: { what: '… ÷ Hono bundled with our flags', unit: '×', goal: atMost(0.8) },
    plainTimeToExpress: { what: 'the same over plain http, time ÷ Express', unit: '×' },
    plainTimeToHonoTuned: { what: '… ÷ Hono bundled with our flags', unit: '×' },
  },
  warm: {
    createToExpress: {
      what: 'POST /v1/addresses over TLS, CPU ÷ Express',
      unit: '×',
      goal: atMost(0.5),
    },
    createToExpressTuned: { what: '… ÷ Express bundled with our flags', unit: '×' },
    createToHono: { what: '… ÷ Hono', unit: '×', goal: atMost(0.55) },
    createToHonoTuned: { what: '… ÷ Hono bundled with our flags', unit: '×' },
    readToExpress: {
      what: 'GET /v1/addresses/{id} over TLS, CPU ÷ Express',
      unit: '×',
      goal: atMost(0.5),
    },
    readToExpressTuned: { what: '… ÷ Express bundled with our flags', unit: '×' },
    readToHono: { what: '… ÷ Hono', unit: '×', goal: atMost(0.55) },
    readToHonoTuned: { what: '… ÷ Hono bundled with our flags', unit: '×' },
    keyToCreate: {
      what: 'an order with an Idempotency-Key, CPU ÷ one without',
      unit: '×',
      goal: atMost(1.2),
    },
    repeatToRead: { what: '… its repeat, CPU ÷ a read', unit: '×', goal: atMost(1.2) },
    'address-pro': { what: 'an order of address-pro, CPU ÷ one of address', unit: '×' },
    'business-address': { what: '… of business-address', unit: '×' },
    employment: { what: '… of employment', unit: '×' },
    nin: {
      what: 'a look-up of nin, the registry simulator apart, CPU ÷ an order of address',
      unit: '×',
      goal: atMost(1.5),
    },
    'nin-premium': { what: '… of nin-premium', unit: '×' },
    'driver-license': { what: '… of driver-license', unit: '×' },
    'alien-card': { what: '… of alien-card', unit: '×' },
    passport: { what: '… of passport', unit: '×' },
    createCpu: { what: 'POST /v1/addresses, CPU of ours', unit: 'ms' },
    readCpu: { what: 'GET /v1/addresses/{id}, CPU of ours', unit: 'ms' },
  },
  deliveries: {
    pathToFetch: {
      what: 'deliveries per CPU second, queue message to logged attempt, ÷ a team’s by `fetch`',
      unit: '×',
      goal: atLeast(2),
    },
    pathToUndici: { what: '… ÷ a team’s by `undici.request`', unit: '×', goal: atLeast(1.2) },
    pathToHttps: { what: '… ÷ a team’s by `node:https`', unit: '×' },
    sendToFetch: {
      what: 'the signed request alone, per CPU second ÷ `fetch`',
      unit: '×',
    },
    sendToUndici: { what: '… ÷ `undici.request`', unit: '×' },
    sendToHttps: { what: '… ÷ `node:https`', unit: '×' },
    cpu: { what: 'a delivery over the whole path, CPU of ours', unit: 'ms' },
  },
  capacity: {
    writes: {
      what: 'an address verification by people, ordered to receipt, besides limits: writes',
      unit: 'WRU',
      goal: atMost(70),
      floor: floorWrites.address,
    },
    reads: { what: '… reads', unit: 'RRU' },
    states: { what: '… workflow states', unit: '', goal: atMost(1), floor: 1 },
    sandboxWrites: { what: '… one of the sandbox: writes', unit: 'WRU' },
    lookUpWrites: {
      what: 'a look-up, besides limits: writes',
      unit: 'WRU',
      goal: atMost(2),
      floor: floorWrites.lookUp,
    },
    lookUpReads: { what: '… reads', unit: 'RRU', goal: atMost(0.5) },
  },
  cost: {
    address: {
      what: 'a million address verifications by people, four photos each, without these photos’ storage',
      unit: '$',
      goal: atMost(200),
      floor: floorDollars.address,
    },
    addressCounted: { what: '… of which what is counted: all but the seconds of functions', unit: '$' },
    addressOut: {
      what: '… of which data to the internet: photos in full to the reviewer and in the report, answers, events',
      unit: '$',
    },
    addressStorage: { what: '… of which the table’s storage until retention ends', unit: '$' },
    addressIreland: { what: '… in eu-west-1, an estimate', unit: '$' },
    addressCapeTown: { what: '… in af-south-1, an estimate', unit: '$' },
    photos: { what: '… beside it, the storage of their photos for a year', unit: '$' },
    identity: {
      what: 'a million look-ups, without the registry’s time and egress',
      unit: '$',
      goal: atMost(8),
      floor: floorDollars.lookUp,
    },
    identityCounted: { what: '… of which what is counted: all but the seconds of functions', unit: '$' },
    identityStorage: { what: '… of which the table’s storage until retention ends', unit: '$' },
    standing: {
      what: 'a month of prod in which nothing happens',
      unit: '$',
      goal: atMost(40),
      floor: floorDollars.idle,
    },
  },
  neighbours: {
    beside: {
      what: 'p50 of a client beside one at ten times its limit ÷ alone',
      unit: '×',
      goal: atMost(1.2),
    },
  },
  relay: {
    perSecond: {
      what: 'verifications a second that a shard’s relay carries, computed from its CPU time',
      unit: '',
      goal: atLeast(300),
    },
  },
  'fieldwork-day': {
    faults: {
      what: 'a day of 500 agents and 4,000 visits: visits lost, doubled or held by two, agents over their capacity',
      unit: '',
      goal: atMost(0),
    },
    firstListCalls: {
      what: '… calls of an agent’s first list at most, the teams known to the container',
      unit: '',
      goal: atMost(3),
    },
    firstListUnits: { what: '… its read units', unit: 'RRU' },
    firstListSize: { what: '… its size at most', unit: 'KB', goal: atMost(30) },
    hottest: { what: '… units a second of the hottest partition', unit: '', goal: atMost(500) },
  },
  laptop: {
    ready: { what: '`npm start` to ready', unit: 's', goal: atMost(10) },
    rest: { what: '… memory at rest', unit: 'MB', goal: atMost(450) },
    load: { what: '… memory under load, at most', unit: 'MB', goal: atMost(900) },
    even: { what: '… verifications a second, last thousand ÷ first', unit: '×', goal: atLeast(0.9) },
    evenCpu: { what: '… processor time of one, last thousand ÷ first', unit: '×', goal: atMost(1.1) },
  },
  'laptop-and-ministack': {
    orders: { what: 'orders a second, laptop ÷ MiniStack', unit: '×', goal: atLeast(1.5) },
    lists: { what: '… lists a second', unit: '×', goal: atLeast(1) },
    listCpu: { what: '… processor time of a list', unit: '×', goal: atMost(1) },
  },
  fairness: {
    hanging: {
      what: 'median delay that a receiver that hangs with 10,000 pending adds to another’s deliveries',
      unit: 'ms',
      goal: atMost(1000),
    },
    slow: { what: '… one that answers 200 after 5 to 14 s', unit: 'ms', goal: atMost(1000) },
  },
  'ssrf-comparison': {
    hostile: { what: 'hostile destinations', unit: '' },
    dialled: { what: 'hostile destinations that we call', unit: '', goal: atMost(0) },
    dialledByFilteringAgent: { what: '… of which `request-filtering-agent` calls', unit: '' },
    dialledByReqFilter: { what: '… of which `ssrf-req-filter` calls', unit: '' },
    public: { what: 'public destinations', unit: '' },
    wronglyRefused: { what: 'public destinations that we refuse', unit: '', goal: atMost(0) },
  },
} as const satisfies Record<string, Record<string, Figure>>

export type BenchName = keyof typeof benches
export type FigureName<Name extends BenchName> = keyof (typeof benches)[Name] & string

export const benchNames = Object.keys(benches) as BenchName[]

/** The eight that a buyer asks for, which the README states too. */
export const readmeFigures: readonly (readonly [BenchName, string])[] = [
  ['warm', 'createToExpress'],
  ['cold-start', 'cpuToExpress'],
  ['deliveries', 'pathToFetch'],
  ['relay', 'perSecond'],
  ['cost', 'address'],
  ['cost', 'identity'],
  ['cost', 'standing'],
  ['bundles', 'largest'],
]
