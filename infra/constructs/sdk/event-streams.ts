/*
 * Bundled in place of @smithy/core/event-streams: no client of ours has operations that stream events. A use would be
 * an error of the bundler, or this error.
 */
const refuse = (): never => {
  throw new Error('Event streams are left out of the bundle')
}

export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config
export const eventStreamSerdeProvider = refuse
export const EventStreamSerde = refuse
