import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type RegisteredIdentity,
  type SuppliedIdentity,
  verdictOf as verdictIn,
} from '../../../../shared/identity/matching/matching.ts'
import { foldName, sameName } from '../../../../shared/identity/matching/name.ts'
import { nigeria } from '../../../../shared/identity/product/country.ts'
import { forAll, forMany } from '../../../support/for-all.ts'
import { nameVectors } from './matching-vectors.ts'

const verdictOf = (supplied: SuppliedIdentity, registered: RegisteredIdentity) =>
  verdictIn(supplied, registered, nigeria)

const maxLength = 200
const hostileParts = [
  '\ud800',
  '\udc00',
  '\u202e',
  '\u200d',
  '👩🏾‍🚀',
  '\u0301',
  'İ',
  'ﷺ',
  '\0',
  'ẹ́',
  "'",
  '-',
  '.',
  ' ',
  'ʼ',
  '*',
  'abd',
  'al',
  'ur',
]

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength }),
  fc.string({ unit: fc.constantFrom(...hostileParts, 'a', 'r', 'Ƙ', 'ב'), maxLength: 40 }),
  fc.integer({ min: 0, max: 0xffff }).map(unit => String.fromCharCode(unit).repeat(maxLength)),
  fc.constantFrom(...hostileParts).map(part => part.repeat(maxLength).slice(0, maxLength)),
)

const knownNames = Object.values(nameVectors)
  .flat()
  .flatMap(([supplied, registered]) => [...supplied.split('|'), ...registered.split('|')])
  .map(name => name.trim())
  .filter(name => /[a-z]/i.test(name) && !name.includes('*'))

const name = fc.constantFrom(...new Set(knownNames))
/** Names that are compared by their letters alone: no initials, filial words or forms of Abd. */
const plainName = name.filter(text => !/abd|arap|\b(bin|binti|wa|grace|chidinma|\w)\b/i.test(text))

const identity = fc.record(
  {
    firstname: hostileText,
    lastname: hostileText,
    middlename: hostileText,
    dob: hostileText,
    phone: hostileText,
    email: hostileText,
    gender: hostileText,
  },
  { requiredKeys: ['firstname', 'lastname'] },
)

/** An independent reading of a name's content: its letters, without marks, in alphabetical order. */
const lettersOf = (text: string): string => {
  const bare = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
  const plain = bare
    .replace(/[ʼʻʹʽʾʿˈ]/g, '')
    .replace(/ɓ/g, 'b')
    .replace(/ɗ/g, 'd')
    .replace(/ƙ/g, 'k')
    .replace(/ƴ/g, 'y')
  return [...plain].sort().join('')
}

const isWithin = (fewer: string, more: string): boolean => {
  let rest = more
  return [...fewer].every(letter => {
    const found = rest.includes(letter)
    rest = rest.replace(letter, '')
    return found
  })
}

describe('A caller with any text at all', () => {
  test('gets a verdict whose parts agree with each other, and never an exception', () => {
    forMany(2500)(identity, identity, (supplied, registered) => {
      const { matchStatus, status, fieldMatches, matchDetails } = verdictOf(supplied, registered)
      const agreeing = Object.values(fieldMatches)
      expect(Object.keys(fieldMatches).sort()).toEqual(Object.keys(matchDetails).sort())
      expect(status === 'verified').toBe(agreeing.every(Boolean))
      expect(status === 'verified').toBe(matchStatus === 'EXACT_MATCH' || matchStatus === 'TRANSPOSED_MATCH')
      const someName = fieldMatches.firstname || fieldMatches.lastname || fieldMatches.middlename === true
      if (status === 'id_mismatch') expect(matchStatus).toBe(someName ? 'PARTIAL_MATCH' : 'NO_MATCH')
    })
  })

  test('is compared by a normal form that is its own normal form', () => {
    forMany(2500)(hostileText, text => {
      expect(foldName(foldName(text))).toBe(foldName(text))
    })
  })

  test('gets the same answer whichever side a name is on', () => {
    const text = fc.oneof(hostileText, name)
    forMany(2500)(text, text, (left, right) => {
      expect(sameName(left, right)).toBe(sameName(right, left))
    })
  })

  test('matches a readable name with itself in capitals, decomposed or spaced out', () => {
    forAll(name, name, (firstname, lastname) => {
      const registered = { firstname: firstname.toUpperCase().normalize('NFD'), lastname: ` ${lastname}  ` }
      expect(verdictOf({ firstname, lastname }, registered).matchStatus).toBe('EXACT_MATCH')
    })
  })
})

describe('A caller whose claim differs in content', () => {
  test('never gets EXACT_MATCH for a name with other letters, unless the registry only has more names', () => {
    forMany(2500)(plainName, plainName, plainName, (firstname, other, lastname) => {
      fc.pre(lettersOf(firstname) !== lettersOf(other))
      const { matchStatus, matchDetails } = verdictOf({ firstname, lastname }, { firstname: other, lastname })
      if (matchDetails.firstname === 'extra-middle-name') {
        expect(isWithin(lettersOf(firstname), lettersOf(other))).toBe(true)
      } else expect(matchStatus).not.toBe('EXACT_MATCH')
    })
  })

  test('never gets EXACT_MATCH after one letter of a single word is replaced', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnop'), minLength: 2, maxLength: 12 })
    forAll(word, word, fc.nat(), (firstname, lastname, at) => {
      const index = at % firstname.length
      const mistyped = `${firstname.slice(0, index)}z${firstname.slice(index + 1)}`
      const verdict = verdictOf({ firstname: mistyped, lastname }, { firstname, lastname })
      expect(verdict).toMatchObject({
        matchStatus: 'PARTIAL_MATCH',
        matchDetails: { firstname: 'different' },
      })
    })
  })

  test('never gets verified when any one further field differs or is absent from the registry', () => {
    const full = {
      middlename: 'Chidinma',
      dob: '1990-05-17',
      phone: '+2348031234567',
      email: 'a@b.ng',
      gender: 'f',
    }
    const others = {
      middlename: 'Grace',
      dob: '18-05-1990',
      phone: '08031234568',
      email: 'a@c.ng',
      gender: 'm',
    }
    const fields = Object.keys(full) as (keyof typeof full)[]
    const change = fc.constantFrom(undefined, null, '', '****', 'other')
    forMany(2500)(
      plainName,
      plainName,
      fc.constantFrom(...fields),
      change,
      (firstname, lastname, field, value) => {
        const supplied: SuppliedIdentity = { firstname, lastname, ...full }
        const registered = { ...supplied, [field]: value === 'other' ? others[field] : value }
        expect(verdictOf(supplied, supplied).status).toBe('verified')
        const verdict = verdictOf(supplied, registered)
        if (verdict.matchDetails.middlename !== 'extra-middle-name')
          expect(verdict.status).toBe('id_mismatch')
        expect(verdict.fieldMatches[field]).toBe(false)
      },
    )
  })
})
