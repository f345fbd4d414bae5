import { Fault } from '../aws/errors.ts'
import { jointCiphertextAttribute, storageOf } from './attribute-storage.ts'
import { getDecryptionKey } from './data-key-store.ts'
import { decryptValue, isEncrypted, keyNumberOf } from './encrypted-value.ts'
import { type PersonalKind, personalKindOf } from './keys.ts'
import type { Item, Key } from './port.ts'

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

/** @throws Fault if one of them cannot be decrypted */
export const decryptItems = async (items: readonly Item[]): Promise<readonly Item[]> =>
  items.some(findEncryptedKind) ? ((await Promise.all(items.map(decryptItem))) as readonly Item[]) : items

/** The attributes that functions without the secret see. */
export const plainAttributesOf = <Found extends Item | undefined>(item: Found): Found => {
  const kind = item && personalKindOf(keyIn(item))
  if (!kind) return item
  const plain = Object.entries(item).filter(([name]) => storageOf(kind, name) === 'plain')
  return Object.fromEntries(plain) as unknown as Found
}
