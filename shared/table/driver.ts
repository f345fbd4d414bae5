import { decryptItem, decryptItems, plainAttributesOf } from './decrypt-item.ts'
import { get, getMany, query } from './driver-read.ts'
import { write } from './driver-write.ts'
import { encryptWrite } from './encrypt-write.ts'
import { ConditionFailedError, type Database, type Item, type Key, type Query, type Write } from './port.ts'

/** Decrypts the items in the way of writes that ask for it, and strips the others of what is encrypted. */
const decryptRefusal = async (error: unknown, writes: readonly Write[]): Promise<unknown> => {
  if (!(error instanceof ConditionFailedError)) return error
  const items = error.items.map((item, place) =>
    writes[place]?.condition?.opensItem ? decryptItem(item) : plainAttributesOf(item),
  )
  return new ConditionFailedError(error.failed, await Promise.all(items))
}

const readItems = async (items: readonly Item[], plainOnly: boolean): Promise<readonly Item[]> =>
  plainOnly ? items.map(item => plainAttributesOf(item)) : decryptItems(items)

/** The table on DynamoDB. It encrypts and decrypts personal data as `attribute-storage.ts` says. */
export const database: Database = {
  async get<Row>(key: Key, { plainOnly = false, ...options } = {}) {
    const item = await get(key, options)
    return (plainOnly ? plainAttributesOf(item) : await decryptItem(item)) as Row | undefined
  },

  async getMany<Row>(keys: readonly Key[], { plainOnly = false, ...options } = {}) {
    return (await readItems(await getMany(keys, options), plainOnly)) as readonly Row[]
  },

  async query<Row>({ plainOnly = false, ...wanted }: Query) {
    const { items, ...page } = await query(wanted)
    return { ...page, items: (await readItems(items, plainOnly)) as readonly Row[] }
  },

  async write<Row>(...writes: readonly [Write, ...Write[]]) {
    const encrypted = await Promise.all(writes.map(encryptWrite))
    try {
      return plainAttributesOf(await write(...(encrypted as [Write, ...Write[]]))) as Row | undefined
    } catch (error) {
      throw await decryptRefusal(error, writes)
    }
  },
}
