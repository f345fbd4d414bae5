/*
 * Bundled into the functions in place of two parts of the SDK that none of them uses, 27 KB together: events in
 * streams, which of our services only S3 has, for a query that nobody asks; and endpoints that a service names
 * itself, where ours stand in the environment or follow from the region.
 */
const asGiven = <Config>(config: Config): Config => config

// @smithy/core/event-streams
export const resolveEventStreamSerdeConfig = asGiven
export const eventStreamSerdeProvider = (): never => {
  throw new Error('Events in streams are left out of the bundle')
}
export const EventStreamSerde = eventStreamSerdeProvider

// @aws-sdk/middleware-endpoint-discovery
export const resolveEndpointDiscoveryConfig = asGiven
export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = { default: false }
