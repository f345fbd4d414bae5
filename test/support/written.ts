import type { RecordedRequest } from '../../infra/region/inspect.ts'

/** One attribute that was written to the table: the kind of its item, its name and its value as JSON. */
export interface Written {
  readonly kind: string
  readonly name: string
  readonly value: string
}

type Attributes = Readonly<Record<string, { readonly S?: string }>>

interface Write {
  readonly Item?: Attributes
  readonly Key?: Attributes
  readonly ExpressionAttributeValues?: Attributes
}

interface Body extends Write {
  readonly TransactItems?: readonly Readonly<Record<string, Write>>[]
}

/** What an item is, by its keys: where the sort key is an id, the partition says it. */
const kindOf = ({ pk, sk }: Attributes): string => {
  const [sort = ''] = (sk?.S ?? '').split('#')
  return /^[a-z]/.test(sort) ? sort : (pk?.S ?? '').split('#').at(-1)!
}

const attributesOf = ({ Item, Key, ExpressionAttributeValues = {} }: Write): Written[] => {
  const keys = Item ?? Key ?? {}
  const kind = kindOf(keys)
  const values = { ...keys, ...ExpressionAttributeValues }
  return Object.entries(values).map(([name, value]) => ({
    kind,
    // An update's values carry the name of their attribute; a condition's are compared with one.
    name: name.replace(/^:(set_)?/, ''),
    value: JSON.stringify(value),
  }))
}

/** Every attribute that any call wrote to the table, or compared with. */
export const writesIn = (recorded: readonly RecordedRequest[]): Written[] =>
  recorded
    .filter(({ service, action }) => service === 'dynamodb' && /Put|Update|Write/.test(action))
    .map(({ body }) => JSON.parse(body) as Body)
    .flatMap(({ TransactItems, ...single }) => TransactItems?.flatMap(one => Object.values(one)) ?? [single])
    .flatMap(attributesOf)
