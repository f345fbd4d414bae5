import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { fieldErrors } from '../../../shared/http/parse-input.ts'
import { IdentityClaim, LicenseClaim } from '../../../shared/identity/contract/claim.ts'
import { CreateAddress } from '../../../shared/verification/contract/address.ts'
import { CreateEmployment } from '../../../shared/verification/contract/employment.ts'
import { addressOrder, applicant, employmentOrder } from '../../support/orders.ts'

const errorsOf = (schema: z.ZodMiniType, body: unknown) => {
  const result = z.safeParse(schema, body)
  return result.success ? [] : fieldErrors(result.error.issues, body, '')
}

it('names every bad field once, in words', () => {
  const body = addressOrder({
    street: ' ',
    city: 'x'.repeat(101),
    latitude: 91,
    lgaName: 7,
    applicant: { ...applicant, dob: '1990-02-30', phone: 'call me' },
  })
  expect(errorsOf(CreateAddress, body)).toEqual([
    { pointer: '/street', code: 'too_small', detail: 'Expected at least 1 character.' },
    { pointer: '/lgaName', code: 'wrong_type', detail: 'Expected string.' },
    { pointer: '/city', code: 'too_big', detail: 'Expected at most 100 characters.' },
    { pointer: '/latitude', code: 'too_big', detail: 'Expected at most 90.' },
    {
      pointer: '/applicant/phone',
      code: 'wrong_form',
      detail: 'Expected a telephone number, as in +2348031234567.',
    },
    {
      pointer: '/applicant/dob',
      code: 'wrong_form',
      detail: 'Expected a date that exists, as YYYY-MM-DD.',
    },
  ])
})

it.each(['line\nbreak', 'nul\u0000', 'half \ud800 pair'])('refuses %j in a text', street => {
  expect(errorsOf(CreateAddress, addressOrder({ street }))).toMatchObject([{ pointer: '/street' }])
})

it.each(['Ọ̀ṣun Avenue', "Ng'ang'a Close", '5 Ńkwọ́ Street', '東京'])('takes %s', street => {
  expect(errorsOf(CreateAddress, addressOrder({ street }))).toEqual([])
})

it('says which words a yes or a no may be', () => {
  expect(errorsOf(CreateEmployment, employmentOrder({ currentlyEmployed: 'maybe' }))).toMatchObject([
    { pointer: '/currentlyEmployed', detail: expect.stringContaining('yes') },
  ])
})

it('names no word twice', () => {
  const [error] = errorsOf(CreateEmployment, employmentOrder({ currentlyEmployed: 'present' }))
  expect(error!.detail).toBe(
    'Expected one of: true, false, True, TRUE, yes, Yes, YES, 1, False, FALSE, no, No, NO, 0.',
  )
})

const sendNames = (field: string) =>
  `Send the ${field} that the person gave you: a number alone buys nobody’s data. See /v1/docs/from-qoreid#claims.`

it.each([
  [{ firstname: 'Bunch' }, [{ pointer: '/lastname', code: 'required', detail: sendNames('lastname') }]],
  ...[null, 7, [], {}, true].map(
    lastname =>
      [
        { firstname: 'Bunch', lastname },
        [{ pointer: '/lastname', code: 'wrong_type', detail: sendNames('lastname') }],
      ] as const,
  ),
  [
    { firstname: null, lastname: 'Dillon' },
    [{ pointer: '/firstname', code: 'wrong_type', detail: sendNames('firstname') }],
  ],
] as const)('says what is expected in the place of a name: %j', (claim, errors) => {
  expect(errorsOf(IdentityClaim, claim)).toEqual(errors)
})

const differs = [
  { pointer: '/fistname', code: 'not_allowed', detail: 'It differs from firstname: send one of them.' },
]

it.each([
  ['Tunde', 'TUNDE', []],
  ['TUNDE', 'tunde', []],
  [' Tunde ', 'Tunde', []],
  ['Ọlá', 'ỌLÁ', []],
  ['Tunde', '', []],
  [null, 'Tunde', []],
  ['Tunde', 'Tunda', differs],
  ['Tunde', 'Tunde B', differs],
])('says of fistname %j and firstname %j that they differ, where they do', (fistname, firstname, errors) => {
  expect(errorsOf(LicenseClaim, { fistname, firstname, lastname: 'Bakare' })).toEqual(errors)
})

it.each([[7], [true], [['Tunde']], [{ a: 1 }], [{ toString: 1 }]])(
  'says of a first name that is no text that it is none: %j',
  name => {
    const detail = 'Expected string.'
    const claim = { fistname: name, firstname: name, lastname: 'Bakare' }
    expect(errorsOf(LicenseClaim, claim)).toEqual([
      { pointer: '/firstname', code: 'wrong_type', detail },
      { pointer: '/fistname', code: 'wrong_type', detail },
    ])
  },
)

it('says of a text in a list’s place that it is no list, and not also that it is too long', () => {
  const List = z.object({ records: z.array(z.string()).check(z.maxLength(3)) })
  expect(errorsOf(List, { records: 'not an array' })).toEqual([
    { pointer: '/records', code: 'wrong_type', detail: 'Expected array.' },
  ])
})
