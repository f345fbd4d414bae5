import { join } from 'node:path'
import type { ReceiptClaims } from '../../shared/trust/receipt/contract.ts'
import { type ApiClient, call } from './api-client.ts'
import type { World } from './environment.ts'

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
  readonly verify: (words: readonly string[]) => { readonly code: number; readonly text: string }
  readonly isSound: (line: Line) => boolean
}

/** The file that is handed out, as whoever checks runs it. */
export const verifierFile = join(import.meta.dirname, '../../functions/pages/docs/verify.mjs')

const loaded = (await import(verifierFile)) as Verifier

/** The root that a path leads to; and what the file prints and ends with, for such words. */
export const { rootBy, verify } = loaded

/** The heads of a log that are not proven. */
export const brokenHeads = (log: Log): readonly string[] =>
  loaded
    .checkHeads(log)
    .filter(line => !loaded.isSound(line))
    .map(({ part, says }) => `${part}: ${says}`)

/** The parts that are not proven. */
export const brokenParts = (given: Given): readonly string[] =>
  loaded
    .check(given)
    .filter(line => !loaded.isSound(line))
    .map(({ part }) => part)

/** Each part with what is said of it. */
export const verdicts = (given: Given): Readonly<Record<string, string>> =>
  Object.fromEntries(loaded.check(given).map(({ part, verdict }) => [part, verdict]))

/** The header of a receipt or its claims. */
export const partOf = (receipt: string, index: 0 | 1) =>
  JSON.parse(Buffer.from(receipt.split('.')[index]!, 'base64url').toString())
export const claimsOf = (receipt: string): ReceiptClaims => partOf(receipt, 1)
export const kidOf = (receipt: string): string => partOf(receipt, 0).kid

export const publishedKeys = async ({ url }: World) =>
  (await call(`${url}/v1/jwks.json`, 'GET')).body.keys as { kid: string }[]

/** A receipt as it must be answered. @throws Error if it is not */
export const fetchReceipt = async (by: ApiClient, collection: string, id: number): Promise<string> => {
  const { status, headers, body } = await by.get(`/v1/${collection}/${id}/receipt`)
  const answered = `${status} ${headers.get('content-type')} ${headers.get('cache-control')}`
  if (answered === '200 application/jose no-store') return body
  throw new Error(`A receipt was answered ${answered}: ${JSON.stringify(body)}`)
}
