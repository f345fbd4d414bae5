import { createHash } from 'node:crypto'
import { readEmail, readName } from '../http/contract/reading.ts'
import { foldPhone } from './phone.ts'
import type { Verification } from './verification.ts'

/** For how long a second request for the same thing is answered with the first, in seconds (30 days). */
export const duplicateWindowSeconds = 30 * 24 * 60 * 60

const abbreviations: Readonly<Record<string, string>> = {
  street: 'st',
  road: 'rd',
  avenue: 'ave',
  av: 'ave',
  close: 'cl',
  crescent: 'cres',
  drive: 'dr',
  estate: 'est',
  number: 'no',
}

/** What stands between words: all but letters, digits, symbols, and the slash of a fraction. */
const between = /(?:[^\p{L}\p{N}\p{S}/]|(?<!\p{N})\/|\/(?!\p{N}))+/u

/** Words without marks, case or punctuation. Digits, fractions and symbols stay what they are: "1½" is not "11/2". */
export const normaliseWords = (text: string): string =>
  readName(text)
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .split(between)
    .filter(word => word !== '')
    .map(word => abbreviations[word] ?? word)
    .filter(word => word !== 'no')
    .join(' ')

const digestOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

const subjectOf = (verification: Verification): readonly string[] => {
  if (verification.product === 'employment')
    return [normaliseWords(verification.employerName), readEmail(verification.employerEmail).toLowerCase()]
  const { street, city, lgaId, business } = verification
  const { businessName = '', rcNumber = '' } = business ?? {}
  return [
    normaliseWords(street),
    normaliseWords(city),
    `${lgaId}`,
    normaliseWords(businessName),
    normaliseWords(rcNumber),
  ]
}

/** Digest of what makes two requests of one organisation and mode the same: a key of the table names nobody. */
export const fingerprintOrder = (verification: Verification): string => {
  const { firstname, lastname, phone } = verification.applicant
  return digestOf([
    verification.product,
    normaliseWords(firstname),
    normaliseWords(lastname),
    foldPhone(phone),
    ...subjectOf(verification),
  ])
}

export const digestDateOfBirth = (fingerprint: string, dob: string | undefined): string | undefined =>
  dob && digestOf([fingerprint, dob]).slice(0, 16)

export interface GuardedOrder {
  readonly id: number
  readonly dob?: string | undefined
  /** Seconds since 1970. */
  readonly expiresAt: number
}

/** The last order under a fingerprint, and those before it: for people born on other days, or to be repeated if it is cancelled. */
export interface DuplicateGuard extends GuardedOrder {
  readonly others?: readonly GuardedOrder[]
}

/** Orders for the same names, telephone and place that a guard remembers; beyond it the oldest is forgotten. */
const mostOthers = 10

/** One birth date may be unknown; two that differ are two people, father and son. */
const isSamePerson = (one: GuardedOrder, other: Pick<GuardedOrder, 'dob'>): boolean =>
  !one.dob || !other.dob || one.dob === other.dob

const standing = ({ others = [], ...last }: DuplicateGuard, nowSeconds: number): GuardedOrder[] =>
  [last, ...others].filter(({ expiresAt }) => expiresAt > nowSeconds)

/** The earlier orders that an order for someone born then repeats, the latest first. */
export const findRepeated = (guard: DuplicateGuard, dob: string | undefined, nowSeconds: number): number[] =>
  standing(guard, nowSeconds)
    .filter(one => isSamePerson(one, { dob }))
    .map(({ id }) => id)

export const remainingAfter = (met: DuplicateGuard | undefined, nowSeconds: number): GuardedOrder[] =>
  met
    ? standing(met, nowSeconds)
        .slice(0, mostOthers)
        .map(({ id, dob, expiresAt }) => ({ id, dob, expiresAt }))
    : []
