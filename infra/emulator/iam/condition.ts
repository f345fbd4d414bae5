/**
 * The conditions that our roles have: which partition keys of a table a request may touch
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html), and from which address
 * a letter may come (https://docs.aws.amazon.com/ses/latest/dg/control-user-access.html).
 */
import { isObject, type Json, object, text, texts } from '../json.ts'

const operator = 'ForAllValues:StringLike'
const contextKey = 'dynamodb:LeadingKeys'

/** The patterns that all leading keys have to match; undefined where there is no condition. */
export const leadingKeyPatterns = (condition: Json | undefined): string[] | undefined =>
  condition === undefined ? undefined : texts(object(object(condition)[operator])[contextKey])

/** The one sender of letters; undefined where there is no condition. */
export const senderIn = (condition: Json | undefined): string | undefined =>
  text(object(object(condition).StringEquals)['ses:FromAddress'])

/** What each condition can be asked of: actions whose requests name every leading key in full, where `dynamodb-access.ts` reads them; sending letters. */
const supported: Readonly<Record<string, readonly string[]>> = {
  [`${operator} of ${contextKey}`]: [
    'dynamodb:GetItem',
    'dynamodb:BatchGetItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
    'dynamodb:DeleteItem',
    'dynamodb:ConditionCheckItem',
  ],
  'StringEquals of ses:FromAddress': ['ses:SendEmail'],
}

const problemsOf = (asked: string, actions: readonly string[]): string[] => {
  const known = supported[asked]
  if (known === undefined) return [`the condition ${asked} is not supported`]
  return actions
    .filter(action => !known.includes(action))
    .map(action => `a condition on ${action} is not supported`)
}

/** What of a condition is not evaluated here. */
export const conditionProblems = (condition: Json | undefined, actions: readonly string[]): string[] =>
  Object.entries(object(condition))
    .flatMap(([name, keys]) => Object.keys(isObject(keys) ? keys : {}).map(key => `${name} of ${key}`))
    .flatMap(asked => problemsOf(asked, actions))
