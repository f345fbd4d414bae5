import { expect, it } from 'vitest'
import { chooseChannel, toRecipient } from '../../../../shared/link/message/recipient.ts'
import { applicant } from '../../../support/orders.ts'
import { addressVerification, employmentVerification } from '../../../support/verifications.ts'

const visitTo = (changes: object) => addressVerification({ applicant: { ...applicant, ...changes } })
const job = employmentVerification({ applicant: { ...applicant, email: 'ngozi@mail.example' } })

it('writes to the applicant or to the employer, as the link is for', () => {
  expect(toRecipient({ purpose: 'applicant', channel: 'sms' }, job)).toBe('+2348031234567')
  expect(toRecipient({ purpose: 'documents', channel: 'mail' }, job)).toBe('ngozi@mail.example')
  expect(toRecipient({ purpose: 'attest', channel: 'mail' }, job)).toBe('hr@zenithworks.example')
  expect(toRecipient({ purpose: 'attest', channel: 'sms' }, job)).toBe('+2348031234567')
})

it('writes to a contact that somebody found', () => {
  const link = { purpose: 'attest', channel: 'mail', to: 'payroll@zenithworks.example' } as const
  expect(toRecipient(link, job)).toBe('payroll@zenithworks.example')
})

it.each([
  'a@b.example, c@d.example',
  'a@b.example\r\nBcc: c@d.example',
  'Name <a@b.example>',
  'a@b@c.example',
  'a b@c.example',
  'a@b.example;c@d.example',
  'a@localhost',
  `${'a'.repeat(65)}@b.example`,
  `a@${'b'.repeat(260)}.example`,
  '',
])('writes to nobody at %j', to => {
  expect(toRecipient({ purpose: 'attest', channel: 'mail', to }, job)).toBeUndefined()
})

it('prefers the telephone, where the stage can send to it and it can be reached', () => {
  const [both, none] = [
    { mail: true, sms: true },
    { mail: false, sms: false },
  ]
  const withMail = { email: 'ngozi@mail.example' }
  expect(chooseChannel(visitTo({}), both)).toBe('sms')
  expect(chooseChannel(visitTo(withMail), both)).toBe('sms')
  expect(chooseChannel(visitTo(withMail), { mail: true, sms: false })).toBe('mail')
  expect(chooseChannel(visitTo({ ...withMail, phone: '01 234 5678' }), both)).toBe('mail')
  expect(chooseChannel(visitTo({}), none)).toBe('sms')
})
