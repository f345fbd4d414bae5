import type { RegisteredPerson } from './registered-person.ts'

/** Why a registry gave no answer that can be relied on. */
export type UnavailableReason =
  | 'not-connected'
  | 'circuit-open'
  | 'credential'
  | 'connection'
  | 'reset'
  | 'timeout'
  | 'too-large'
  | 'status'
  | 'malformed'
  | 'wrong-schema'
  | 'wrong-person'

/** What came of asking: these three are never one another. Nobody under the number is an answer, a failure is not. */
export type RegistryAnswer =
  | { readonly kind: 'found'; readonly person: RegisteredPerson }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'unavailable'; readonly reason: UnavailableReason }

/** One official register. It never throws. */
export interface Registry {
  /** @param attempt 1 for the first time that this look-up asks. */
  readonly lookUp: (idNumber: string, attempt: number) => Promise<RegistryAnswer>
}

export const unavailable = (reason: UnavailableReason): RegistryAnswer => ({ kind: 'unavailable', reason })
