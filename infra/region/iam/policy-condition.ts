/** Condition operators of IAM policies. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html */
import { type JsonObject, object, texts } from '../json.ts'
import { matchesPattern } from './policy.ts'

type Compare = (actual: string, expected: string) => boolean

const comparisons: Record<string, Compare> = {
  StringEquals: (actual, expected) => actual === expected,
  StringEqualsIgnoreCase: (actual, expected) => actual.toLowerCase() === expected.toLowerCase(),
  StringLike: (actual, expected) => matchesPattern(expected, actual),
  ArnEquals: (actual, expected) => matchesPattern(expected, actual),
  ArnLike: (actual, expected) => matchesPattern(expected, actual),
  Bool: (actual, expected) => actual === expected,
  NumericEquals: (actual, expected) => Number(actual) === Number(expected),
  NumericLessThan: (actual, expected) => Number(actual) < Number(expected),
  NumericLessThanEquals: (actual, expected) => Number(actual) <= Number(expected),
  NumericGreaterThan: (actual, expected) => Number(actual) > Number(expected),
  NumericGreaterThanEquals: (actual, expected) => Number(actual) >= Number(expected),
}

const negations: Record<string, string> = {
  StringNotEquals: 'StringEquals',
  StringNotEqualsIgnoreCase: 'StringEqualsIgnoreCase',
  StringNotLike: 'StringLike',
  ArnNotEquals: 'ArnEquals',
  ArnNotLike: 'ArnLike',
  NumericNotEquals: 'NumericEquals',
}

interface Operator {
  readonly quantifier: string | undefined
  readonly name: string
  readonly isIfExists: boolean
}

const readOperator = (spelling: string): Operator => {
  const [, quantifier, name = '', ifExists] =
    /^(?:(ForAllValues|ForAnyValue):)?(.+?)(IfExists)?$/.exec(spelling) ?? []
  return { quantifier, name, isIfExists: ifExists !== undefined }
}

const isKnown = ({ name }: Operator): boolean =>
  name === 'Null' || comparisons[name] !== undefined || negations[name] !== undefined

/** The operators of a policy that nothing here evaluates. */
export const unknownOperators = (condition: JsonObject): string[] =>
  Object.keys(condition).filter(spelling => !isKnown(readOperator(spelling)))

/** Every key of every operator must hold. */
export const conditionHolds = (condition: JsonObject, context: Record<string, string[]>): boolean => {
  const lowerCased = new Map(Object.entries(context).map(([key, values]) => [key.toLowerCase(), values]))
  return Object.entries(condition).every(([spelling, keys]) =>
    Object.entries(object(keys)).every(([key, expected]) =>
      operatorHolds(readOperator(spelling), lowerCased.get(key.toLowerCase()), texts(expected).map(String)),
    ),
  )
}

const operatorHolds = (operator: Operator, actual: string[] | undefined, expected: string[]): boolean => {
  const { name, quantifier, isIfExists } = operator
  if (name === 'Null') return (actual === undefined) === (expected[0] === 'true')
  const negated = negations[name]
  const compare = comparisons[negated ?? name]
  if (compare === undefined) return false
  const holds = (value: string): boolean =>
    expected.some(candidate => compare(value, candidate)) !== (negated !== undefined)
  // For a key that the request lacks: ForAllValues holds, so do negations, and nothing else.
  if (actual === undefined || actual.length === 0)
    return isIfExists || quantifier === 'ForAllValues' || (quantifier === undefined && negated !== undefined)
  return quantifier === 'ForAllValues' ? actual.every(holds) : actual.some(holds)
}
