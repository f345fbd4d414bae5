/*
 * Bundled into the functions in place of two parts of the SDK that none of them reaches, a third of a bundle together.
 */

const leftOut = (what: string) => (): never => {
  throw new Error(`${what} are left out of the bundle`)
}

/** `@aws-sdk/credential-provider-node`: every client is given the environment's credentials. */
export const defaultProvider = leftOut('Credentials from files, single sign-on and instance metadata')

/* `@smithy/core/event-streams`: no operation in use has events in streams. */
export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config
export const eventStreamSerdeProvider = leftOut('Events in streams')
export const EventStreamSerde = eventStreamSerdeProvider
