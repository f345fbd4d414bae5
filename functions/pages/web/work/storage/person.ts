import { callApi } from '../../ui/api.ts'
import { keysUnder, localDatabase, put, saveRecord, stores, write } from './database.ts'
import { base64url, signJws } from './jws.ts'
import type { Device, WorkLists } from './records.ts'

/** Who works on this phone; undefined before anybody has signed in, and after they signed out. */
export const findPerson = async (): Promise<string | undefined> =>
  (await (await localDatabase()).get('phone', 'person')) as string | undefined

export const savePerson = (id: string): Promise<unknown> =>
  write(['phone'], transaction => put(transaction.objectStore('phone'), id, 'person'))

/** The number changes with what the notice about positions says. */
const noticeFor = (by: string): string => `2 ${by}`

/** Whether a person has read what is noted of where they are, since they signed in on this phone. */
export const hasReadNotice = async (by: string): Promise<boolean> =>
  (await (await localDatabase()).get('phone', 'notice')) === noticeFor(by)

export const saveNoticeRead = (by: string): Promise<unknown> =>
  write(['phone'], transaction => put(transaction.objectStore('phone'), noticeFor(by), 'notice'))

/** Deletes everything of a person, and that they were here. What others have not sent yet stays. */
export const deletePerson = (by: string): Promise<unknown> =>
  write(stores, transaction =>
    Promise.all([
      transaction.objectStore('phone').clear(),
      ...(['devices', 'lists'] as const).map(store => transaction.objectStore(store).delete(by)),
      ...(['visits', 'photos', 'calls'] as const).map(store =>
        transaction.objectStore(store).delete(keysUnder(by)),
      ),
    ]),
  )

export const findLists = async (by: string): Promise<WorkLists | undefined> =>
  (await localDatabase()).get('lists', by)

/** Removes what was just claimed from the open work. */
export const removeFromOpen = async (by: string, id: string): Promise<void> => {
  const lists = await findLists(by)
  const open = lists?.open.filter(work => work.id !== id)
  if (open) await saveRecord('lists', by, () => ({ ...lists!, open }))
}

/** It is named by its key's thumbprint (RFC 7638), as the service names it. */
const generateDevice = async (): Promise<Device> => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
  const { x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const publicKey = { crv: 'P-256', kty: 'EC', x: x!, y: y! } as const
  const thumbprint = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(JSON.stringify(publicKey)),
  )
  return { id: base64url(thumbprint), publicKey, privateKey: pair.privateKey, isEnrolled: false }
}

export const findDevice = async (by: string): Promise<Device | undefined> =>
  (await localDatabase()).get('devices', by)

/** Returns the person's device on this phone, or makes one. */
export const getDevice = async (by: string): Promise<Device> => {
  const stored = await findDevice(by)
  if (stored) return stored
  const generated = await generateDevice()
  // Of two tabs that make one at once, the first one's stays.
  return (await saveRecord('devices', by, first => first ?? generated)) ?? generated
}

export const saveWifiOnly = async (by: string, isWifiOnly: boolean): Promise<void> => {
  const device = await getDevice(by)
  await saveRecord('devices', by, (stored = device) => ({ ...stored, isWifiOnly }))
}

/** Enrols the person's device with the service. @param again the service has forgotten it @throws ApiProblem, NetworkError */
export const enrol = async (by: string, again = false): Promise<void> => {
  const device = await getDevice(by)
  if (device.isEnrolled && !again) return
  const { id: deviceId, publicKey, privateKey } = device
  const proof = await signJws(privateKey, { personId: by, deviceId })
  await callApi('POST /v1/operations/devices', { body: { publicKey, proof } })
  await saveRecord('devices', by, (stored = device) => ({ ...stored, isEnrolled: true }))
}
