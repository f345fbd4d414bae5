import { get, getMany, query } from './driver-read.ts'
import { write } from './driver-write.ts'
import { plainAttributesOf, decryptItem, decryptItems } from './decrypt-item.ts'
import { ConditionFailedError, type Database, type Item, type Key, type Query, type Write } from './port.ts'
import { encryptWrite } from './encrypt-write.ts'

/** What stood in the way, opened where the write says that it looks into it; for all others what is clear of it. */
const openedRefusal = async (error: unknown, writes: readonly Write[]): Promise<unknown> => {
  if (!(error instanceof ConditionFailedError)) return error
  const items = error.items.map((item, place) =>
    writes[place]?.condition?.opensItem ? decryptItem(item) : plainAttributesOf(item),
  )
  return new ConditionFailedError(error.failed, await Promise.all(items))
}

const shown = async (items: readonly Item[], clear: boolean): Promise<readonly Item[]> =>
  clear ? items.map(item => plainAttributesOf(item)) : decryptItems(items)

/**
 * The table on DynamoDB: the name comes from TABLE_NAME on first use. What holds something of a person is sealed on its
 * way there and opened on its way back, as `sealed-kinds.ts` says.
 */
export const database: Database = {
  async get<Row>(key: Key, { clear = false, ...options } = {}) {
    const item = await get(key, options)
    return (clear ? plainAttributesOf(item) : await decryptItem(item)) as Row | undefined
  },

  async getMany<Row>(keys: readonly Key[], { clear = false, ...options } = {}) {
    return (await shown(await getMany(keys, options), clear)) as readonly Row[]
  },

  async query<Row>({ clear = false, ...wanted }: Query) {
    const { items, ...page } = await query(wanted)
    return { ...page, items: (await shown(items, clear)) as readonly Row[] }
  },

  async write<Row>(...writes: readonly [Write, ...Write[]]) {
    const sealed = await Promise.all(writes.map(encryptWrite))
    try {
      return plainAttributesOf(await write(...(sealed as [Write, ...Write[]]))) as Row | undefined
    } catch (error) {
      throw await openedRefusal(error, writes)
    }
  },
}
