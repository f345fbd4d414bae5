import { Fault } from '../aws/errors.ts'
import { jointCiphertextAttribute, storageOf } from './attribute-storage.ts'
import { getDecryptionKey } from './data-key-store.ts'
import { decryptValue, isEncrypted, keyNumberOf } from './encrypted-value.ts'
import { type PersonalKind, personalKindOf } from './keys.ts'
import { type Item, type Key, ConditionFailedError, type Database, type Query, type Write } from './port.ts'
import { get, getMany, query, write } from './dynamodb.ts'
import { encryptWrite } from './encrypt-write.ts'

const keyIn = (item: Item): Key => item as Item & Key

/** @throws Fault that names the kind of item and none of its content */
const decryptOne = async (
  kind: PersonalKind,
  item: Item,
  name: string,
  encrypted: Uint8Array,
): Promise<unknown> => {
  const { pk, sk } = keyIn(item)
  const { key } = await getDecryptionKey(keyNumberOf(encrypted), Date.now())
  try {
    return decryptValue(key, { pk, sk, name }, encrypted)
  } catch {
    throw new Fault(`Encrypted attributes of an item (${kind}) cannot be decrypted`)
  }
}

const decryptItemOf = async (kind: PersonalKind, item: Item): Promise<Item> => {
  const found: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(item)) {
    const inside = isEncrypted(value) ? await decryptOne(kind, item, name, value) : value
    if (name === jointCiphertextAttribute) Object.assign(found, inside)
    else found[name] = inside
  }
  return found
}

const findEncryptedKind = (item: Item | undefined): PersonalKind | undefined => {
  const kind = item && personalKindOf(keyIn(item))
  return kind && Object.values(item!).some(isEncrypted) ? kind : undefined
}

/** Items from before a stage's first data key are plain. @throws Fault */
export const decryptItem = async (item: Item | undefined): Promise<Item | undefined> => {
  const kind = findEncryptedKind(item)
  return kind ? decryptItemOf(kind, item!) : item
}

export const decryptItems = async (items: readonly Item[]): Promise<readonly Item[]> =>
  items.some(findEncryptedKind) ? ((await Promise.all(items.map(decryptItem))) as readonly Item[]) : items

export const plainAttributesOf = <Found extends Item | undefined>(item: Found): Found => {
  const kind = item && personalKindOf(keyIn(item))
  if (!kind) return item
  const plain = Object.entries(item).filter(([name]) => storageOf(kind, name) === 'plain')
  return Object.fromEntries(plain) as unknown as Found
}

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
