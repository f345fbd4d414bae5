import { describe, expect, it } from 'vitest'
import { attestationErrors, employerReportRule } from '../../../../shared/employer/attestation/rule.ts'
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

it('names what it lacks about somebody who works there, and says so in words', () => {
  const details = { employeeTitle: 'Clerk', employeeStartDate: '2024-01-31', employerConsented: 'no' }
  expect(attestationErrors({ claim: 'worksHere' }, today).map(({ pointer }) => pointer)).toEqual([
    '/details/employeeTitle',
    '/details/employeeStartDate',
    '/attestator/name',
    '/attestator/title',
    '/details/employerConsented',
    '/attestator/email',
  ])
  expect(attestationErrors({ claim: 'worksHere', details, attestator: { name: 'Ada' } }, today)).toEqual([
    { pointer: '/attestator/title', code: 'required', detail: 'This field is required.' },
    { pointer: '/attestator/email', code: 'required', detail: 'Give an email address or a telephone.' },
    {
      pointer: '/details/employerConsented',
      code: 'not_allowed',
      detail: 'Without the employer’s consent nothing is passed on: choose mayNotAnswer.',
    },
  ])
})

it('needs no last day of somebody who is still there, and no job of somebody who never was', () => {
  expect(wrong(withDetails({ employeeEndDate: '' }, 'worksHere'))).toEqual([])
  const { attestator } = whole
  expect(wrong({ claim: 'neverWorkedHere', details: { employerConsented: 'yes' }, attestator })).toEqual([])
})

it('needs nothing of somebody who may not answer', () => {
  expect(wrong({ claim: 'mayNotAnswer' })).toEqual([])
  expect(wrong({ claim: 'mayNotAnswer', details: { employerConsented: 'no' } })).toEqual([])
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

const toCome = 'Expected a day that has been.'
it.each([
  [
    { employeeStartDate: '2026-11-22', employeeEndDate: '' },
    'worksHere',
    'StartDate',
    'out_of_range',
    toCome,
  ],
  [
    { employeeEndDate: '2019-01-31' },
    'workedHere',
    'EndDate',
    'before_start',
    'The employment ends before it starts.',
  ],
  [{ employeeEndDate: '2026-11-22' }, 'workedHere', 'EndDate', 'out_of_range', toCome],
  [{ employeeEndDate: '2026-11-21' }, 'worksHere', 'EndDate', 'after_end', 'The employment has ended.'],
])('refuses days that cannot be: %j of somebody who %s', (details, claim, field, code, detail) => {
  const pointer = `/details/employee${field}`
  expect(attestationErrors(withDetails(details, claim), today)).toEqual([{ pointer, code, detail }])
})

it.each(['x2026-11-22', '2026-11-22x', ['2026-11-22'], 7])('leaves to the schema what is no day: %j', day => {
  expect(wrong(withDetails({ employeeStartDate: day, employeeEndDate: today }))).toEqual([])
})

it('takes an employment that ended today, began today, or will end', () => {
  expect(wrong(withDetails({ employeeEndDate: today }))).toEqual([])
  expect(wrong(withDetails({ employeeStartDate: today, employeeEndDate: today }))).toEqual([])
  expect(wrong(withDetails({ employeeEndDate: '2026-12-31' }, 'worksHere'))).toEqual([])
})

it.each([null, [], 'text', {}, { claim: 'toString' }, { claim: 7 }, { claim: ['workedHere'] }])(
  'leaves what is no attestation at all to the schema: %j',
  body => {
    expect(wrong(body)).toEqual([])
  },
)

it('misses what stands where no fields can be', () => {
  expect(wrong({ claim: 'neverWorkedHere', details: 'x', attestator: 7 })).toContain(
    '/attestator/name required',
  )
})

it.each(['.', '-', '7', '???', '080 3123 4567'])(
  'misses a name where there is none in what stands there: %s',
  name => {
    expect(wrong(attestation({ attestator: { ...whole.attestator, name } }))).toEqual([
      '/attestator/name required',
    ])
  },
)

it.each(['Ọlá', '李小龙', "O'Neil-Smith", 'A. Bello'])('takes a name of anybody: %s', name => {
  expect(wrong(attestation({ attestator: { ...whole.attestator, name } }))).toEqual([])
})

it('leaves a name that is no text to the schema', () => {
  expect(wrong({ ...whole, attestator: { ...whole.attestator, name: 7 } })).toEqual([])
})

describe('an agent’s report of an employer', () => {
  const nowMs = Date.parse(`${today}T23:30:00Z`)
  const errorsOf = (said: unknown) => employerReportRule({ body: { attestation: said }, nowMs } as never)

  it('keeps the same rules, by the day in UTC, below its own field', () => {
    expect(errorsOf(whole)).toEqual([])
    expect(errorsOf(withDetails({ employeeEndDate: today }))).toEqual([])
    expect(errorsOf(withDetails({ employeeEndDate: '2026-11-22' }))).toEqual([
      { pointer: '/attestation/details/employeeEndDate', code: 'out_of_range', detail: toCome },
    ])
  })

  it('is none where the employer may not answer', () => {
    expect(errorsOf({ claim: 'mayNotAnswer' })).toEqual([
      {
        pointer: '/attestation/claim',
        code: 'not_allowed',
        detail: 'Note it as an attempt with the outcome refused: this is no report.',
      },
    ])
  })
})
