import { photo } from './assumptions.ts'
import { type Line, line, totalOf } from './bill.ts'

/*
 * What no design of this contract can go below, whatever it writes besides: computed, for a million.
 */

const million = 1e6

/** An order, a decision and an event, each written once in one unit. */
export const floorWrites = { address: 3, lookUp: 1 } as const

const asked = (requests: number): Line =>
  line('Requests', { httpApiRequest: requests * million, invocation: requests * million }, `${requests}`)
const written = (units: number): Line => line('Writes', { writeUnit: units * million }, `${units} WRU`)

const address: readonly Line[] = [
  asked(2),
  written(floorWrites.address),
  line('Photos', { putObject: photo.perVerification * million }, `${photo.perVerification} PUTs`),
  line('Time', { stateEntry: million }, 'one state'),
]
const lookUp: readonly Line[] = [asked(1), written(floorWrites.lookUp)]
/** A key, a secret and an alarm. */
const idle: readonly Line[] = [line('Idle', { keyMonth: 1, secretMonth: 1, alarmMetric: 1 }, 'one of each')]

const rounded = (dollars: number): number => Number(dollars.toFixed(1))

/** In us-east-1. */
export const floorDollars = {
  address: rounded(totalOf(address)),
  lookUp: rounded(totalOf(lookUp)),
  idle: rounded(totalOf(idle)),
} as const
