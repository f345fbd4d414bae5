/** EventBridge-style patterns, as event-source mappings use them. https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html */
import { isObject, type Json, type JsonObject, list, object, parse, text } from '../json.ts'

export type MatchesFilter = (event: JsonObject) => boolean

/** True for every event if there are no filters; otherwise one of them has to match. */
export const readFilters = (filterCriteria: Json | undefined): MatchesFilter => {
  const patterns = list(object(filterCriteria).Filters).map(filter =>
    object(parse(text(object(filter).Pattern) ?? '{}')),
  )
  return event => patterns.length === 0 || patterns.some(pattern => matches(pattern, event))
}

const matches = (pattern: JsonObject, event: Json | undefined): boolean =>
  Object.entries(pattern).every(([key, expected]) => {
    if (key === '$or') return list(expected).some(branch => matches(object(branch), event))
    const actual = object(event)[key]
    return isObject(expected) ? matches(expected, actual) : matchesAny(list(expected), actual)
  })

const matchesAny = (rules: Json[], actual: Json | undefined): boolean => {
  const values = Array.isArray(actual) ? actual : [actual]
  return rules.some(rule =>
    isObject(rule) ? matchesOperator(rule, actual, values) : values.some(value => value === rule),
  )
}

const matchesOperator = (
  rule: JsonObject,
  actual: Json | undefined,
  values: (Json | undefined)[],
): boolean => {
  const [operator = '', operand] = Object.entries(rule)[0] ?? []
  if (operator === 'exists') return (actual !== undefined) === operand
  const test = operators[operator]
  if (test === undefined) throw new Error(`The filter operator ${operator} is not supported`)
  return values.some(value => value !== undefined && test(value, operand))
}

const operators: Record<string, (value: Json, operand: Json | undefined) => boolean> = {
  prefix: (value, operand) => text(value)?.startsWith(text(operand) ?? '') === true,
  suffix: (value, operand) => text(value)?.endsWith(text(operand) ?? '') === true,
  'equals-ignore-case': (value, operand) => text(value)?.toLowerCase() === text(operand)?.toLowerCase(),
  'anything-but': (value, operand) =>
    isObject(operand) ? !matchesOperator(operand, value, [value]) : !list(operand).includes(value),
  numeric: (value, operand) => typeof value === 'number' && isWithin(value, list(operand)),
  wildcard: (value, operand) => wildcard(text(operand) ?? '').test(text(value) ?? ''),
}

const isWithin = (value: number, limits: Json[]): boolean => {
  for (let index = 0; index < limits.length; index += 2) {
    const limit = Number(limits[index + 1])
    const holds = {
      '=': value === limit,
      '<': value < limit,
      '<=': value <= limit,
      '>': value > limit,
      '>=': value >= limit,
    }
    if (!holds[limits[index] as keyof typeof holds]) return false
  }
  return true
}

const wildcard = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split('*')
      .map(part => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
      .join('.*')}$`,
    's',
  )

/** Names of operators in the filters that no function here implements. */
export const unsupportedOperators = (filterCriteria: Json | undefined): string[] => {
  const found: string[] = []
  const visit = (value: Json | undefined, isRule: boolean): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, true)
    if (!isObject(value)) return
    for (const [key, inner] of Object.entries(value)) {
      if (isRule && key !== 'exists' && operators[key] === undefined) found.push(key)
      visit(inner, isRule && key === '$or')
    }
  }
  for (const filter of list(object(filterCriteria).Filters))
    visit(parse(text(object(filter).Pattern) ?? '{}'), false)
  return found
}
