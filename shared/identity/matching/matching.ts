import type { MatchKind } from '../contract/check.ts'
import type { Country } from '../product/country.ts'
import { bioFields, compareBio } from './bio.ts'
import { compareMiddleName, compareName, hasContent, type ReadableNames, tidy } from './name.ts'

/** Version of the rules of this folder; `rule-versions.test.ts` says when to raise it. */
export const matchingVersion = 1

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
const readable = (value: string | null | undefined): string | undefined => {
  if (value === null || value === undefined || /[*•]/.test(value)) return undefined
  return hasContent(value) ? value : undefined
}

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

const compareAll = (
  supplied: SuppliedIdentity,
  registered: RegisteredIdentity,
  country: Country,
): PerField<MatchKind> => {
  const [firstname, lastname, middlename] = nameFields.map(field => readable(registered[field]))
  const names = { firstname, lastname, middlename }
  const details: PerField<MatchKind> = compareFirstAndLast(supplied, names)
  if (tidy(supplied.middlename ?? '') !== '') {
    details.middlename = compareMiddleName(supplied.middlename ?? '', names)
  }
  for (const field of bioFields) {
    const value = supplied[field] ?? ''
    if (tidy(value) !== '') details[field] = compareBio(field, value, readable(registered[field]), country)
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
