import { expect, test } from 'vitest'
import { readFilters, unsupportedOperators } from '../../../../infra/region/lambda/event-filter.ts'

const criteria = (...patterns: object[]) => ({
  Filters: patterns.map(pattern => ({ Pattern: JSON.stringify(pattern) })),
})
const matches = (pattern: object, event: object) =>
  readFilters(criteria(pattern))(event as Parameters<ReturnType<typeof readFilters>>[0])

test.each([
  [{ a: ['x', 'y'] }, { a: 'y' }, true],
  [{ a: ['x'] }, { a: 'z' }, false],
  [{ a: { b: [1] }, c: ['x'] }, { a: { b: 1 }, c: 'x' }, true],
  [{ a: { b: [1] }, c: ['x'] }, { a: { b: 1 } }, false],
  [{ a: [{ exists: true }] }, { a: null }, true],
  [{ a: [{ exists: false }] }, {}, true],
  [{ a: [{ prefix: 'ab' }] }, { a: 'abc' }, true],
  [{ a: [{ suffix: 'bc' }] }, { a: 'abd' }, false],
  [{ a: [{ 'anything-but': ['x'] }] }, { a: 'y' }, true],
  [{ a: [{ 'anything-but': { prefix: 'x' } }] }, { a: 'xy' }, false],
  [{ a: [{ numeric: ['>', 0, '<=', 5] }] }, { a: 5 }, true],
  [{ a: [{ numeric: ['>', 0, '<=', 5] }] }, { a: 6 }, false],
  [{ a: [{ wildcard: 'a*c' }] }, { a: 'abc' }, true],
  [{ $or: [{ a: ['x'] }, { b: ['y'] }] }, { b: 'y' }, true],
])('the pattern %j and the event %j: %s', (pattern, event, expected) => {
  expect(matches(pattern, event)).toBe(expected)
})

test('one of several patterns is enough, and none means all', () => {
  expect(readFilters(criteria({ a: ['x'] }, { a: ['y'] }))({ a: 'y' })).toBe(true)
  expect(readFilters(undefined)({ a: 'y' })).toBe(true)
})

test('an operator that nothing here evaluates is found beforehand', () => {
  expect(unsupportedOperators(criteria({ a: { b: [{ cidr: '10.0.0.0/8' }] } }))).toEqual(['cidr'])
  expect(
    unsupportedOperators(criteria({ a: { b: [{ exists: true }, { 'anything-but': { prefix: 'x' } }] } })),
  ).toEqual([])
})
