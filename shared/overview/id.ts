import type { Mode, VerificationKey } from '../table/tenant.ts'

/** One event to one endpoint. */
export interface DeliveryKey extends VerificationKey {
  readonly eventId: string
  readonly endpointId: number
}

export const toStuckId = ({ organisationId, verificationId }: VerificationKey): string =>
  `${organisationId}-${verificationId}`

export const toDeliveryId = (
  organisationId: number,
  { eventId, endpointId }: Pick<DeliveryKey, 'eventId' | 'endpointId'>,
): string => `${organisationId}-${eventId}-${endpointId}`

/** What is stuck under an id of the overview: events are named after what they tell of. */
export const parseStuckId = (id: string, mode: Mode): VerificationKey & Partial<DeliveryKey> => {
  const [organisation, about = '', endpoint] = id.split('-')
  const organisationId = Number(organisation)
  if (endpoint === undefined) return { organisationId, mode, verificationId: Number(about) }
  const verificationId = Number(about.split('_')[1])
  return { organisationId, mode, verificationId, eventId: about, endpointId: Number(endpoint) }
}
