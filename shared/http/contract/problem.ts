/** `retryable`: the same request may succeed later. */
export const problems = {
  invalid_request: { status: 400, title: 'The request is not valid', retryable: false },
  sign_in_failed: { status: 400, title: 'Sign-in failed', retryable: false },
  unauthenticated: { status: 401, title: 'Valid credentials are required', retryable: false },
  spend_cap_reached: { status: 402, title: 'The spend cap of this month is reached', retryable: false },
  product_not_enabled: { status: 403, title: 'The client may not use this product', retryable: false },
  client_suspended: { status: 403, title: 'The client is suspended', retryable: false },
  foreign_origin: { status: 403, title: 'The request comes from another site', retryable: false },
  no_role: { status: 403, title: 'This person has no role here', retryable: false },
  own_visit: { status: 403, title: 'You cannot review your own visit', retryable: false },
  decided_before: { status: 403, title: 'You cannot review your own decision', retryable: false },
  second_reviewer_needed: {
    status: 403,
    title: 'A second reviewer must confirm this decision',
    retryable: false,
  },
  not_found: { status: 404, title: 'The resource does not exist', retryable: false },
  product_not_offered: { status: 404, title: 'This service does not offer this look-up', retryable: false },
  identity_not_found: { status: 404, title: 'The registry has nobody under this number', retryable: false },
  method_not_allowed: { status: 405, title: 'Method not allowed for this path', retryable: false },
  already_decided: { status: 409, title: 'The verification is already complete', retryable: false },
  not_disputable: { status: 409, title: 'There is no decision to dispute', retryable: false },
  already_disputed: { status: 409, title: 'The decision is already disputed', retryable: false },
  dispute_over: { status: 409, title: 'The dispute period has ended', retryable: false },
  not_final: { status: 409, title: 'The verification is not complete yet', retryable: true },
  already_claimed: { status: 409, title: 'Another person has claimed it', retryable: false },
  too_many_claims: { status: 409, title: 'You have reached the claim limit', retryable: false },
  lease_lost: { status: 409, title: 'You have not claimed it', retryable: false },
  no_photos: { status: 409, title: 'No photos belong to this work', retryable: false },
  already_reported: { status: 409, title: 'The report has already been submitted', retryable: false },
  too_many_links: { status: 409, title: 'Too many links were sent', retryable: false },
  too_many_notes: { status: 409, title: 'The limit of notes on this case is reached', retryable: false },
  too_many_appointments: {
    status: 409,
    title: 'The limit of appointments of this visit is reached',
    retryable: false,
  },
  employer_reachable: { status: 409, title: 'The employer may still be reached', retryable: false },
  not_reported: { status: 409, title: 'There is no report to decide upon', retryable: false },
  photo_missing: { status: 409, title: 'The photo was not uploaded', retryable: true },
  photo_replaced: { status: 409, title: 'A newer photo is in this slot', retryable: false },
  not_stuck: { status: 409, title: 'It is no longer stuck', retryable: false },
  nothing_waits: { status: 409, title: 'There is nothing scheduled to advance to', retryable: false },
  not_cancellable: { status: 409, title: 'The verification can no longer be cancelled', retryable: false },
  too_many_webhooks: { status: 409, title: 'The limit of webhook endpoints is reached', retryable: false },
  too_many_secrets: { status: 409, title: 'Too many active signing secrets', retryable: false },
  webhook_exists: { status: 409, title: 'This URL has a webhook endpoint already', retryable: false },
  webhook_disabled: { status: 409, title: 'The webhook endpoint is disabled', retryable: false },
  request_in_flight: { status: 409, title: 'A request with this key is in progress', retryable: true },
  body_too_large: { status: 413, title: 'The body is too large', retryable: false },
  unsupported_media_type: { status: 415, title: 'The body must be JSON', retryable: false },
  photo_unreadable: { status: 422, title: 'The photo cannot be read', retryable: false },
  photo_too_large: { status: 422, title: 'The photo is too large', retryable: false },
  photo_not_an_image: { status: 422, title: 'The file is not a photo', retryable: false },
  checksum_mismatch: { status: 422, title: 'The checksum does not match the upload', retryable: false },
  idempotency_key_reused: { status: 422, title: 'The key was used with another body', retryable: false },
  too_many_requests: { status: 429, title: 'Too many requests', retryable: true },
  internal: { status: 500, title: 'Internal server error', retryable: true },
  record_unreadable: { status: 502, title: 'The registry’s record cannot be read', retryable: false },
  unavailable: { status: 503, title: 'Temporarily unavailable', retryable: true },
  issuer_unavailable: { status: 503, title: 'The identity provider is not responding', retryable: true },
  registry_unavailable: { status: 503, title: 'The registry is not responding', retryable: true },
} as const

export type ProblemCode = keyof typeof problems

/** `pointer` is a JSON pointer (RFC 6901) into the body, or `path/name`, `query/name`, `header/name`. */
export interface FieldError {
  readonly pointer: string
  readonly code: string
  readonly detail: string
}

/** An error that its caller may see. Anything else that is thrown answers 500 without detail. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly errors: readonly FieldError[]
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ProblemCode,
    detail: string,
    more: { errors?: readonly FieldError[]; headers?: Record<string, string> } = {},
  ) {
    super(detail)
    this.code = code
    this.errors = more.errors ?? []
    this.headers = more.headers ?? {}
  }
}

/** Says what is wrong with the first field, for who reads no list, and how many more there are. */
const detailOf = ([first, ...others]: readonly FieldError[]): string => {
  const field = first!.pointer.replace(/^\//, '').replaceAll('/', '.')
  const rest =
    others.length === 1 ? ' 1 more field is not valid.' : ` ${others.length} more fields are not valid.`
  return `${field && `${field}: `}${first!.detail}${others.length === 0 ? '' : rest}`
}

export const invalidRequest = (errors: readonly FieldError[]) =>
  new Problem('invalid_request', detailOf(errors), { errors })
