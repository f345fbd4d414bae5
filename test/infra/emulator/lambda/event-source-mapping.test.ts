import { expect, test } from 'vitest'
import { readFilters, unsupportedOperators } from '../../../../infra/emulator/lambda/event-source-mapping.ts'

const criteria = (...patterns: object[]) => ({
  Filters: patterns.map(pattern => ({ Pattern: JSON.stringify(pattern) })),
})
const matches = (pattern: object, event: object) =>
  readFilters(criteria(pattern))(event as Parameters<ReturnType<typeof readFilters>>[0])

test.each([
  [{ a: ['x', 'y'] }, { a: 'y' }, true],
  [{ a: ['x'] }, { a: 'z' }, false],
  [{ a: ['x'] }, {}, false],
  [{ a: { b: [1] }, c: ['x'] }, { a: { b: 1 }, c: 'x' }, true],
  [{ a: { b: [1] }, c: ['x'] }, { a: { b: 1 } }, false],
  [{ a: ['x', { prefix: 'y#' }] }, { a: 'y#1' }, true],
  [{ a: ['x', { prefix: 'y#' }] }, { a: 'y' }, false],
  [{ a: ['x', { prefix: 'y#' }] }, {}, false],
])('the pattern %j and the event %j: %s', (pattern, event, expected) => {
  expect(matches(pattern, event)).toBe(expected)
})

test('one of several patterns is enough, and none means all', () => {
  expect(readFilters(criteria({ a: ['x'] }, { a: ['y'] }))({ a: 'y' })).toBe(true)
  expect(readFilters(undefined)({ a: 'y' })).toBe(true)
})

test('what is more than a list of values and of beginnings is found beforehand', () => {
  const pattern = { a: { b: ['x', { prefix: 'y' }, { suffix: 'y' }] } }
  expect(unsupportedOperators(criteria(pattern, { $or: [] }))).toEqual(['suffix', '$or'])
  expect(unsupportedOperators(criteria({ a: { b: ['x'] } }))).toEqual([])
})
