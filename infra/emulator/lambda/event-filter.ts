/** The patterns of an event-source mapping, as far as ours go: a field must have one of the listed values, or begin with one. */
import { isObject, type Json, type JsonObject, list, object, parse, text } from '../json.ts'

export type MatchesFilter = (event: JsonObject) => boolean

const patternsOf = (filterCriteria: Json | undefined): JsonObject[] =>
  list(object(filterCriteria).Filters).map(filter => object(parse(text(object(filter).Pattern) ?? '{}')))

/** True for every event if there are no filters; otherwise one of them has to match. */
export const readFilters = (filterCriteria: Json | undefined): MatchesFilter => {
  const patterns = patternsOf(filterCriteria)
  return event => patterns.length === 0 || patterns.some(pattern => matches(pattern, event))
}

const matches = (pattern: JsonObject, event: Json | undefined): boolean =>
  Object.entries(pattern).every(([key, expected]) => {
    const actual = object(event)[key]
    return isObject(expected) ? matches(expected, actual) : list(expected).some(rule => meets(rule, actual))
  })

/** https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html#filtering-syntax */
const meets = (rule: Json, actual: Json | undefined): boolean => {
  const prefix = text(object(rule).prefix)
  return prefix === undefined ? rule === actual : text(actual)?.startsWith(prefix) === true
}

/** What of the filters is more than a list of values and of beginnings: an operator such as `suffix`, or `$or`. */
export const unsupportedOperators = (filterCriteria: Json | undefined): string[] => {
  const inPattern = (pattern: JsonObject): string[] =>
    Object.entries(pattern).flatMap(([key, expected]) => {
      if (key.startsWith('$')) return [key]
      return isObject(expected)
        ? inPattern(expected)
        : list(expected).flatMap(rule => Object.keys(object(rule)).filter(operator => operator !== 'prefix'))
    })
  return patternsOf(filterCriteria).flatMap(inPattern)
}
