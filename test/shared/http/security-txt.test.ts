import { expect, it } from 'vitest'
import { securityText } from '../../../shared/http/security-txt.ts'

const nowMs = Date.parse('2026-11-28T17:30:00.000Z')

it('names an email address as a URI, and a time at which it is believed no longer', () => {
  expect(securityText('security@acme.example', nowMs)).toBe(
    'Contact: mailto:security@acme.example\nExpires: 2027-02-26T00:00:00.000Z\nPreferred-Languages: en\n',
  )
})

it('names a page as it is, and is the same all day', () => {
  const page = 'https://acme.example/security'
  expect(securityText(page, nowMs)).toContain(`Contact: ${page}\n`)
  expect(securityText(page, nowMs)).toBe(securityText(page, Date.parse('2026-11-28T00:00:00.000Z')))
  expect(securityText(page, nowMs)).not.toBe(securityText(page, Date.parse('2026-11-29T00:00:00.000Z')))
})

it('is not there where the stage names nobody', () => {
  expect(() => securityText(null, nowMs)).toThrow('This stage names nobody to whom weaknesses are reported.')
})
