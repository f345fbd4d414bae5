import { expect, it } from 'vitest'
import { attemptRule } from '../../../../shared/employer/contact/attempts.ts'

const nowMs = Date.parse('2026-11-21T12:00:00.000Z')
const wrong = (body: unknown) =>
  attemptRule({ params: {}, body, nowMs }).map(({ pointer, code }) => `${pointer} ${code}`)

it('takes an attempt of now, of the last day, and of a device whose clock is a little ahead', () => {
  expect(wrong({ channel: 'phone', outcome: 'noAnswer' })).toEqual([])
  expect(wrong({ at: '2026-11-20T12:00:00.000Z' })).toEqual([])
  expect(wrong({ at: '2026-11-21T12:05:00.000Z' })).toEqual([])
})

it('refuses an attempt to come, and one that nobody remembers', () => {
  expect(wrong({ at: '2026-11-21T12:05:00.001Z' })).toEqual(['/at out_of_range'])
  expect(wrong({ at: '2026-11-20T11:59:59.999Z' })).toEqual(['/at out_of_range'])
})

it('wants to know whose word a contact is that is not the order’s', () => {
  expect(wrong({ contact: '0800' })).toEqual(['/contactFrom required'])
  expect(wrong({ contact: '0800', contactFrom: 'order' })).toEqual(['/contactFrom required'])
  expect(wrong({ contact: '0800', contactFrom: 'publicListing' })).toEqual([])
  expect(wrong({ contact: '', contactFrom: null })).toEqual([])
})

it.each([null, [], 'x', { at: 7 }, { at: 'soon' }])('leaves what is ill-formed to the schema: %j', body => {
  expect(wrong(body)).toEqual([])
})
