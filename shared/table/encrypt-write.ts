import { type UnwrappedKey, getEncryptionKey } from './data-keys.ts'
import { type PersonalKind, personalKindOf } from './keys.ts'
import type { Condition, Fields, Item, Key, Put, Update, Write } from './port.ts'
import { storageOf, type AttributeStorage, jointCiphertextAttribute } from './attribute-storage.ts'
import { encryptValue } from './encrypted-value.ts'

/** What says nothing needs no seal: an erasure leaves null. */
const isNothing = (value: unknown): boolean => value === undefined || value === null

type Entries = readonly (readonly [string, unknown])[]

interface Sealing {
  readonly at: Key
  readonly kind: PersonalKind
  readonly sealing: UnwrappedKey
}

const sealOne = (
  { at: { pk, sk }, sealing: { n, key } }: Sealing,
  name: string,
  value: unknown,
): Uint8Array => encryptValue(n, key, { pk, sk, name }, value)

const lyingSo = (kind: PersonalKind, entries: Entries, lies: AttributeStorage): Entries =>
  entries.filter(([name, value]) => !isNothing(value) && storageOf(kind, name) === lies)

const keyFor = async (kind: PersonalKind, fields: Fields): Promise<UnwrappedKey | undefined> => {
  const isPersonal = Object.entries(fields).some(
    ([name, value]) => !isNothing(value) && storageOf(kind, name) !== 'clear',
  )
  return isPersonal ? getEncryptionKey(Date.now()) : undefined
}

const sealedSingly = (how: Sealing, entries: Entries): Entries =>
  lyingSo(how.kind, entries, 'sealed').map(([name, value]) => [name, sealOne(how, name, value)])

const sealedPut = async (kind: PersonalKind, { put, ...rest }: Put): Promise<Put> => {
  const sealing = await keyFor(kind, put)
  if (!sealing) return { put, ...rest }
  const how = { at: { pk: put.pk, sk: put.sk }, kind, sealing }
  const entries = Object.entries(put)
  const together = lyingSo(kind, entries, 'together')
  const clear = entries.filter(([name, value]) => isNothing(value) || storageOf(kind, name) === 'clear')
  const item: Item = Object.fromEntries([
    ...clear,
    ...sealedSingly(how, entries),
    ...(together.length > 0
      ? [
          [
            jointCiphertextAttribute,
            sealOne(how, jointCiphertextAttribute, Object.fromEntries(together)),
          ] as const,
        ]
      : []),
  ])
  return { put: item as Item & Key, ...rest }
}

const sealedFields = (how: Sealing, fields: Fields): Fields => ({
  ...fields,
  ...Object.fromEntries(sealedSingly(how, Object.entries(fields))),
})

/** What is sealed together is put with its item and stays. @throws TypeError */
const refuseTogether = (kind: PersonalKind, names: readonly string[]): void => {
  const name = names.find(each => storageOf(kind, each) === 'together')
  if (name !== undefined)
    throw new TypeError(`No update reaches ${name} of a ${kind}: it is sealed with others`)
}

const sealedUpdate = async (kind: PersonalKind, update: Update): Promise<Update> => {
  const { set, setOnce = {}, add = {}, remove = [] } = update
  refuseTogether(kind, [set, setOnce, add].flatMap(Object.keys).concat(remove))
  const sealing = await keyFor(kind, { ...setOnce, ...set })
  if (!sealing) return update
  const how = { at: update.update, kind, sealing }
  return {
    ...update,
    set: sealedFields(how, set),
    ...(update.setOnce && { setOnce: sealedFields(how, setOnce) }),
  }
}

/** A condition may ask whether something sealed is there, never what it is. */
const presence = /attribute_(not_)?exists\(#\w+\)/g

/** Code writes the conditions, so there are few, and each is looked through once. */
const judged = new Set<string>()

const refuseLookingInto = (kind: PersonalKind, { when }: Condition): void => {
  if (judged.has(`${kind} ${when}`)) return
  refuseTogether(
    kind,
    [...when.matchAll(/#(\w+)/g)].map(([, name]) => name!),
  )
  const asked = [...when.replaceAll(presence, '').matchAll(/#(\w+)/g)].map(([, name]) => name!)
  const name = asked.find(each => storageOf(kind, each) !== 'clear')
  if (name !== undefined) throw new TypeError(`A condition looks into ${name} of a ${kind}, which is sealed`)
  judged.add(`${kind} ${when}`)
}

const keyOf = (one: Write): Key => {
  if ('put' in one) return one.put
  if ('update' in one) return one.update
  return 'delete' in one ? one.delete : one.check
}

/** A write as it goes to the table: what holds something of a person is sealed. @throws TypeError for what cannot be */
export const encryptWrite = async (one: Write): Promise<Write> => {
  const kind = personalKindOf(keyOf(one))
  if (!kind) return one
  if (one.condition) refuseLookingInto(kind, one.condition)
  if ('put' in one) return sealedPut(kind, one)
  return 'update' in one ? sealedUpdate(kind, one) : one
}
