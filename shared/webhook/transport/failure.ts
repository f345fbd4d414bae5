import type { FailureKind } from '../../event/attempt-contract.ts'
import type { Phase, RequestFailure } from '../../outbound/send-request.ts'

export interface Failure {
  readonly kind: FailureKind
  readonly detail: string
}

const details: Partial<Record<FailureKind, string>> = {
  connect: 'No connection could be made',
  timeout: 'No answer came in time',
  reset: 'The connection was closed before an answer came',
  protocol: 'The answer was not valid HTTP',
  internal: 'The request could not be prepared',
}

const tlsDetails: Record<string, string> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name',
  CERT_HAS_EXPIRED: 'The certificate has expired',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate chain ends in an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT: 'The certificate chain ends in an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate chain ends in an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The server did not send its intermediate certificate',
}

export const toFailure = (kind: FailureKind): Failure => ({ kind, detail: details[kind] ?? kind })

/** A 304 and others of their hundred lead nowhere (RFC 9110 §15.4). */
export const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

/** The error's own message is never passed on: Node's quote addresses, and OpenSSL's quote source files. */
const toSocketFailure = (error: NodeJS.ErrnoException, phase: Phase): Failure => {
  const code = error.code ?? ''
  if (code.startsWith('HPE_')) return toFailure('protocol')
  if (phase === 'connecting') return toFailure('connect')
  if (phase === 'open') return toFailure('reset')
  return { kind: 'tls', detail: tlsDetails[code] ?? 'No secure connection could be agreed on' }
}

/** Interim answers that a receiver may send before its answer. */
export const maxInterimResponses = 10

export const toUnansweredFailure = ({ failure, phase }: RequestFailure): Failure => {
  if (failure === 'timeout') return toFailure('timeout')
  if (failure === 'connect-timeout') return toFailure('connect')
  if (failure !== 'too-many-interim') return toSocketFailure(failure, phase)
  const detail = `More than ${maxInterimResponses} interim answers came before an answer`
  return { kind: 'protocol', detail }
}

export const maxResponseBytes = 1024

// Control and direction characters could forge or hide lines where the text is shown; tab and newline stay.
const unsafe =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g

/** The beginning of an answer as text that is safe to store and show, at most 1 KB in UTF-8. */
export const safeText = (chunks: readonly Buffer[]): string => {
  if (chunks.length === 0) return ''
  const text = head(Buffer.concat(chunks)).replace(unsafe, '')
  // Each byte that is not UTF-8 became three.
  return text.length * 3 <= maxResponseBytes ? text : head(Buffer.from(text))
}

// A streaming decoder leaves out a character whose last bytes were cut off.
const head = (bytes: Buffer): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, maxResponseBytes), {
    stream: true,
  })
