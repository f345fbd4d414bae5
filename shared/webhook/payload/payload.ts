import type { Envelope, ThinEnvelope } from '../../event/contract.ts'
import { encode } from '../../event/encode.ts'
import type { PayloadProfile } from '../contract.ts'
import { masked } from './masking.ts'

const statusOf = (data: Envelope['data']): ThinEnvelope['data']['status'] => {
  if ('address' in data) return data.address.status
  return 'employment' in data ? data.employment.status : data.identity.status
}

const thin = ({ event, event_type, data }: Envelope): ThinEnvelope => ({
  event,
  event_type,
  data: {
    id: data.id,
    summary: data.summary,
    customerReference: data.customerReference,
    status: statusOf(data),
  },
})

/** The bytes that an endpoint is sent: a pure function of the frozen ones, so that every attempt sends the same. */
export const payloadOf = (body: string, profile: PayloadProfile): string => {
  if (profile === 'full') return body
  const envelope = JSON.parse(body) as Envelope
  return encode(profile === 'thin' ? thin(envelope) : (masked(envelope) as object))
}

/** What a ping sends: of the same form as an event, and of no event's name. */
export const pingBody = (endpointId: number): string =>
  encode({ event: 'webhook', event_type: 'ping', data: { id: endpointId } })
