import type { FieldError } from './contract/problem.ts'

/** A request's input as it came: it may be ill-formed in every way. */
export interface RawInput {
  readonly params: Readonly<Record<string, string | undefined>>
  readonly body: unknown
  /** Milliseconds since 1970. */
  readonly nowMs: number
}

/** What a schema cannot say: judged beside it, so that the caller hears of every bad field at once. */
export type InputRule = (input: RawInput) => readonly FieldError[]

/** The fields of a body, if it is an object at all. */
export const bodyFields = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
