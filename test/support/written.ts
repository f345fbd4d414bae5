import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import type { RecordedRequest } from '../../infra/emulator/inspect.ts'
import { isEncrypted } from '../../shared/table/encrypted-value.ts'
import { openerOf } from './decrypted.ts'
import type { World } from './environment.ts'

/** One attribute that was written to the table: the kind of its item, its name and its value as JSON. */
export interface Written {
  readonly kind: string
  readonly name: string
  readonly value: string
}

type Attributes = Readonly<Record<string, { readonly S?: string; readonly B?: string }>>

interface Write {
  readonly Item?: Attributes
  readonly Key?: Attributes
  readonly ExpressionAttributeValues?: Attributes
}

interface Body extends Write {
  readonly TransactItems?: readonly Readonly<Record<string, Write>>[]
  readonly RequestItems?: Readonly<Record<string, readonly Readonly<Record<string, Write>>[]>>
}

/** What an item is, by its keys: where the sort key is an id, the partition says it, by its end or, of a list's part, its begin. */
const kindOf = ({ pk, sk }: Attributes): string => {
  const [sort = ''] = (sk?.S ?? '').split('#')
  const partition = (pk?.S ?? '').split('#')
  return [sort, partition.at(-1)!].find(each => /^[a-z]/.test(each)) ?? partition[0]!
}

/** As it was written: bytes as text. */
const asWritten = (kind: string, name: string, value: unknown): Written => ({
  kind,
  name,
  value: JSON.stringify(value),
})

const writesOf = (recorded: readonly RecordedRequest[]): Write[] =>
  recorded
    .filter(({ service, action }) => service === 'dynamodb' && /Put|Update|Write/.test(action))
    .map(({ body }) => JSON.parse(body) as Body)
    .flatMap(({ TransactItems = [], RequestItems = {}, ...single }) => [
      single,
      ...[...TransactItems, ...Object.values(RequestItems).flat()].flatMap(one => Object.values(one)),
    ])

/** Every attribute that any call wrote to the table, or compared with, by its own name; what is sealed is opened. @param from the first call that is looked at */
export const openedWritesIn = async (world: World, from = 0): Promise<Written[]> => {
  const open = await openerOf(world)
  const show = (keys: Attributes, name: string, value: { readonly B?: string }): Written => {
    const kind = kindOf(keys)
    const bytes = value.B === undefined ? undefined : new Uint8Array(Buffer.from(value.B, 'base64'))
    if (!isEncrypted(bytes)) return asWritten(kind, name, value)
    return asWritten(kind, name, open(keys as Record<string, AttributeValue>, name, bytes))
  }
  return writesOf(world.emulator.recorded.slice(from)).flatMap(
    ({ Item, Key, ExpressionAttributeValues = {} }) => {
      const keys = Item ?? Key ?? {}
      // An update's values carry the name of their attribute; a condition's are compared with one.
      return Object.entries({ ...keys, ...ExpressionAttributeValues }).map(([name, value]) =>
        show(keys, name.replace(/^:(set_)?/, ''), value),
      )
    },
  )
}
