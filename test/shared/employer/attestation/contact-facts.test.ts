import { expect, it } from 'vitest'
import { mailDomainOf } from '../../../../shared/employer/attestation/contact-facts.ts'

it.each([
  ['hr@acme.com', 'acme.com', false],
  ['HR@Mail.Lagos.Acme.COM.NG', 'acme.com.ng', false],
  ['hr@acme.gov.ng', 'acme.gov.ng', false],
  ['boss@shop.blogspot.com', 'shop.blogspot.com', false],
  ['"a@b"@acme.co.uk', 'acme.co.uk', false],
  ['someone@gmail.com', 'gmail.com', true],
  ['someone@yahoo.co.uk', 'yahoo.co.uk', true],
  ['someone@outlook.fr', 'outlook.fr', true],
  ['someone@yahoo.acme.com', 'acme.com', false],
])('knows whose mail %s is', (address, domain, isFree) => {
  expect(mailDomainOf(address)).toEqual({ domain, isFree })
})

it.each(['', 'hr', '+2348031234567', 'hr@', 'hr@com.ng', 'hr@10.0.0.1', 'hr@[::1]'])(
  'knows nobody behind %j',
  address => {
    expect(mailDomainOf(address)).toBeUndefined()
  },
)
