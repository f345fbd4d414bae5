import { Envelope, type RecordEnvelope, ThinEnvelope } from '../../event/contract.ts'
import { encode } from '../../event/encode.ts'
import type { PayloadProfile } from '../contract.ts'
import { maskValue } from './masking.ts'

const statusOf = (data: RecordEnvelope['data']): ThinEnvelope['data']['status'] => {
  if ('address' in data) return data.address.status
  return 'employment' in data ? data.employment.status : data.identity.status
}

const thin = (envelope: RecordEnvelope): ThinEnvelope =>
  ThinEnvelope.parse({ ...envelope, data: { ...envelope.data, status: statusOf(envelope.data) } })

/** The bytes that an endpoint is sent: a pure function of the frozen ones, so that every attempt sends the same. */
export const buildPayload = (body: string, profile: PayloadProfile): string => {
  if (profile === 'full') return body
  const envelope = JSON.parse(body) as RecordEnvelope
  return encode(profile === 'thin' ? thin(envelope) : (maskValue(Envelope, envelope) as object))
}

/** What a ping sends: of the same form as an event, and of no event's name. */
export const buildPingBody = (endpointId: number): string =>
  encode({ event: 'webhook', event_type: 'ping', data: { id: endpointId } })
