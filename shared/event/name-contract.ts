/** The verification types: values of the envelope's field `event`. */
export const eventResources = ['address', 'employment', 'identity'] as const
export type EventResource = (typeof eventResources)[number]

/** Values of the envelope's field `event_type`. An endpoint that names no events receives the first alone. */
export const eventTypes = [
  'verification_completed',
  'verification_started',
  'verification_delayed',
  'verification_updated',
] as const
export type EventType = (typeof eventTypes)[number]

/** The event about an endpoint that the service disabled. The organisation's other endpoints receive it. */
export const endpointResource = 'endpoint'
export const endpointDisabled = 'endpoint_disabled'

export const allEventResources = [...eventResources, endpointResource] as const
export type AnyEventResource = (typeof allEventResources)[number]
export const allEventTypes = [...eventTypes, endpointDisabled] as const
export type AnyEventType = (typeof allEventTypes)[number]

export type EventName =
  | `${EventResource}.${EventType}`
  | `${typeof endpointResource}.${typeof endpointDisabled}`
export type EventFilter = EventName | `${AnyEventResource}.*`

/** What an endpoint may subscribe to: one event, or all of one resource. */
export const eventFilters: readonly EventFilter[] = [
  ...eventResources.flatMap(resource => [
    ...eventTypes.map(type => `${resource}.${type}` as const),
    `${resource}.*` as const,
  ]),
  `${endpointResource}.${endpointDisabled}`,
  `${endpointResource}.*`,
]

/** Why the service disables an endpoint: its receiver answered 410, or failed for five days. */
export const disableReasons = ['gone', 'failing'] as const

export type DisableReason = (typeof disableReasons)[number]

/**
 * How much of an event an endpoint receives: all of it; the same fields with the values that `http/contract/mask.ts` lets
 * show; or ids and status alone.
 */
export const payloadProfiles = ['full', 'masked', 'thin'] as const
export type PayloadProfile = (typeof payloadProfiles)[number]
