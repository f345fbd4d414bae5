import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import zlib from 'node:zlib'

/* What a process takes from around it, turned by whoever lives a schedule. It must come before what keeps `Date.now`. */

/** Time, chance, waiting, and what hears of it. */
export interface Surroundings {
  readonly nowMs: () => number
  readonly random: () => number
  readonly pass: (forMs: number) => Promise<void>
  /** Hears every line of the log. */
  readonly hear: (line: unknown) => void
}

let around: Surroundings | undefined

/** Lives in these surroundings until it is told others; undefined for the world's own. */
export const liveIn = (surroundings: Surroundings | undefined): void => {
  around = surroundings
  // Errors are many, and nobody reads where they come from.
  Error.stackTraceLimit = around ? 0 : real.stackTraceLimit
}

const real = {
  Date,
  random: Math.random,
  info: console.info,
  write: process.stdout.write.bind(process.stdout),
  sleep: timers.setTimeout,
  turn: timers.setImmediate,
  stackTraceLimit: Error.stackTraceLimit,
}

class TurnedDate extends real.Date {
  constructor(...given: readonly number[]) {
    if (given.length > 0) super(...(given as [number]))
    else super(TurnedDate.now())
  }

  static override now(): number {
    return around ? around.nowMs() : real.Date.now()
  }
}

const isMetric = (line: unknown): boolean => typeof line === 'string' && line.startsWith('{"_aws"')

Object.assign(globalThis, { Date: TurnedDate })
Math.random = () => (around ? around.random() : real.random())
console.info = (...line: unknown[]) => {
  if (around) around.hear(line[0])
  else real.info(...line)
}
process.stdout.write = ((text: string, ...rest: never[]) => {
  if (!around || !isMetric(text)) return real.write(text, ...rest)
  around.hear(text)
  return true
}) as typeof process.stdout.write
Object.assign(timers, {
  setTimeout: (forMs: number, ...rest: [never]) => (around ? around.pass(forMs) : real.sleep(forMs, ...rest)),
  // What one turn of the loop asks for is asked for by one container: another's turn is another.
  setImmediate: (...given: [never]) => (around ? Promise.resolve() : real.turn(...given)),
})
// A fifth of a schedule would be spent on making small things smaller.
Object.assign(zlib, {
  deflateRawSync: (bytes: string | Uint8Array) => Buffer.from(bytes as string),
  inflateRawSync: (bytes: Uint8Array) => Buffer.from(bytes),
})
syncBuiltinESMExports()
