import { Fault } from '../aws/errors.ts'
import { getDecryptionKey } from './data-keys.ts'
import { type PersonalKind, personalKindOf } from './keys.ts'
import type { Item, Key } from './port.ts'
import { storageOf, jointCiphertextAttribute } from './attribute-storage.ts'
import { isEncrypted, keyNumberOf, decryptValue } from './encrypted-value.ts'

const keyIn = (item: Item): Key => item as Item & Key

/** @throws Fault that names the kind of item and nothing of what is in it */
const openOne = async (
  kind: PersonalKind,
  item: Item,
  name: string,
  sealed: Uint8Array,
): Promise<unknown> => {
  const { pk, sk } = keyIn(item)
  const { key } = await getDecryptionKey(keyNumberOf(sealed), Date.now())
  try {
    return decryptValue(key, { pk, sk, name }, sealed)
  } catch {
    throw new Fault(`What is sealed of an item (${kind}) does not open`)
  }
}

const openItem = async (kind: PersonalKind, item: Item): Promise<Item> => {
  const found: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(item)) {
    const inside = isEncrypted(value) ? await openOne(kind, item, name, value) : value
    if (name === jointCiphertextAttribute) Object.assign(found, inside)
    else found[name] = inside
  }
  return found
}

const kindToOpen = (item: Item | undefined): PersonalKind | undefined => {
  const kind = item && personalKindOf(keyIn(item))
  return kind && Object.values(item!).some(isEncrypted) ? kind : undefined
}

/** An item with what is sealed of it opened; one that was written before anything was sealed is as it lies. */
export const decryptItem = async (item: Item | undefined): Promise<Item | undefined> => {
  const kind = kindToOpen(item)
  return kind ? openItem(kind, item!) : item
}

/** Several. @throws Fault if one of them does not open */
export const decryptItems = async (items: readonly Item[]): Promise<readonly Item[]> =>
  items.some(kindToOpen) ? ((await Promise.all(items.map(decryptItem))) as readonly Item[]) : items

/** What of an item lies in clear by what is said of its kind, sealed or not: all that those see who have no secret. */
export const plainAttributesOf = <Found extends Item | undefined>(item: Found): Found => {
  const kind = item && personalKindOf(keyIn(item))
  if (!kind) return item
  const clear = Object.entries(item).filter(([name]) => storageOf(kind, name) === 'clear')
  return Object.fromEntries(clear) as unknown as Found
}
