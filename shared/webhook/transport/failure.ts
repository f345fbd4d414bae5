import type { FailureKind } from '../../event/attempt-contract.ts'

export interface Failure {
  readonly kind: FailureKind
  readonly detail: string
}

/** How far a request had come when it failed. */
export type Phase = 'connecting' | 'securing' | 'open'

const words: Partial<Record<FailureKind, string>> = {
  connect: 'No connection could be made',
  timeout: 'No answer came in time',
  reset: 'The connection was closed before an answer came',
  protocol: 'The answer was not valid HTTP',
  internal: 'The request could not be prepared',
}

const tlsWords: Record<string, string> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name',
  CERT_HAS_EXPIRED: 'The certificate has expired',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate chain ends in an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT: 'The certificate chain ends in an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate chain ends in an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The server did not send its intermediate certificate',
}

export const toFailure = (kind: FailureKind): Failure => ({ kind, detail: words[kind] ?? kind })

/** Interim answers that a receiver may send before its answer. */
export const maxInterimResponses = 10

export const tooManyInterimFailure: Failure = {
  kind: 'protocol',
  detail: `More than ${maxInterimResponses} interim answers came before an answer`,
}

/**
 * A socket's or parser's error in plain words. Its own message is never passed on: Node's quote addresses,
 * and OpenSSL's quote source files.
 */
export const toSocketFailure = (error: NodeJS.ErrnoException, phase: Phase): Failure => {
  const code = error.code ?? ''
  if (code.startsWith('HPE_')) return toFailure('protocol')
  if (phase === 'connecting') return toFailure('connect')
  if (phase === 'open') return toFailure('reset')
  return { kind: 'tls', detail: tlsWords[code] ?? 'No secure connection could be agreed on' }
}
