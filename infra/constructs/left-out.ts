/*
 * Bundled into the functions in place of parts of the SDKs that none of them reaches: nearly half of a bundle together.
 * Each client of AWS is given what makes up for them by `clientOptions` of `shared/aws/signed-call.ts`.
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

/* `@smithy/signature-v4`: every client is given a signer. That of SES extends it, and would look for one of two regions. */
export class SignatureV4 {
  readonly sign = leftOut('Signatures of the SDK’s own')
}
export const signatureV4aContainer = {}

/* `@smithy/node-http-handler`: every client is given a request handler, whose answers are whole. */
export const NodeHttpHandler = {
  create: <Handler>(given: Handler): Handler =>
    typeof given === 'object' ? given : leftOut('The SDK’s own connections')(),
}
export const streamCollector = leftOut('Answers in streams')

/** `@aws-sdk/endpoint-cache`: no client discovers endpoints. */
export class EndpointCache {
  readonly get = leftOut('Discovered endpoints')
  readonly has = this.get
}

/* `@smithy/core/checksum`: every client is given a signer, and that of SQS what it digests messages by. */
export const Sha256 = leftOut('Digests of the SDK’s own')
export const Md5 = Sha256

/* `@modelcontextprotocol/server/_shims`: the API judges what a tool is given. */
export class DefaultJsonSchemaValidator {
  readonly getValidator = leftOut('Validators of JSON Schema')
}
export { default as process } from 'node:process'
