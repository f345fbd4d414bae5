import { genderKey, readEmail, readName, readPhone } from '../../http/contract/reading.ts'
import type { MatchKind } from '../contract/check.ts'
import type { Country } from '../product/country.ts'
import { calendarDate } from './calendar-date.ts'
import {
  compareMiddleName,
  compareName,
  compareSingleName,
  hasContent,
  isArrangementOf,
  type ReadableNames,
} from './name.ts'
import { namesWithoutTitles } from './titles.ts'

export const bioFields = ['dob', 'phone', 'email', 'gender'] as const

/** For YYYY-MM-DD and DD-MM-YYYY; undefined for an invalid date. */
export const dateKey = (text: string): string | undefined => {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text.trim())
  if (iso) return calendarDate(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const registry = /^(\d\d)-(\d\d)-(\d{4})$/.exec(text.trim())
  return registry ? calendarDate(Number(registry[3]), Number(registry[2]), Number(registry[1])) : undefined
}

/** Country code and national significant number; for foreign numbers the 7 to 15 digits. */
export const phoneKey = (text: string, country: Country): string | undefined =>
  readPhone(text, country)?.replace('+', '')

const emailKey = (text: string): string | undefined => {
  const email = readEmail(text).toLowerCase()
  return email.includes('@') ? email : undefined
}

const bioKeys = { dob: dateKey, phone: phoneKey, email: emailKey, gender: genderKey }

export const compareBio = (
  field: (typeof bioFields)[number],
  supplied: string,
  registered: string | undefined,
  country: Country,
): MatchKind => {
  const key = bioKeys[field]
  const theirs = registered === undefined ? undefined : key(registered, country)
  if (registered === undefined || theirs === undefined) return 'missing'
  if (key(supplied, country) !== theirs) return 'different'
  return field === 'email' && readEmail(supplied) !== readEmail(registered) ? 'case' : 'exact'
}

/** Version of the rules of this folder; `rule-versions.test.ts` says when to raise it. */
export const matchingVersion = 3

export const matchStatuses = ['EXACT_MATCH', 'TRANSPOSED_MATCH', 'PARTIAL_MATCH', 'NO_MATCH'] as const
export type MatchStatus = (typeof matchStatuses)[number]

const nameFields = ['firstname', 'lastname', 'middlename'] as const
export const matchedFields = [...nameFields, ...bioFields] as const
export type MatchedField = (typeof matchedFields)[number]

type PerField<Value> = Record<'firstname' | 'lastname', Value> & { [F in MatchedField]?: Value }
type OptionalFields = { [F in MatchedField]?: string | null | undefined }

/** `dob` is YYYY-MM-DD; a blank optional field counts as not supplied. */
export type SuppliedIdentity = OptionalFields & { firstname: string; lastname: string }

/** `dob` is DD-MM-YYYY. */
export type RegisteredIdentity = OptionalFields

/** Verified means that every supplied field agrees: other combinations cannot be written. */
export type Verdict =
  | {
      matchStatus: 'EXACT_MATCH' | 'TRANSPOSED_MATCH'
      status: 'verified'
      fieldMatches: PerField<true>
      matchDetails: PerField<MatchKind>
    }
  | {
      matchStatus: 'PARTIAL_MATCH' | 'NO_MATCH'
      status: 'id_mismatch'
      fieldMatches: PerField<boolean>
      matchDetails: PerField<MatchKind>
    }

/** A masked value proves nothing. */
const isMasked = (value: string): boolean => /[*•]/.test(value)

const readable = (value: string | null | undefined): string | undefined =>
  value && !isMasked(value) && hasContent(value) ? value : undefined

const doesAgree = (field: MatchedField, how: MatchKind): boolean =>
  how === 'initial' ? field === 'middlename' : how !== 'missing' && how !== 'different'

const compareFirstAndLast = (supplied: SuppliedIdentity, registered: ReadableNames) => {
  const firstname = compareName('firstname', supplied.firstname, registered)
  const lastname = compareName('lastname', supplied.lastname, registered)
  if (doesAgree('firstname', firstname) && doesAgree('lastname', lastname)) return { firstname, lastname }
  const isSwapped =
    doesAgree('lastname', compareName('lastname', supplied.firstname, registered)) &&
    doesAgree('firstname', compareName('firstname', supplied.lastname, registered))
  return isSwapped ? { firstname: 'swapped' as const, lastname: 'swapped' as const } : { firstname, lastname }
}

/** Such as the registry has where a person has no other; undefined where it has two, or one that cannot be read. */
const findSingleName = (registered: RegisteredIdentity): string | undefined => {
  const values = nameFields.map(field => registered[field] ?? '')
  const [only, ...others] = values.filter(hasContent)
  return others.length === 0 && !values.some(isMasked) ? only : undefined
}

interface SuppliedNames {
  readonly firstname: string
  readonly lastname: string
  readonly middlename?: string
}

const compareInPlace = (supplied: SuppliedNames, registered: ReadableNames): PerField<MatchKind> => {
  const { middlename } = supplied
  const details = compareFirstAndLast(supplied, registered)
  return middlename === undefined
    ? details
    : { ...details, middlename: compareMiddleName(middlename, registered) }
}

const doAllAgree = (details: PerField<MatchKind>): boolean =>
  nameFields.every(field => details[field] === undefined || doesAgree(field, details[field]))

const compareNames = (supplied: SuppliedNames, registered: ReadableNames): PerField<MatchKind> => {
  const inPlace = compareInPlace(supplied, registered)
  if (doAllAgree(inPlace)) return inPlace
  const [ownBare, theirBare] = [namesWithoutTitles(supplied), namesWithoutTitles(registered)]
  const bare = compareInPlace(ownBare, theirBare)
  if (doAllAgree(bare) || !isArrangementOf(ownBare, theirBare)) return bare
  const isInOwnPlace = bare.middlename !== undefined && doesAgree('middlename', bare.middlename)
  return {
    firstname: 'swapped',
    lastname: 'swapped',
    ...(bare.middlename && { middlename: isInOwnPlace ? bare.middlename : 'swapped' }),
  }
}

const compareAll = (
  supplied: SuppliedIdentity,
  registered: RegisteredIdentity,
  country: Country,
): PerField<MatchKind> => {
  const [firstname, lastname, middlename] = nameFields.map(field => readable(registered[field]))
  const isMiddleSupplied = readName(supplied.middlename ?? '') !== ''
  const own: SuppliedNames = {
    firstname: supplied.firstname,
    lastname: supplied.lastname,
    ...(isMiddleSupplied && { middlename: supplied.middlename! }),
  }
  const only = isMiddleSupplied ? undefined : findSingleName(registered)
  const single =
    only && compareSingleName(namesWithoutTitles(own), namesWithoutTitles({ firstname: only }).firstname)
  const details: PerField<MatchKind> = single
    ? { firstname: single, lastname: single }
    : compareNames(own, { firstname, lastname, middlename })
  for (const field of bioFields) {
    const value = supplied[field] ?? ''
    if (readName(value) !== '')
      details[field] = compareBio(field, value, readable(registered[field]), country)
  }
  return details
}

const agreements = (details: PerField<MatchKind>): PerField<boolean> => {
  const matches: PerField<boolean> = { firstname: false, lastname: false }
  for (const field of matchedFields) {
    const how = details[field]
    if (how !== undefined) matches[field] = doesAgree(field, how)
  }
  return matches
}

const areAllTrue = (matches: PerField<boolean>): matches is PerField<true> =>
  matchedFields.every(field => matches[field] !== false)

/**
 * The identity verdict: the only place that makes one. Never throws. `matchDetails` says how each supplied
 * field compared, `fieldMatches` whether that counts as agreeing, by the published `nameRules`. A local phone is
 * read as the country writes it.
 */
export const verdictOf = (
  supplied: SuppliedIdentity,
  registered: RegisteredIdentity,
  country: Country,
): Verdict => {
  const matchDetails = compareAll(supplied, registered, country)
  const fieldMatches = agreements(matchDetails)
  if (areAllTrue(fieldMatches)) {
    const matchStatus = matchDetails.firstname === 'swapped' ? 'TRANSPOSED_MATCH' : 'EXACT_MATCH'
    return { matchStatus, status: 'verified', fieldMatches, matchDetails }
  }
  const matchStatus = nameFields.some(field => fieldMatches[field]) ? 'PARTIAL_MATCH' : 'NO_MATCH'
  return { matchStatus, status: 'id_mismatch', fieldMatches, matchDetails }
}
