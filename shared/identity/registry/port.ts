/** Why a registry gave no answer. `refused` and `throttled` come from a registry that is there. */
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

/** A person of whom nothing is known: where adapters start. Dates are DD-MM-YYYY, `photo` is Base64. */
export const unknownPerson = {
  idNumber: '',
  title: '',
  firstname: '',
  lastname: '',
  middlename: '',
  phone: '',
  email: '',
  gender: '',
  height: '',
  profession: '',
  maritalStatus: '',
  employmentStatus: '',
  birthdate: '',
  birthState: '',
  birthCountry: '',
  religion: '',
  nationality: '',
  photo: '',
  address: '',
  spokenLanguage: '',
  otherSpokenLanguage: '',
  parentLastname: '',
  lgaOfOrigin: '',
  stateOfOrigin: '',
  residence: { address1: '', lga: '', state: '' },
  nextOfKin: { firstname: '', lastname: '', address1: '', address2: '', lga: '', state: '', town: '' },
  issuedDate: '',
  expiryDate: '',
  stateOfIssue: '',
}

/** What a registry knows of a person, in one form for all registries. Text that a registry lacks is empty. */
export type RegisteredPerson = Readonly<typeof unknownPerson>
