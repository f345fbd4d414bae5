import { expect, it } from 'vitest'
import { redirectToPage } from '../../../shared/link/page.tsx'

it.each([
  ['token', '/v1/applicant/token'],
  ['token).', '/v1/applicant/token).'],
  // A header has no other characters than these.
  ['token…', '/v1/applicant/token%E2%80%A6'],
  ['token”?#', '/v1/applicant/token%E2%80%9D%3F%23'],
])('leads back to the page that was opened: %j', (token, location) => {
  expect(redirectToPage('applicant', token, 'answered').headers).toEqual({ location })
})
