import { Fault } from '../aws/errors.ts'
import { getDecryptionKey, getEncryptionKey, type OpenDataKey } from './data-key-store.ts'
import { get, getBatch, getMany, query, transact, update, writeMany } from './dynamodb.ts'
import { decryptValue, encryptValue, isEncrypted, keyNumberOf } from './encrypted-value.ts'
import { type AttributeStorage, type SealedKind, sealedKindOf, tableAttributes } from './kind.ts'
import {
  type Condition,
  ConditionFailedError,
  type Database,
  type Fields,
  type Item,
  type Key,
  type NamedWrites,
  type PlainWrite,
  type Put,
  type Query,
  type Update,
  type Write,
} from './port.ts'

const tablesOwn: ReadonlySet<string> = new Set(tableAttributes)

export const storageOf = ({ attributes }: Pick<SealedKind, 'attributes'>, name: string): AttributeStorage => {
  if (Object.hasOwn(attributes, name)) return attributes[name]!
  return tablesOwn.has(name) ? 'plain' : 'encrypted'
}

/** An erasure leaves null, which stays plain. */
const isEmpty = (value: unknown): boolean => value === undefined || value === null

interface ItemEncryption {
  readonly at: Key
  readonly kind: SealedKind
  readonly dataKey: OpenDataKey
}

const encryptAttribute = ({ at, dataKey }: ItemEncryption, name: string, value: unknown): Uint8Array =>
  encryptValue(dataKey.n, dataKey.key, { pk: at.pk, sk: at.sk, name }, value)

const isSealed = (kind: SealedKind, name: string, value: unknown): boolean =>
  !isEmpty(value) && storageOf(kind, name) === 'encrypted'

const findEncryption = async (
  kind: SealedKind,
  { pk, sk }: Key,
  fields: Fields,
): Promise<ItemEncryption | undefined> => {
  const isPersonal = Object.entries(fields).some(([name, value]) => isSealed(kind, name, value))
  const dataKey = isPersonal ? await getEncryptionKey(Date.now()) : undefined
  return dataKey && { at: { pk, sk }, kind, dataKey }
}

const encryptFields = (encryption: ItemEncryption, fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      isSealed(encryption.kind, name, value) ? encryptAttribute(encryption, name, value) : value,
    ]),
  )

const encryptPut = async (kind: SealedKind, write: Put): Promise<Put> => {
  const encryption = await findEncryption(kind, write.put, write.put)
  return encryption ? { ...write, put: encryptFields(encryption, write.put) as Item & Key } : write
}

const encryptUpdate = async (kind: SealedKind, update: Update): Promise<Update> => {
  const { set, setOnce = {} } = update
  const encryption = await findEncryption(kind, update.update, { ...setOnce, ...set })
  if (!encryption) return update
  return {
    ...update,
    set: encryptFields(encryption, set),
    ...(update.setOnce && { setOnce: encryptFields(encryption, setOnce) }),
  }
}

/** A condition may ask whether an encrypted attribute exists, never for its value. */
const presence = /attribute_(not_)?exists\(#\w+\)/g
const namesIn = (when: string): readonly string[] => [...when.matchAll(/#(\w+)/g)].map(([, name]) => name!)

/** Conditions come from code, so there are few: each is checked once. */
const checked = new Set<string>()

const refuseEncryptedOperands = (kind: SealedKind, { when }: Condition): void => {
  const question = `${kind.name} ${when}`
  if (checked.has(question)) return
  const name = namesIn(when.replaceAll(presence, '')).find(each => storageOf(kind, each) !== 'plain')
  if (name !== undefined)
    throw new TypeError(`A condition looks into ${name} of a ${kind.name}, which is encrypted`)
  checked.add(question)
}

const keyOf = (write: Write): Key => {
  if ('put' in write) return write.put
  if ('update' in write) return write.update
  return 'delete' in write ? write.delete : write.check
}

/** @throws TypeError for an update or condition that cannot work on encrypted data */
const encryptWrite = async (write: Write): Promise<Write> => {
  const kind = sealedKindOf(keyOf(write))
  if (!kind) return write
  if (write.condition) refuseEncryptedOperands(kind, write.condition)
  if ('put' in write) return encryptPut(kind, write)
  return 'update' in write ? encryptUpdate(kind, write) : write
}

const encryptWrites = async (writes: NamedWrites): Promise<NamedWrites> => {
  const encrypted = Object.entries(writes).map(
    async ([name, given = []]) => [name, await Promise.all([given].flat().map(encryptWrite))] as const,
  )
  return Object.fromEntries(await Promise.all(encrypted))
}

const keyIn = (item: Item): Key => item as Item & Key

/** @throws Fault that names the kind of item and none of its content */
const decryptOne = async (
  kind: SealedKind,
  item: Item,
  name: string,
  encrypted: Uint8Array,
): Promise<unknown> => {
  const { pk, sk } = keyIn(item)
  const { key } = await getDecryptionKey(keyNumberOf(encrypted), Date.now())
  try {
    return decryptValue(key, { pk, sk, name }, encrypted)
  } catch {
    throw new Fault(`Encrypted attributes of an item (${kind.name}) cannot be decrypted`)
  }
}

const decryptItemOf = async (kind: SealedKind, item: Item): Promise<Item> => {
  const found: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(item))
    found[name] = isEncrypted(value) ? await decryptOne(kind, item, name, value) : value
  return found
}

const findEncryptedKind = (item: Item | undefined): SealedKind | undefined => {
  const kind = item && sealedKindOf(keyIn(item))
  return kind && Object.values(item!).some(isEncrypted) ? kind : undefined
}

/** Items from before a stage's first data key are plain. @throws Fault */
export const decryptItem = async (item: Item | undefined): Promise<Item | undefined> => {
  const kind = findEncryptedKind(item)
  return kind ? decryptItemOf(kind, item!) : item
}

const decryptItems = async (items: readonly Item[]): Promise<readonly Item[]> =>
  items.some(findEncryptedKind) ? ((await Promise.all(items.map(decryptItem))) as readonly Item[]) : items

const plainAttributesOf = <Found extends Item | undefined>(item: Found, marksEncrypted = false): Found => {
  const kind = item && sealedKindOf(keyIn(item))
  if (!kind) return item
  const shown = Object.entries(item).flatMap(([name, value]) => {
    if (storageOf(kind, name) === 'plain') return [[name, value]]
    return marksEncrypted ? [[name, true]] : []
  })
  return Object.fromEntries(shown) as unknown as Found
}

/** Decrypts the items in the way of writes that ask for it, and strips the others of what is encrypted. */
const decryptFailure = async (error: unknown, writes: NamedWrites): Promise<unknown> => {
  if (!(error instanceof ConditionFailedError)) return error
  const opened = (name: string, item: Item) =>
    [writes[name] ?? []].flat().some(({ condition }) => condition?.opensItem?.(item))
  const items = Object.entries(error.items).map(
    async ([name, item]) =>
      [name, await (opened(name, item) ? decryptItem(item) : plainAttributesOf(item))] as const,
  )
  return new ConditionFailedError({
    failed: error.failed,
    items: Object.fromEntries(await Promise.all(items)),
  })
}

const readItems = async (
  items: readonly Item[],
  plainOnly = false,
  marksEncrypted = false,
): Promise<readonly Item[]> =>
  plainOnly ? items.map(item => plainAttributesOf(item, marksEncrypted)) : decryptItems(items)

/** The table on DynamoDB. It encrypts and decrypts personal data as its kinds say. */
export const database: Database = {
  async get<Row>(key: Key, { plainOnly = false, opensItem = (_: Item) => !plainOnly, ...options } = {}) {
    const item = await get(key, options)
    return (item && opensItem(item) ? await decryptItem(item) : plainAttributesOf(item)) as Row | undefined
  },

  async getMany<Row>(keys: readonly Key[], { plainOnly = false, ...options } = {}) {
    return (await readItems(await getMany(keys, options), plainOnly)) as readonly Row[]
  },

  getBatch: keys => getBatch(keys, true),

  async query<Row>({ plainOnly, marksEncrypted, ...wanted }: Query) {
    const { items, ...page } = await query(wanted)
    const read = await readItems(items, plainOnly, marksEncrypted)
    return { ...page, items: read as readonly Row[] }
  },

  async write(write) {
    await database.transact({ write })
  },

  async transact(writes) {
    const encrypted = await encryptWrites(writes)
    try {
      return await transact(encrypted)
    } catch (error) {
      throw await decryptFailure(error, writes)
    }
  },

  async writeMany(writes) {
    await writeMany((await Promise.all(writes.map(encryptWrite))) as PlainWrite[])
  },

  async update<Row>(wanted: Update) {
    const encrypted = (await encryptWrite(wanted)) as Update
    try {
      return plainAttributesOf(await update(encrypted)) as Row
    } catch (error) {
      throw await decryptFailure(error, { update: wanted })
    }
  },
}
