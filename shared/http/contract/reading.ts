/*
 * What is meant by what people type and paste. Each reader is the same at every door, and reads what it has read once more
 * to the same: what is stored, compared, dialled and shown is what was read.
 */

/** What nobody sees: joiners, marks of direction, byte order marks, fillers. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
const spaces = /\s+/g
/** Every dash, and the minus sign. */
const dashes = /[\p{Pd}\u2212]/gu
/** Full-width ASCII, as keyboards of East Asia write it. */
const fullWidth = /[\uff01-\uff5e]/g
const fullWidthOffset = 0xfee0

const readSpaces = (text: string): string =>
  text.replace(invisible, '').replace(dashes, '-').replace(spaces, ' ').trim()

/** For all but names: their alphabets have no other letters than ASCII has. */
const readAscii = (text: string): string =>
  readSpaces(text.replace(fullWidth, letter => String.fromCharCode(letter.charCodeAt(0) - fullWidthOffset)))

/** A person's name as it is written: composed (NFC), with single spaces and plain hyphens. */
export const readName = (text: string): string => readSpaces(text).normalize('NFC')

/**
 * At least one letter, and not "N/A", which stands where there was nothing to say. Apostrophes that are modifier letters
 * name nobody alone. Empty text is for the length to refuse.
 */
export const personNameForm = /^(?:$|(?![nN]\.? ?[/\\] ?[aA]\.?$).*[\p{Lu}\p{Ll}\p{Lt}\p{Lo}])/su
/** The name of a business: some are numbers. */
export const businessNameForm = /^$|[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{N}]/u

export const isPersonName = (text: string): boolean => {
  const name = readName(text)
  return name !== '' && personNameForm.test(name)
}

/** How a country writes the telephone numbers within it. */
export interface PhonePlan {
  readonly callingCode: string
  /** The group is the national significant number. */
  readonly phones: readonly RegExp[]
}

/** With 00 or 009, the old prefix, before the country; the zero before an area goes (https://en.wikipedia.org/wiki/Telephone_numbers_in_Nigeria). */
export const nigerianPhones = {
  callingCode: '234',
  phones: [/^(?:\+|00|009)?2340?([1-9]\d{7,9})$/, /^0([1-9]\d{9}|[1-9]\d{7})$/, /^([7-9]\d{9})$/],
} as const satisfies PhonePlan

/** As it may be written: digits with what people put between them. */
export const phoneLength = 40
/**
 * As it is read: with its country (E.164: at most 15 digits, and no country begins with 0), or the digits alone where
 * nothing tells the country.
 */
export const phoneForm = /^(?:\+[1-9]\d{6,14}|\d{7,15})$/
/** One digit only, or zeros after the country. */
const nobodysPhone = /^(\d)\1+$|^\+?2[35]40+$/

export const isSomebodysPhone = (read: string): boolean => phoneForm.test(read) && !nobodysPhone.test(read)

/** A number that went through a spreadsheet: 8031234567.0. */
const decimal = /^\+?\d+\.(?:0+|\d)$/

export const isDecimalPhone = (text: string): boolean => decimal.test(readAscii(text).replaceAll(' ', ''))

const checkedPhone = (read: string): string | undefined => (isSomebodysPhone(read) ? read : undefined)

/**
 * The international form of what is a number of the plan's country or says its own; else its digits. Undefined for what is
 * no telephone number. The `(0)` after a country is for those who dial within it.
 */
export const readPhone = (text: string, plan?: PhonePlan): string | undefined => {
  if (isDecimalPhone(text)) return undefined
  const written = readAscii(text).replace(/^([+(]|00)([\d+ ().-]{1,8}?)\(0\)/, '$1$2')
  const compact = written.replace(/[ ().-]/g, '')
  for (const form of plan?.phones ?? []) {
    const significant = form.exec(compact)?.[1]
    if (significant !== undefined) return checkedPhone(`+${plan!.callingCode}${significant}`)
  }
  return checkedPhone(compact.replace(/^00(?=[1-9])/, '+'))
}

export const readEmail = readAscii

/** YYYY-MM-DD as it was typed: other notations and instants are not guessed. */
export const readDate = readAscii

export const toUtcDay = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 10)

const earliestBirth = '1900-01-01'
export const birthRange = `Expected a date from ${earliestBirth} to today.`

/** Of a date that exists. */
export const isBirthDate = (date: string, nowMs: number): boolean =>
  date >= earliestBirth && date <= toUtcDay(nowMs)

export const genderForm = /^(?:[mMfF]\.?|[mM]ale|MALE|[fF]emale|FEMALE|[mM]an|MAN|[wW]oman|WOMAN)$/
const genders: Readonly<Record<string, 'm' | 'f'>> = {
  m: 'm',
  male: 'm',
  man: 'm',
  f: 'f',
  female: 'f',
  woman: 'f',
}

/** As it was typed. */
export const readGender = readAscii

export const genderKey = (text: string): 'm' | 'f' | undefined =>
  genders[readGender(text).toLowerCase().replace(/\.$/, '')]

/** The one normal form, for registries and digests. Only a–z is raised: `toUpperCase` would make "SS" of "ß". */
export const readIdNumber = (text: string): string =>
  readAscii(text)
    .replace(/[ -]/g, '')
    .replace(/[a-z]/g, letter => letter.toUpperCase())
