import { toAttributes } from '../aws/attributes.ts'
import type { Condition, Update } from './port.ts'

/** Code writes the expressions, so there are few, and each is looked through once. */
const known = new Map<string, Readonly<Record<string, string>>>()

const namesIn = (text: string): Record<string, string> => {
  const names =
    known.get(text) ??
    Object.fromEntries([...text.matchAll(/#(\w+)/g)].map(([placeholder, name]) => [placeholder, name!]))
  known.set(text, names)
  return names
}

const valuesOf = (values: object) => {
  const named = Object.entries(values).map(([name, value]) => [`:${name}`, value])
  return named.length > 0 && { ExpressionAttributeValues: toAttributes(Object.fromEntries(named)) }
}

export const mergeExpressions = <Name extends string>(expressions: Record<Name, Condition | undefined>) => {
  const given = Object.entries<Condition | undefined>(expressions).filter(
    (entry): entry is [Name, Condition] => entry[1] !== undefined,
  )
  const names = namesIn(given.map(([, { when }]) => when).join(' '))
  return {
    ...(Object.fromEntries(given.map(([name, { when }]) => [name, when])) as Partial<Record<Name, string>>),
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...valuesOf(Object.assign({}, ...given.map(([, { values }]) => values))),
  }
}

export const buildCondition = ({ condition }: { readonly condition?: Condition }) =>
  mergeExpressions({ ConditionExpression: condition })

const defined = (fields: object = {}) => Object.entries(fields).filter(([, value]) => value !== undefined)

/** `SET`, `REMOVE` and `ADD` for the fields of an update, beside its condition. Values are prefixed, so that none clashes with the condition's. */
export const buildUpdate = ({ set, setOnce, add, remove = [], condition }: Update) => {
  const assignments = [
    ...defined(set).map(([name]) => `#${name} = :set_${name}`),
    ...defined(setOnce).map(([name]) => `#${name} = if_not_exists(#${name}, :set_${name})`),
  ]
  const additions = defined(add).map(([name]) => `#${name} :set_${name}`)
  const values = [...defined(set), ...defined(setOnce), ...defined(add)].map(
    ([name, value]) => [`set_${name}`, value] as const,
  )
  const expression = [
    assignments.length > 0 ? `SET ${assignments.join(', ')}` : '',
    remove.length > 0 ? `REMOVE ${remove.map(name => `#${name}`).join(', ')}` : '',
    additions.length > 0 ? `ADD ${additions.join(', ')}` : '',
  ]
    .filter(Boolean)
    .join(' ')
  const update = { when: expression, values: Object.fromEntries(values) }
  return {
    ...mergeExpressions({ UpdateExpression: update, ConditionExpression: condition }),
    UpdateExpression: expression,
  }
}
