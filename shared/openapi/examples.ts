import { readdirSync, readFileSync } from 'node:fs'
import type { ActionName } from '../routes.ts'

export interface OperationExample {
  readonly body?: object
  readonly parameters?: Readonly<Record<string, string | number>>
  /** Responses by status, then by the example's name. */
  readonly answers: Readonly<Record<number, Readonly<Record<string, unknown>>>>
}

const folder = new URL('examples/', import.meta.url)
const readExamples = (file: string): object => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))

/** What endpoints receive, by the kind of delivery, then by the example's name. */
export const deliveryExamples = readExamples('deliveries.json') as Readonly<
  Record<'address' | 'employment' | 'identity' | 'endpoint' | 'ping', Readonly<Record<string, object>>>
>

/** Requests are written by hand, responses are recorded: `RECORD_EXAMPLES=1` with `test/journeys/examples.test.ts`. */
export const operationExamples: Readonly<Partial<Record<ActionName, OperationExample>>> = Object.assign(
  {},
  ...readdirSync(folder)
    .filter(file => file !== 'deliveries.json')
    .map(readExamples),
)
