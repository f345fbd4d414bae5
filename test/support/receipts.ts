import { join } from 'node:path'

/** What a check is given, and a line of what it says. */
export interface Given {
  readonly receipt: string
  readonly keys: readonly object[]
  readonly event?: Buffer
  readonly photos?: ReadonlyMap<string, Buffer>
  readonly trail?: Buffer
}

export interface Line {
  readonly part: string
  readonly verdict: string
  readonly says: string
}

/** Where a leaf is in a tree, and what proves it. */
interface Proof {
  readonly index: number
  readonly size: number
  readonly path: readonly string[]
}

/** The log as an auditor has it, by the names of its files. */
export interface Log {
  readonly keys: readonly object[]
  readonly heads: ReadonlyMap<string, Buffer>
  readonly leaves?: ReadonlyMap<string, Buffer>
}

interface Verifier {
  readonly rootBy: (leaf: string, proof: Proof) => string | undefined
  readonly checkHeads: (log: Log) => readonly Line[]
  readonly check: (given: Given) => readonly Line[]
  readonly isSound: (line: Line) => boolean
}

/** The file that is handed out, as whoever checks runs it. */
export const verifierFile = join(import.meta.dirname, '../../functions/pages/docs/verify.mjs')

const loaded = (await import(verifierFile)) as Verifier

/** The root that a path leads to. */
export const { rootBy } = loaded

/** The heads of a log that do not hold. */
export const brokenHeads = (log: Log): readonly string[] =>
  loaded
    .checkHeads(log)
    .filter(line => !loaded.isSound(line))
    .map(({ part, verdict }) => `${part} ${verdict}`)

/** The parts that do not hold. */
export const brokenParts = (given: Given): readonly string[] =>
  loaded
    .check(given)
    .filter(line => !loaded.isSound(line))
    .map(({ part }) => part)

/** Each part with what is said of it. */
export const verdicts = (given: Given): Readonly<Record<string, string>> =>
  Object.fromEntries(loaded.check(given).map(({ part, verdict }) => [part, verdict]))
