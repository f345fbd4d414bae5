import { expect, it } from 'vitest'
import { countSpacedFailures, lacksForUnreachable } from '../../../../shared/employer/contact/unreachable.ts'

const attempt = (time: string, outcome: 'noAnswer' | 'reached' | 'bounced' = 'noAnswer') => ({
  outcome,
  at: `2026-11-20T${time}:00.000Z`,
})
const three = [attempt('08:00'), attempt('10:00'), attempt('12:00')]
const noonMs = Date.parse('2026-11-20T12:00:00.000Z')
const hourMs = 3_600_000

it('counts failed attempts that lie two hours apart, in whatever order they were noted', () => {
  expect(countSpacedFailures([])).toBe(0)
  expect(countSpacedFailures(three)).toBe(3)
  expect(countSpacedFailures(three.toReversed())).toBe(3)
  expect(countSpacedFailures([attempt('08:00'), attempt('09:59'), attempt('10:01')])).toBe(2)
  expect(countSpacedFailures([attempt('08:00'), attempt('08:00'), attempt('08:00')])).toBe(1)
})

it('counts no attempt that reached somebody, and every way to fail', () => {
  expect(
    countSpacedFailures([attempt('08:00'), attempt('10:00', 'reached'), attempt('12:00', 'bounced')]),
  ).toBe(2)
})

it('asks for attempts first, then for documents, then for time', () => {
  const asked = { askedAt: '2026-11-20T12:00:00.000Z' }
  expect(lacksForUnreachable(three.slice(1), asked, noonMs)).toBe('attempts')
  expect(lacksForUnreachable(three, undefined, noonMs)).toBe('documents')
  expect(lacksForUnreachable(three, asked, noonMs + 24 * hourMs - 1)).toBe('time')
  expect(lacksForUnreachable(three, asked, noonMs + 24 * hourMs)).toBeUndefined()
})

it('lets an employer be called unreachable when the applicant has answered before the day is over', () => {
  const asked = { askedAt: '2026-11-20T12:00:00.000Z', answeredAt: '2026-11-20T12:30:00.000Z' }
  expect(lacksForUnreachable(three, asked, noonMs)).toBeUndefined()
})
