import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { decryptFor } from '../aws/secret.ts'
import type { RecordEnvelope, ThinEnvelope } from './contract.ts'
import type { Event } from './event.ts'
import type { PayloadProfile } from './name-contract.ts'

/** Purpose of the key that encrypts the bodies of identity events: registries' data is never stored plain. */
export const bodyPurpose = 'event'

export const pack = (text: string): Uint8Array => deflateRawSync(text, { level: 9 })

/** @throws Error for bytes that are not packed */
export const unpack = (bytes: Uint8Array): string => inflateRawSync(bytes).toString('utf8')

export const bodyDigest = (body: string): string => createHash('sha256').update(body).digest('hex')

type StoredBody = Event & { readonly body: Uint8Array }

/** The frozen body, and on a second line the body that endpoints with masked payloads receive. JSON has no line break. */
const unpackBodies = async (event: StoredBody): Promise<readonly string[]> =>
  unpack(event.event === 'identity' ? await decryptFor(bodyPurpose, event.id, event.body) : event.body).split(
    '\n',
  )

export const unpackBody = async (event: StoredBody): Promise<string> => (await unpackBodies(event))[0]!

const statusOf = (data: RecordEnvelope['data']): ThinEnvelope['data']['status'] => {
  if ('address' in data) return data.address.status
  return 'employment' in data ? data.employment.status : data.identity.status
}

/** Ids and status alone, for an endpoint or client that may not read the record. */
export const toThinBody = (body: string): string => {
  const { event, event_type, data } = JSON.parse(body) as RecordEnvelope
  const { id, summary, customerReference } = data
  const thin = { id, summary, customerReference, status: statusOf(data) }
  return JSON.stringify({ event, event_type, data: thin } satisfies ThinEnvelope)
}

/** The bytes that an endpoint receives: a pure function of what is stored, so that every attempt sends the same. */
export const unpackPayload = async (event: StoredBody, profile: PayloadProfile): Promise<string> => {
  const [full = '', masked = ''] = await unpackBodies(event)
  if (profile === 'thin') return toThinBody(full)
  return profile === 'full' ? full : masked
}
