import { transport } from '../../../shared/aws/transport.ts'

/*
 * Bundled into the functions in place of parts of the SDK that none of them needs, a tenth of a bundle together. What
 * is missing here and needed after all is an error of the bundler.
 */

const asGiven = <Config>(config: Config): Config => config

const leftOut = (what: string) => (): never => {
  throw new Error(`${what} left out of the bundle`)
}

/* @smithy/core/event-streams: events in streams, which none of our clients has. */
export const resolveEventStreamSerdeConfig = asGiven
export const eventStreamSerdeProvider = leftOut('Events in streams are')
export const EventStreamSerde = eventStreamSerdeProvider

/* @aws-sdk/middleware-endpoint-discovery: ours stand in the environment or follow from the region. */
export const resolveEndpointDiscoveryConfig = asGiven
export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = { default: false }

/* @smithy/node-http-handler: all clients share our transport. */
export const NodeHttpHandler = {
  create: (given: object): object => ('handle' in given ? given : transport()),
}
/** Our transport answers whole bodies. */
export const streamCollector = leftOut('Bodies in streams are')

/* @aws/lambda-invoke-store: several requests at a time in one container. The environment holds the one's trace. */
export const InvokeStore = { getInstanceAsync: async (): Promise<undefined> => undefined }
