import type { MatchKind } from '../contract/check.ts'
import type { Country } from '../product/country.ts'
import { tidy } from './name.ts'

export const bioFields = ['dob', 'phone', 'email', 'gender'] as const

const calendarDate = (year: number, month: number, day: number): string | undefined => {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  return day >= 1 && day <= days ? `${year}-${month}-${day}` : undefined
}

/** For YYYY-MM-DD and DD-MM-YYYY; undefined for an invalid date. */
export const dateKey = (text: string): string | undefined => {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text.trim())
  if (iso) return calendarDate(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const registry = /^(\d\d)-(\d\d)-(\d{4})$/.exec(text.trim())
  return registry ? calendarDate(Number(registry[3]), Number(registry[2]), Number(registry[1])) : undefined
}

/** Country code and national significant number; for foreign numbers the 7 to 15 digits. */
export const phoneKey = (text: string, { callingCode, phones }: Country): string | undefined => {
  const compact = tidy(text).replace(/[\s().\p{Pd}]/gu, '')
  for (const form of phones) {
    const significant = form.exec(compact)?.[1]
    if (significant !== undefined) return callingCode + significant
  }
  return /^(?:\+|00)?(\d{7,15})$/.exec(compact)?.[1]
}

const genderKey = (text: string): string | undefined =>
  ({ m: 'm', male: 'm', f: 'f', female: 'f' })[tidy(text).toLowerCase()]

const emailKey = (text: string): string | undefined => {
  const email = tidy(text).toLowerCase()
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
  return field === 'email' && tidy(supplied) !== tidy(registered) ? 'case' : 'exact'
}
