import type { DeviceKey } from '../../../../../shared/evidence/contract.ts'
import { callApi } from '../../ui/api.ts'
import { localDatabase } from './database.ts'
import { saveFor } from './save.ts'
import type { Device } from './records.ts'

export const base64url = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes as ArrayBuffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** A key's thumbprint (RFC 7638), as the service names devices. */
const thumbprintOf = async ({ crv, kty, x, y }: DeviceKey): Promise<string> => {
  const said = new TextEncoder().encode(JSON.stringify({ crv, kty, x, y }))
  return base64url(await crypto.subtle.digest('SHA-256', said))
}

const makeDevice = async (): Promise<Device> => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
  const { x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const publicKey = { kty: 'EC', crv: 'P-256', x: x!, y: y! } as const
  return { id: await thumbprintOf(publicKey), publicKey, privateKey: pair.privateKey, isEnrolled: false }
}

/** Of two tabs that make one at once, the first one's stays. */
const keepFirst = async (by: string, made: Device): Promise<Device> =>
  (await saveFor({ by, store: 'devices', key: by }, standing => standing ?? made)) ?? made

/** The person's device here, made where there is none. */
export const deviceOf = async (by: string): Promise<Device> =>
  (await (await localDatabase()).get('devices', by)) ?? keepFirst(by, await makeDevice())

/** Makes the service know the person's device, if it does not. @param again it was said to be unknown @throws Refusal, Unreachable */
export const enrol = async (by: string, again = false): Promise<void> => {
  const device = await deviceOf(by)
  if (device.isEnrolled && !again) return
  await callApi('POST /v1/operations/devices', { body: { publicKey: device.publicKey } })
  await saveFor({ by, store: 'devices', key: by }, () => ({ ...device, isEnrolled: true }))
}
