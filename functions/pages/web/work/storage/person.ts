import type { DeviceKey } from '../../../../../shared/evidence/contract.ts'
import { callApi } from '../../ui/api.ts'
import { byPerson, localDatabase, notifyChange, saveFor, stores, strictDurability } from './database.ts'
import type { Device, WorkLists } from './records.ts'

/** Who works on this phone; undefined before anybody has signed in, and after they signed out. */
export const findPerson = async (): Promise<string | undefined> =>
  (await (await localDatabase()).get('phone', 'person')) as string | undefined

export const savePerson = async (id: string): Promise<void> => {
  await (await localDatabase()).put('phone', id, 'person')
  notifyChange()
}

/** Deletes everything of a person, and that they were here. What others have not sent yet stays. */
export const deletePerson = async (by: string): Promise<void> => {
  const transaction = (await localDatabase()).transaction(stores, 'readwrite', strictDurability)
  await Promise.all([
    transaction.objectStore('phone').clear(),
    transaction.objectStore('devices').delete(by),
    transaction.objectStore('lists').delete(by),
    ...(['visits', 'photos', 'calls'] as const).map(store =>
      transaction.objectStore(store).delete(byPerson(by)),
    ),
  ])
  await transaction.done
  notifyChange()
}

export const findLists = async (by: string): Promise<WorkLists | undefined> =>
  (await localDatabase()).get('lists', by)

export const saveLists = async (by: string, lists: WorkLists): Promise<void> => {
  await saveFor({ by, store: 'lists', key: by }, () => lists)
}

/** Removes what was just claimed from the open work. */
export const removeFromOpen = async (by: string, id: string): Promise<void> => {
  const lists = await findLists(by)
  if (lists) await saveLists(by, { ...lists, open: lists.open.filter(work => work.id !== id) })
}

export const base64url = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes as ArrayBuffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** A key's thumbprint (RFC 7638), as the service names devices. */
const digestKey = async ({ crv, kty, x, y }: DeviceKey): Promise<string> => {
  const members = new TextEncoder().encode(JSON.stringify({ crv, kty, x, y }))
  return base64url(await crypto.subtle.digest('SHA-256', members))
}

const generateDevice = async (): Promise<Device> => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
  const { x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const publicKey = { kty: 'EC', crv: 'P-256', x: x!, y: y! } as const
  return { id: await digestKey(publicKey), publicKey, privateKey: pair.privateKey, isEnrolled: false }
}

/** Returns the person's device on this phone, or makes one. */
export const getDevice = async (by: string): Promise<Device> => {
  const stored = await (await localDatabase()).get('devices', by)
  if (stored) return stored
  const generated = await generateDevice()
  // Of two tabs that make one at once, the first one's stays.
  return (await saveFor({ by, store: 'devices', key: by }, first => first ?? generated)) ?? generated
}

/** Enrols the person's device with the service. @param again the service has forgotten it @throws ApiProblem, NetworkError */
export const enrol = async (by: string, again = false): Promise<void> => {
  const device = await getDevice(by)
  if (device.isEnrolled && !again) return
  await callApi('POST /v1/operations/devices', { body: { publicKey: device.publicKey } })
  await saveFor({ by, store: 'devices', key: by }, () => ({ ...device, isEnrolled: true }))
}
