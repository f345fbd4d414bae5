import type { RegisteredPerson } from './registered-person.ts'

/** Why a registry gave no answer. `refused` and `throttled` come from a registry that is there. */
export type UnavailableReason =
  | 'not-connected'
  | 'circuit-open'
  | 'credential'
  | 'connection'
  | 'reset'
  | 'timeout'
  | 'status'
  /** It does not want us, or its address is wrong: 401, 403, a redirect, a 404 that is not its own "not found". */
  | 'refused'
  /** 429 */
  | 'throttled'

/** Why an answer that came cannot be used: the fault may be in the record of one number alone. */
export type UnreadableReason = 'status' | 'too-large' | 'malformed' | 'wrong-schema' | 'wrong-person'

/** What came of asking: these four are never one another. Nobody under the number is an answer, a failure is not. */
export type RegistryResult =
  | { readonly kind: 'found'; readonly person: RegisteredPerson }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'unreadable'; readonly reason: UnreadableReason }
  | {
      readonly kind: 'unavailable'
      readonly reason: UnavailableReason
      /** When the registry itself wants to be asked again. */
      readonly retryAfterSeconds?: number | undefined
    }

/** One official register. It never throws. */
export interface RegistryPort {
  /** @param attempt 1 for the first time that this look-up asks. */
  readonly lookUp: (idNumber: string, attempt: number) => Promise<RegistryResult>
}

export const unavailable = (reason: UnavailableReason): RegistryResult => ({ kind: 'unavailable', reason })
export const unreadable = (reason: UnreadableReason): RegistryResult => ({ kind: 'unreadable', reason })
