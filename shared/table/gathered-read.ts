import { setImmediate as nextTurn } from 'node:timers/promises'
import { database, decryptItem } from './driver.ts'
import { batchSize } from './dynamodb.ts'
import type { Item, Key } from './port.ts'

const consistent = { consistent: true } as const

const nameOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`

type ReadItem = () => Promise<Item | undefined>

/** What is read together: keys until the call is made, and then how each of them is had. */
interface ReadGroup {
  readonly keys: Map<string, Key>
  readonly readers: Promise<ReadonlyMap<string, ReadItem>>
}

let open: ReadGroup | undefined

/** For everybody who asks for it, and for nobody else: where it cannot be decrypted, it fails for them alone. */
const once = (read: ReadItem): ReadItem => {
  let item: Promise<Item | undefined> | undefined
  return () => {
    item ??= read()
    return item
  }
}

const alone = (key: Key) => [nameOf(key), once(() => database.get(key, consistent))] as const

const readGroup = async (keys: readonly Key[]): Promise<ReadonlyMap<string, ReadItem>> => {
  if (keys.length === 1) return new Map(keys.map(alone))
  const { items, unread } = await database.getBatch(keys)
  const opened = items.map(item => [nameOf(item as Item & Key), once(() => decryptItem(item))] as const)
  return new Map([...opened, ...unread.map(alone)])
}

const openGroup = (): ReadGroup => {
  const keys = new Map<string, Key>()
  const readers = nextTurn().then(() => {
    if (open === group) open = undefined
    return readGroup([...keys.values()])
  })
  const group = { keys, readers }
  return group
}

/**
 * Reads an item as it is now. What one turn of the event loop asks for is one call, and what that had no capacity for is
 * asked for by itself: the messages of a batch ask for the same things at the same time.
 */
export const getGathered = async <Row>(key: Key): Promise<Row | undefined> => {
  if (!open || open.keys.size === batchSize) open = openGroup()
  const { keys, readers } = open
  keys.set(nameOf(key), key)
  const read = (await readers).get(nameOf(key))
  return (await read?.()) as Row | undefined
}

/** Reads an item as it is now. @param gathered by a function that may read many, with what else is asked for at once */
export const getNow = <Row>(key: Key, gathered: boolean): Promise<Row | undefined> =>
  gathered ? getGathered<Row>(key) : database.get<Row>(key, consistent)
