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

/** Words without marks, case or punctuation, in order, with the usual abbreviations of streets. */
export const words = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
    .map(word => abbreviations[word] ?? word)
    .filter(word => word !== 'no')
    .join(' ')

/** The last ten digits: `0803…` and `+234803…` are one telephone. */
export const subscriber = (phone: string): string => phone.replace(/\D/g, '').slice(-10)

/**
 * What makes two requests of one organisation and mode the same: the product, the applicant (names and phone) and
 * the address or employer. A digest, so that a key of the table names nobody.
 */
export const fingerprintOf = (
  { product, applicant }: Pick<Verification, 'product' | 'applicant'>,
  subject: readonly string[],
): string => {
  const { firstname, lastname, phone } = applicant
  const parts = [product, words(firstname), words(lastname), subscriber(phone), ...subject]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
