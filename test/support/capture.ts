import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { deviceThumbprint } from '../../shared/evidence/capture-record.ts'
import type { CaptureRecord, DeviceKey, Slot } from '../../shared/evidence/contract.ts'
import type { Answer, ApiClient } from './api-client.ts'

/* What an agent's page does at the shutter: a device with a key of its own, and records that it signs. */

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A device that nobody knows yet. */
export const newDevice = () => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const publicKey = pair.publicKey.export({ format: 'jwk' }) as unknown as DeviceKey
  const id = deviceThumbprint(publicKey)
  /** Signs anything, as a device could whose page was tampered with. */
  const signAnything = (payload: object, header: object = { alg: 'ES256' }): string => {
    const stated = `${base64url(header)}.${base64url(payload)}`
    const key = { key: pair.privateKey, dsaEncoding: 'ieee-p1363' } as const
    return `${stated}.${sign('sha256', Buffer.from(stated), key).toString('base64url')}`
  }
  /** States that a photo was taken now, or with these differences. */
  const capture = (assignmentId: string, bytes: Uint8Array, changes: Partial<CaptureRecord> = {}): string =>
    signAnything({
      assignmentId,
      slot: 'exteriorPhotos.photo1',
      sha256: sha256Of(bytes),
      size: bytes.length,
      contentType: 'image/jpeg',
      capturedAt: new Date().toISOString(),
      clockOffsetMs: 0,
      fixes: [
        {
          latitude: 6.601838,
          longitude: 3.351486,
          accuracyMetres: 14.2,
          at: new Date(Date.now() - 2000).toISOString(),
        },
      ],
      source: 'viewfinder',
      deviceId: id,
      ...changes,
    })
  /** What this person sends to enrol it. */
  const enrolmentFor = (personId: string) => ({ publicKey, proof: signAnything({ personId, deviceId: id }) })
  return { id, publicKey, capture, signAnything, enrolmentFor }
}
export type TestDevice = ReturnType<typeof newDevice>

const photosAt = (assignment: string): string => `/v1/operations/assignments/${assignment}/photos`

/** Enrols a device as an agent's page does. */
export const enrolDevice = (agent: ApiClient, device: TestDevice): Promise<Answer> =>
  agent.post('/v1/operations/devices', device.enrolmentFor(agent.id))

/** A device that this agent has enrolled. */
export const enrolledDevice = async (agent: ApiClient): Promise<TestDevice> => {
  const device = newDevice()
  await enrolDevice(agent, device)
  return device
}

export const recordPhotos = (agent: ApiClient, assignment: string, ...records: string[]): Promise<Answer> =>
  agent.post(photosAt(assignment), { records })

export const takePhoto = (
  agent: ApiClient,
  assignment: string,
  bytes: Uint8Array,
  slot: Slot = 'exteriorPhotos.photo1',
): Promise<Answer> => agent.post(`${photosAt(assignment)}/${slot}`, { sha256: sha256Of(bytes) })

/** Uploads as a browser does. Answers the status and S3's code. */
export const upload = async (
  request: { readonly url: string; readonly headers: Record<string, string> },
  bytes: Uint8Array,
): Promise<{ readonly status: number; readonly code: string | undefined }> => {
  const { url, headers } = request
  const response = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) })
  return { status: response.status, code: /<Code>(.*?)<\/Code>/.exec(await response.text())?.[1] }
}

/** Records and uploads a photo, and answers what is said of it once it is there. */
export const sendPhoto = async (
  agent: ApiClient,
  device: TestDevice,
  assignment: string,
  bytes: Uint8Array,
  changes: Partial<CaptureRecord> = {},
): Promise<Answer> => {
  const { body } = await recordPhotos(agent, assignment, device.capture(assignment, bytes, changes))
  await upload(body.data[0].upload, bytes)
  return takePhoto(agent, assignment, bytes, changes.slot)
}
