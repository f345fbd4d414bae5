import { describe, expect, test } from 'vitest'
import { matchKinds } from '../../../../shared/identity/contract/check.ts'
import {
  dateKey,
  matchStatuses,
  phoneKey,
  type RegisteredIdentity,
  type SuppliedIdentity,
  type Verdict,
  verdictOf as verdictIn,
} from '../../../../shared/identity/matching/matching.ts'
import type { Names } from '../../../../shared/identity/matching/name.ts'
import { nameRules } from '../../../../shared/identity/matching/name-rules.ts'
import { type Country, kenya, nigeria } from '../../../../shared/identity/product/country.ts'
import { bioVectors, nameVectors } from './matching-vectors.ts'

const verdictOf = (
  supplied: SuppliedIdentity,
  registered: RegisteredIdentity,
  country: Country = nigeria,
): Verdict => verdictIn(supplied, registered, country)

const names = (text: string): Names => {
  const [firstname = '', lastname = '', middlename] = text.split('|')
  return middlename === undefined ? { firstname, lastname } : { firstname, lastname, middlename }
}

const statusOf = { EXACT_MATCH: 'verified', TRANSPOSED_MATCH: 'verified' } as Record<string, string>

describe.each(Object.entries(nameVectors))('A caller who supplies %s names', (_language, vectors) => {
  test.each(vectors)('%s, registered as %s, gets %s', (supplied, registered, matchStatus, details) => {
    const verdict = verdictOf(names(supplied), names(registered))
    const { firstname, lastname, middlename } = verdict.matchDetails
    expect([firstname, lastname, middlename].filter(Boolean).join(' ')).toBe(details)
    expect(verdict.matchStatus).toBe(matchStatus)
    expect(verdict.status).toBe(statusOf[matchStatus] ?? 'id_mismatch')
  })
})

test('The vectors are at least 160, without repetition, and reach every verdict and every how', () => {
  const all = Object.values(nameVectors).flat()
  expect(all.length).toBeGreaterThanOrEqual(160)
  expect(new Set(all.map(([supplied, registered]) => `${supplied}>${registered}`)).size).toBe(all.length)
  expect(new Set(all.map(vector => vector[2]))).toEqual(new Set(matchStatuses))
  expect(new Set(all.flatMap(vector => vector[3].split(' ')))).toEqual(new Set(matchKinds))
})

describe('A caller who supplies more than names', () => {
  const agreed = { firstname: 'Ngozi', lastname: 'Eze' }

  test.each(bioVectors)('learns how %s compares', (_title, supplied, registered, how, country) => {
    const verdict = verdictOf({ ...agreed, ...supplied }, { ...agreed, ...registered }, country)
    const [field] = Object.keys(supplied) as ['dob']
    const agrees = how === 'exact' || how === 'case'
    expect(verdict.matchDetails[field]).toBe(how)
    expect(verdict.fieldMatches[field]).toBe(agrees)
    expect(verdict.matchStatus).toBe(agrees ? 'EXACT_MATCH' : 'PARTIAL_MATCH')
  })

  test('gets TRANSPOSED_MATCH only when the rest agrees', () => {
    const swapped = { firstname: 'Eze', lastname: 'Ngozi', dob: '1990-05-17' }
    const right = verdictOf(swapped, { ...agreed, dob: '17-05-1990' })
    const wrong = verdictOf(swapped, { ...agreed, dob: '18-05-1990' })
    expect(right).toEqual({
      matchStatus: 'TRANSPOSED_MATCH',
      status: 'verified',
      fieldMatches: { firstname: true, lastname: true, dob: true },
      matchDetails: { firstname: 'swapped', lastname: 'swapped', dob: 'exact' },
    })
    expect(wrong).toMatchObject({ matchStatus: 'PARTIAL_MATCH', status: 'id_mismatch' })
  })

  test('gets NO_MATCH when only the date of birth agrees', () => {
    const registered = { firstname: 'Musa', lastname: 'Bello', dob: '17-05-1990' }
    const verdict = verdictOf({ ...agreed, dob: '1990-05-17' }, registered)
    expect(verdict).toMatchObject({ matchStatus: 'NO_MATCH', fieldMatches: { dob: true } })
  })

  test('is told nothing about fields that were not supplied or are blank', () => {
    const verdict = verdictOf(
      { ...agreed, phone: '', email: ' ', middlename: null },
      { ...agreed, phone: '1' },
    )
    expect(verdict.fieldMatches).toEqual({ firstname: true, lastname: true })
    expect(verdict.matchDetails).toEqual({ firstname: 'exact', lastname: 'exact' })
    expect(verdict.matchStatus).toBe('EXACT_MATCH')
  })

  test('gets NO_MATCH from a registry that answers without any value', () => {
    expect(verdictOf(agreed, {})).toMatchObject({ matchStatus: 'NO_MATCH', status: 'id_mismatch' })
  })
})

test.each([
  // Only its initial would do for a middle name.
  ['J|Kamau', 'Peter|Kamau', 'different exact'],
  ['Ngozi-Ada|Eze', 'NgoziAda Uche|Eze', 'extra-middle-name exact'],
  ['J Paul|Eze', 'J-Paul|Eze', 'punctuation exact'],
  ["N'Golo Ade|Eze", 'NGolo-Ade|Eze', 'punctuation exact'],
  ['Ada - Obi|Eze', 'Obi Ada|Eze', 'compound-order exact'],
  ['A Bello|Eze', 'A|Eze|Bello', 'extra-middle-name exact'],
  ['Ali|Abd ur Rahman', 'Ali|Abdurrahman', 'exact punctuation'],
  ['Ali|Abdelkader', 'Ali|Abdul Kader', 'exact punctuation'],
  ['Ali|Abdul K', 'Ali|Abd al K', 'exact different'],
  ['Jane|Wanjiru Kamau', 'Jane|Kamau', 'exact different'],
  ['Jane|Otieno Wa', 'Jane|Wa', 'exact different'],
  ['Ada|Oluwaseun', 'Ada|Seun|Oluwa', 'exact extra-middle-name'],
  ['Ngozi|Eze|Ada U', 'Ngozi|Eze|Ada Uche', 'exact exact initial'],
  // As first name it agrees where it stands, too: only the exchange makes both agree.
  ['Ada|Ada Obi', 'Ada|Ada|Obi', 'swapped swapped'],
])('%s, registered as %s, is %s', (supplied, registered, details) => {
  const { firstname, lastname, middlename } = verdictOf(names(supplied), names(registered)).matchDetails
  expect([firstname, lastname, middlename].filter(Boolean).join(' ')).toBe(details)
})

test('A value that is no mail address is none that the registry has', () => {
  const agreed = { firstname: 'Ngozi', lastname: 'Eze' }
  const supplied = { ...agreed, email: 'ngozi@mail.example' }
  expect(verdictOf(supplied, { ...agreed, email: 'none' }).matchDetails.email).toBe('missing')
})

describe('A reader of the published rules', () => {
  test.each(nameRules)('sees rule $name do to its example what it says', rule => {
    const verdict = verdictOf(names(rule.supplied), names(rule.registered))
    expect(verdict.matchDetails[rule.field]).toBe(rule.how)
    expect(verdict.fieldMatches[rule.field]).toBe(rule.agrees)
    expect(verdict.status).toBe(rule.agrees ? 'verified' : 'id_mismatch')
  })

  test('finds every rule under one name, and every how in the table', () => {
    expect(new Set(nameRules.map(rule => rule.name)).size).toBe(nameRules.length)
    const hows = new Set<string>([...nameRules.map(rule => rule.how)])
    expect(matchKinds.filter(how => !hows.has(how))).toEqual([])
  })
})

describe('A programmer', () => {
  test('cannot write a verified answer of a mismatch', () => {
    const matchDetails = { firstname: 'exact', lastname: 'exact' } as const
    const fieldMatches = { firstname: true, lastname: true } as const
    const verified = { status: 'verified', fieldMatches, matchDetails } as const
    // @ts-expect-error verified with NO_MATCH
    const none: Verdict = { ...verified, matchStatus: 'NO_MATCH' }
    // @ts-expect-error verified with PARTIAL_MATCH
    const some: Verdict = { ...verified, matchStatus: 'PARTIAL_MATCH' }
    const differing = { firstname: true, lastname: false } as const
    // @ts-expect-error verified with a field that does not agree
    const half: Verdict = { ...verified, matchStatus: 'EXACT_MATCH', fieldMatches: differing }
    expect([none, some, half]).toHaveLength(3)
  })

  test('gets one key per day and per phone', () => {
    expect(dateKey('2000-02-29')).toBe(dateKey('29-02-2000'))
    expect(dateKey('2024-02-29')).toBe('2024-2-29')
    for (const day of ['2100-02-29', '2023-02-29', '1990-05-00', '1990-04-31', '1990-13-01'])
      expect(dateKey(day)).toBeUndefined()
    for (const day of ['1990-05-17', '17-05-1990']) {
      expect(dateKey(` ${day} `)).toBe('1990-5-17')
      for (const around of [`x${day}`, `${day}x`]) expect(dateKey(around)).toBeUndefined()
    }
    expect(dateKey('1990-5-7')).toBeUndefined()
    expect(dateKey('17/05/1990')).toBeUndefined()
    expect(phoneKey('0712345678', kenya)).toBe('254712345678')
    expect(phoneKey('07123456789', nigeria)).toBe('2347123456789')
    expect(phoneKey('12025550123', nigeria)).toBe('12025550123')
    for (const none of ['++2348031234567', '1234567890123456', '123456'])
      expect(phoneKey(none, nigeria)).toBeUndefined()
  })

  test('decides by the country how a local phone is read', () => {
    const ghana = {
      code: 'gh',
      callingCode: '233',
      phones: [/^(?:\+|00)?2330?([235]\d{8})$/, /^0([235]\d{8})$/],
    }
    expect(phoneKey('0241234567', ghana)).toBe(phoneKey('+233 24 123 4567', ghana))
    expect(phoneKey('0241234567', ghana)).not.toBe(phoneKey('0241234567', kenya))
    expect(phoneKey('712345678', nigeria)).not.toBe(phoneKey('712345678', kenya))
    for (const country of [nigeria, kenya]) expect(phoneKey('+233241234567', country)).toBe('233241234567')
  })
})
