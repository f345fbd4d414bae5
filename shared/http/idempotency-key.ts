import type { Tenant } from '../table/tenant.ts'

/** An answer as it is given again to the same request. */
export interface StoredResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An Idempotency-Key in the scope of its client. */
export interface IdempotencyKey extends Tenant {
  readonly clientId: string
  readonly keyDigest: string
}

/** What a request finds when it takes hold of its key. */
export type IdempotencyState =
  | { readonly kind: 'first'; readonly id: number }
  /** The first request ended without an answer: this one goes on with its id. */
  | { readonly kind: 'takeover'; readonly id: number }
  | { readonly kind: 'answered'; readonly answer: StoredResponse }
  | { readonly kind: 'in-flight' }
  | { readonly kind: 'other-body' }
