import { credentials } from './credentials.ts'
import { openSigner } from './signature.ts'
import type { Sent } from './transport.ts'

/** A service that speaks AWS JSON (https://smithy.io/2.0/aws/protocols/aws-json-1_0-protocol.html). */
export interface Service {
  /** The name in signatures and host names, as in `dynamodb`. */
  readonly name: string
  /** What stands before an operation, as in `DynamoDB_20120810`. */
  readonly target: string
  /** The protocol's version: 1.0 or 1.1. */
  readonly version: string
  /** The variable that says where it is on a laptop, as the SDK reads it. */
  readonly variable: string
}

/** Where a service is. */
export interface Place {
  readonly region: string
  readonly endpoint: URL
}

/** The environment says where; otherwise where the service is in every region outside of China. */
export const placeOf = ({ name, variable }: Service): Place => {
  const { AWS_REGION: region = 'us-east-1', AWS_ENDPOINT_URL, [variable]: own } = process.env
  return { region, endpoint: new URL(own ?? AWS_ENDPOINT_URL ?? `https://${name}.${region}.amazonaws.com`) }
}

/** Makes the signed requests to a service, from an operation's name and its input as JSON. */
export const openCalls = ({ name, target, version }: Service, { region, endpoint }: Place) => {
  const sign = openSigner(credentials(), { region, service: name })
  const { protocol, hostname, port, host } = endpoint
  const place = { protocol, hostname, port, method: 'POST', path: '/' }
  return (operation: string, body: string, nowMs: number): Sent => {
    const signed = {
      'content-type': `application/x-amz-json-${version}`,
      host,
      'x-amz-target': `${target}.${operation}`,
    }
    const unsigned = { 'content-length': `${Buffer.byteLength(body)}`, 'user-agent': 'verification-service' }
    return { ...place, headers: { ...sign(signed, body, nowMs), ...unsigned }, body }
  }
}
