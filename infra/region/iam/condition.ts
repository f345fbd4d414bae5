/**
 * The one condition that our roles have: which partition keys of a table a request may touch.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
 */
import { isObject, type Json, object, texts } from '../json.ts'

const operator = 'ForAllValues:StringLike'
const contextKey = 'dynamodb:LeadingKeys'

/** The patterns that all leading keys have to match; undefined where there is no condition. */
export const leadingKeyPatterns = (condition: Json | undefined): string[] | undefined =>
  condition === undefined ? undefined : texts(object(object(condition)[operator])[contextKey])

/** Actions whose requests name every leading key in full, where `dynamodb-access.ts` reads them. */
const keyedActions = ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem']

/** What of a condition is not evaluated here. */
export const conditionProblems = (condition: Json | undefined, actions: readonly string[]): string[] => {
  if (condition === undefined) return []
  const asked = Object.entries(object(condition)).flatMap(([name, keys]) =>
    Object.keys(isObject(keys) ? keys : {}).map(key => `${name} of ${key}`),
  )
  const isKeyed = (action: string) => keyedActions.some(each => action === `dynamodb:${each}`)
  return [
    ...asked
      .filter(each => each !== `${operator} of ${contextKey}`)
      .map(each => `the condition ${each} is not supported`),
    ...actions.filter(action => !isKeyed(action)).map(action => `a condition on ${action} is not supported`),
  ]
}
