import type { RegisteredPerson } from './registered-person.ts'

/** `refused` and `throttled` come from a reachable registry. */
export type UnavailableReason =
  | 'not-connected'
  | 'circuit-open'
  | 'credential'
  | 'connection'
  | 'reset'
  | 'timeout'
  | 'status'
  /** 401, 403, a redirect, or a 404 that is not its own "not found". */
  | 'refused'
  /** 429 */
  | 'throttled'

/** The fault may be in one record only. */
export type UnreadableReason = 'status' | 'too-large' | 'malformed' | 'wrong-schema' | 'wrong-person'

/** Nobody under the number is a result; a failure is not. */
export type RegistryResult =
  | { readonly kind: 'found'; readonly person: RegisteredPerson }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'unreadable'; readonly reason: UnreadableReason }
  | {
      readonly kind: 'unavailable'
      readonly reason: UnavailableReason
      readonly retryAfterSeconds?: number | undefined
    }

/** Never throws. */
export interface RegistryPort {
  /** @param attempt from 1 */
  readonly lookUp: (idNumber: string, attempt: number) => Promise<RegistryResult>
}

export const unavailable = (reason: UnavailableReason): RegistryResult => ({ kind: 'unavailable', reason })
export const unreadable = (reason: UnreadableReason): RegistryResult => ({ kind: 'unreadable', reason })
