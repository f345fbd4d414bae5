import { createHash } from 'node:crypto'
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

/**
 * Words without marks, case or punctuation, in order, with the usual abbreviations of streets. Digits, fractions and
 * symbols stay what they are: "1½" is not "11/2".
 */
export const words = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .split(between)
    .filter(word => word !== '')
    .map(word => abbreviations[word] ?? word)
    .filter(word => word !== 'no')
    .join(' ')

/** The last ten digits: `0803…` and `+234803…` are one telephone. */
export const subscriber = (phone: string): string => phone.replace(/\D/g, '').slice(-10)

const digestOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/**
 * What makes two requests of one organisation and mode the same: the product, the applicant (names and phone) and
 * the address or employer. A digest, so that a key of the table names nobody.
 */
export const fingerprintOf = (
  { product, applicant }: Pick<Verification, 'product' | 'applicant'>,
  subject: readonly string[],
): string => {
  const { firstname, lastname, phone } = applicant
  return digestOf([product, words(firstname), words(lastname), subscriber(phone), ...subject])
}

/** Stands for a date of birth beside a fingerprint; absent for none. */
export const dobDigestOf = (fingerprint: string, dob: string | undefined): string | undefined =>
  dob && digestOf([fingerprint, dob]).slice(0, 16)

/** An order that stands in the way of the same one. */
export interface Guarded {
  readonly id: number
  readonly dob?: string | undefined
  /** Seconds since 1970. */
  readonly expiresAt: number
}

/** The last order under a fingerprint, and those before it: for people born on other days, or to be repeated if it is cancelled. */
export interface Guard extends Guarded {
  readonly others?: readonly Guarded[]
}

/** Orders for the same names, telephone and place that a guard remembers; beyond it the oldest is forgotten. */
const mostOthers = 10

/** One birth date may be unknown; two that differ are two people, father and son. */
const isSamePerson = (one: Guarded, other: Pick<Guarded, 'dob'>): boolean =>
  !one.dob || !other.dob || one.dob === other.dob

const standing = ({ others = [], ...last }: Guard, nowSeconds: number): Guarded[] =>
  [last, ...others].filter(({ expiresAt }) => expiresAt > nowSeconds)

/** The earlier orders that an order for someone born then repeats, the latest first. */
export const repeatedBy = (guard: Guard, dob: string | undefined, nowSeconds: number): number[] =>
  standing(guard, nowSeconds)
    .filter(one => isSamePerson(one, { dob }))
    .map(({ id }) => id)

/** What else a guard stands for when it moves on to another order. */
export const othersAfter = (met: Guard | undefined, nowSeconds: number): Guarded[] =>
  met
    ? standing(met, nowSeconds)
        .slice(0, mostOthers)
        .map(({ id, dob, expiresAt }) => ({ id, dob, expiresAt }))
    : []
