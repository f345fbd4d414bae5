/*
 * What one address verification costs in DynamoDB write units, from creation to delivery, counted from the requests
 * that the functions made: `node test/bench/capacity.ts`. Rules: 1 WRU for each started KB of the item, twice in a
 * transaction, and one for each index entry that is written
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html).
 */
import { eventually } from '../support/eventually.ts'
import { addressOrder } from '../support/orders.ts'
import { startWorld } from '../support/world.ts'

type Attribute = { [type: string]: unknown }
type Item = Record<string, Attribute>

const text = (value: unknown): number => Buffer.byteLength(String(value))

/** An attribute's size in bytes, by the rules for item sizes. */
const sizeOf = (attribute: Attribute): number => {
  const [[type, value]] = Object.entries(attribute) as [[string, unknown]]
  if (type === 'N') return Math.ceil(text(value) / 2) + 1
  if (type === 'B') return Buffer.from(String(value), 'base64').length
  if (type === 'BOOL' || type === 'NULL') return 1
  if (type === 'M') return 3 + Object.keys(value as Item).length + itemSize(value as Item)
  if (type === 'L') return 3 + (value as Attribute[]).reduce((sum, one) => sum + 1 + sizeOf(one), 0)
  return text(value)
}

const itemSize = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, attribute]) => sum + text(name) + sizeOf(attribute), 0)

const units = (item: Item): number => Math.ceil(itemSize(item) / 1024)
const indexes = (item: Item): number => ['gsi1pk', 'gsi2pk'].filter(name => name in item).length

interface Row {
  readonly write: string
  readonly bytes: number
  readonly wru: number
}

const items = new Map<string, Item>()
const keyOf = (key: Item): string => `${key.pk?.S} ${key.sk?.S}`

const put = (item: Item, factor: number): Row => {
  items.set(keyOf(item), item)
  return { write: `put ${item.sk?.S}`, bytes: itemSize(item), wru: factor * units(item) + indexes(item) }
}

/** Attributes of the list that index 1 carries; a change of one writes its entry. */
const listed = ['outcome', 'updatedAt', 'price']

const update = (request: {
  Key: Item
  ExpressionAttributeNames: object
  ExpressionAttributeValues: Item
}): Row => {
  const set = Object.entries(request.ExpressionAttributeValues).filter(([name]) => name.startsWith(':set_'))
  const changes = Object.fromEntries(
    set.map(([name, value]) => [name.slice(5), value as unknown as Attribute]),
  )
  const before = items.get(keyOf(request.Key)) ?? request.Key
  const after = { ...before, ...changes }
  items.set(keyOf(request.Key), after)
  const entries = 'gsi1pk' in after && listed.some(name => name in changes) ? 1 : 0
  return {
    write: `update ${request.Key.sk?.S}`,
    bytes: itemSize(after),
    wru: Math.max(units(before), units(after)) + entries,
  }
}

const rowsOf = ({ action, body }: { action: string; body: string }): Row[] => {
  const request = JSON.parse(body)
  if (action === 'PutItem') return [put(request.Item, 1)]
  if (action === 'UpdateItem') return [update(request)]
  if (action !== 'TransactWriteItems') return []
  return request.TransactItems.flatMap((one: { Put?: { Item: Item } }) =>
    one.Put ? [put(one.Put.Item, 2)] : [],
  )
}

await using world = await startWorld()
const client = await world.client()
const receiver = await world.receiver()
await client.post('/v1/webhooks', { url: receiver.url })
await client.get('/v1/addresses')
const start = world.region.recorded.length
const { body } = await client.post('/v1/addresses', addressOrder())
await eventually(
  async () => (await client.get(`/v1/events/evt_${body.id}_completed`)).body.attempts?.length > 0,
)

const calls = world.region.recorded.slice(start)
const rows = calls.filter(({ service }) => service === 'dynamodb').flatMap(rowsOf)
// An index entry in a transaction is replicated afterwards, at the price of an ordinary write.
const wru = rows.reduce((sum, row) => sum + row.wru, 0)
console.table(rows)
console.log(`${wru} WRU from creation to delivery`)
console.log(`${calls.filter(({ action }) => action === 'TaskInput').length} workflow tasks`)
