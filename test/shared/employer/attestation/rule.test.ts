import { expect, it } from 'vitest'
import { attestationErrors } from '../../../../shared/employer/attestation/rule.ts'
import { attestation } from '../../../support/attestations.ts'

const today = '2026-11-21'
const wrong = (body: unknown) =>
  attestationErrors(body, today).map(({ pointer, code }) => `${pointer} ${code}`)

const whole = attestation()
const withDetails = (details: object, claim = 'workedHere') =>
  attestation({ claim, details: { ...whole.details, ...details } })

it('has nothing against a whole answer', () => {
  expect(wrong(whole)).toEqual([])
})

it('names everything that an answer about a job needs and lacks, at once', () => {
  expect(wrong({ claim: 'workedHere' })).toEqual([
    '/details/employeeTitle required',
    '/details/employeeStartDate required',
    '/details/employeeEndDate required',
    '/attestator/name required',
    '/attestator/title required',
    '/details/employerConsented required',
    '/attestator/email required',
  ])
})

it('needs no last day of somebody who is still there, and no job of somebody who never was', () => {
  expect(wrong(withDetails({ employeeEndDate: '' }, 'worksHere'))).toEqual([])
  const { attestator } = whole
  expect(wrong({ claim: 'neverWorkedHere', details: { employerConsented: 'yes' }, attestator })).toEqual([])
})

it('needs nothing of somebody who may not answer', () => {
  expect(wrong({ claim: 'mayNotAnswer' })).toEqual([])
})

it('is content with a telephone or an email address of whoever signs', () => {
  const { email, phone, ...named } = whole.attestator
  expect(wrong(attestation({ attestator: { ...named, email } }))).toEqual([])
  expect(wrong(attestation({ attestator: { ...named, phone } }))).toEqual([])
  expect(wrong(attestation({ attestator: { ...named, phone: '', email: null } }))).toEqual([
    '/attestator/email required',
  ])
})

it('passes nothing on that the employer does not agree to', () => {
  expect(wrong(withDetails({ employerConsented: 'no' }))).toEqual(['/details/employerConsented not_allowed'])
  expect(wrong(withDetails({ employerConsented: false }))).toEqual(['/details/employerConsented not_allowed'])
})

it.each([
  [{ employeeStartDate: '2026-11-22', employeeEndDate: '' }, 'worksHere', 'employeeStartDate out_of_range'],
  [{ employeeEndDate: '2019-01-31' }, 'workedHere', 'employeeEndDate before_start'],
  [{ employeeEndDate: '2026-11-22' }, 'workedHere', 'employeeEndDate out_of_range'],
  [{ employeeEndDate: '2026-11-21' }, 'worksHere', 'employeeEndDate after_end'],
])('refuses days that cannot be: %j of somebody who %s', (details, claim, error) => {
  expect(wrong(withDetails(details, claim))).toEqual([`/details/${error}`])
})

it('takes an employment that ended today, began today, or will end', () => {
  expect(wrong(withDetails({ employeeEndDate: today }))).toEqual([])
  expect(wrong(withDetails({ employeeStartDate: today, employeeEndDate: today }))).toEqual([])
  expect(wrong(withDetails({ employeeEndDate: '2026-12-31' }, 'worksHere'))).toEqual([])
})

it.each([null, [], 'text', {}, { claim: 'toString' }, { claim: 7 }, { claim: 'workedHere', details: 'x' }])(
  'leaves what is no attestation at all to the schema: %j',
  body => {
    expect(() => wrong(body)).not.toThrow()
  },
)
