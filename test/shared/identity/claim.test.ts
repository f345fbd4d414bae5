import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { genderKey, isPersonName, readPhone } from '../../../shared/http/contract/reading.ts'
import { fieldErrors } from '../../../shared/http/parse-input.ts'
import { claimRule } from '../../../shared/identity/claim-rule.ts'
import { toClaimedIdentity } from '../../../shared/identity/contract/claim.ts'
import { type IdentityProductEntry, identityProducts } from '../../../shared/identity/products.ts'
import { forMany } from '../../support/for-all.ts'

const nowMs = Date.parse('2026-11-28T10:00:00.000Z')

/** What the door of a look-up makes of a body: the fields that it names, or the claim that is compared and charged. */
const atTheDoor = (product: IdentityProductEntry, body: object) => {
  const params = { [product.parameter]: product.number.example }
  const { data, error } = z.safeParse(product.claim as z.ZodMiniType, body)
  const errors = [
    ...(error ? fieldErrors(error.issues, body, '') : []),
    ...claimRule(product)({ params, body, nowMs }),
  ]
  if (errors.length > 0) return { refused: errors.map(({ pointer }) => pointer).toSorted() }
  return { claimed: toClaimedIdentity(data as Parameters<typeof toClaimedIdentity>[0]) }
}

const firstnameOf = ({ name }: IdentityProductEntry) => (name === 'driver-license' ? 'fistname' : 'firstname')
const claimOf = (product: IdentityProductEntry) => ({ [firstnameOf(product)]: 'Adaeze', lastname: 'Okonkwo' })

describe.each(identityProducts)('a look-up of $name', product => {
  const first = firstnameOf(product)

  it.each(['.', '-', '--', '123', '?', 'ʼ', 'N/A', '\u3164', '😀'])(
    'is refused with %j for a name that is needed, naming each',
    nameless => {
      expect(atTheDoor(product, { ...claimOf(product), lastname: nameless })).toEqual({
        refused: ['/lastname'],
      })
      expect(atTheDoor(product, { [first]: nameless, lastname: nameless })).toEqual({
        refused: [`/${first}`, '/lastname'],
      })
    },
  )

  it.each(['-', '.', '--', '123', 'n/a', ' ', '', null])(
    'does not compare the middle name %j',
    middlename => {
      const { claimed } = atTheDoor(product, { ...claimOf(product), middlename })
      expect(claimed).toMatchObject({ firstname: 'Adaeze', lastname: 'Okonkwo' })
      expect(claimed?.middlename).toBeUndefined()
    },
  )

  it.each([
    { dob: '2026-11-29' },
    { dob: '2027-01-01' },
    { dob: '9999-12-31' },
    { dob: '0001-01-01' },
    { dob: '1899-12-31' },
    { dob: '1874-01-06' },
    { dob: '1990-02-31' },
    { dob: '17/05/1990' },
    { gender: 'N/A' },
    { gender: 'Not specified' },
    { gender: '0' },
    { gender: 'unknown' },
    { phone: '0000000' },
    { phone: '+234 000 000 0000' },
    { phone: '8000000000.0' },
    { phone: '1111111111' },
    { email: 'none' },
    { email: '-' },
  ])('is refused with %o', wrong => {
    const refused = Object.keys(wrong).map(field => `/${field}`)
    expect(atTheDoor(product, { ...claimOf(product), ...wrong })).toEqual({ refused })
  })

  it('names every field that says nothing at once', () => {
    const nothing = { lastname: '-', dob: '2030-01-01', phone: '0000000', email: 'x', gender: 'N/A' }
    expect(atTheDoor(product, { [first]: '.', ...nothing })).toEqual({
      refused: ['/dob', '/email', `/${first}`, '/gender', '/lastname', '/phone'].toSorted(),
    })
  })

  it('takes what people say of themselves', () => {
    for (const right of [
      { dob: '1900-01-01' },
      { dob: '2026-11-28' },
      { dob: ' 1990-05-17 ' },
      { gender: 'Female' },
      { phone: '0803\u2011123\u20114567' },
      { email: ' ada@example.com\n' },
    ])
      expect(atTheDoor(product, { ...claimOf(product), ...right })).not.toHaveProperty('refused')
  })

  it('is never asked and charged for a claim that says nothing', () => {
    const some = (...right: string[]) =>
      fc.oneof(
        fc.constantFrom(undefined, null, '', ' ', '-', '.', '0', 'N/A', '\u200b', '123', '0000000', '\u2800'),
        fc.constantFrom(...right),
        fc.string({ unit: 'binary', maxLength: 12 }),
        fc.string({ unit: fc.constantFrom(...'01-+(). aA@ʼ/'), maxLength: 12 }),
      )
    const dates = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-01-01'), noInvalidDate: true })
    const claims = fc.record({
      [first]: some('Adaeze', "Ng'ang'a"),
      lastname: some('Okonkwo', 'Ọláwálé'),
      middlename: some('Ada'),
      dob: fc.oneof(
        some('1990-05-17', '2027-01-01'),
        dates.map(date => date.toISOString().slice(0, 10)),
      ),
      phone: some('08031234567', '+254 712 345678'),
      email: some('ada@example.com'),
      gender: some('f', 'MALE'),
    })
    forMany(2000)(claims, body => {
      const { claimed } = atTheDoor(product, body)
      if (!claimed) return
      const { firstname, lastname, middlename = 'Ada', dob = '1990-05-17' } = claimed
      for (const name of [firstname, lastname, middlename]) expect(isPersonName(name)).toBe(true)
      expect(dob >= '1900-01-01' && dob <= '2026-11-28').toBe(true)
      const { phone = '08031234567', email = 'ada@example.com', gender = 'f' } = claimed
      expect(readPhone(phone, product.country)).toMatch(/[1-9]/)
      expect(email).toMatch(/^[^\s@]+@[^\s@]+$/)
      expect(genderKey(gender)).toMatch(/^[mf]$/)
    })
  })
})
