import type { Caller } from '../account/caller.ts'
import type { IdempotencyState, IdempotencyKey, StoredResponse } from './idempotency-key.ts'
import type { RateLimitStatus } from './rate-limit.ts'
import type { RequestLogEntry } from './request-log-store.ts'

/** What every chain needs of the world. */
export interface PublicPorts {
  readonly now: () => number
  readonly random: () => number
  readonly log: (event: string, fields: object) => void
  /** Counts a request that failed by our fault. */
  readonly countFault: () => void
  readonly fieldsOfError: (error: unknown) => object
  /** What the log says of the address that a request came from. */
  readonly sourceDigestOf: (address: string, nowMs: number) => string
}

/** What the chain of authenticated calls needs besides; `api.ts` provides it. */
export interface Ports extends PublicPorts {
  /** The caller behind an access token, unless it is unknown or has expired. */
  readonly findCaller: (accessToken: string, nowMs: number) => Promise<Caller | undefined>
  /** The client behind a portal session, unless it is unknown or has ended. */
  readonly findPortalCaller: (session: string, nowMs: number) => Promise<Caller | undefined>
  /** Keeps a line of the request log. */
  readonly keepRequest: (caller: Caller, line: RequestLogEntry) => Promise<void>
  /** @throws Problem too_many_requests */
  readonly takeRequest: (caller: Caller, nowMs: number) => Promise<RateLimitStatus>
  readonly hold: (
    key: IdempotencyKey,
    request: { bodyDigest: string; id: number; nowMs: number },
  ) => Promise<IdempotencyState>
  /** Without an answer, the next request with the key takes over. */
  readonly settle: (key: IdempotencyKey, answer?: StoredResponse) => Promise<void>
  readonly letGo: (key: IdempotencyKey) => Promise<void>
}

/** What the chain of calls by people needs besides; `work-api.ts` provides it. */
export interface WorkPorts extends Ports {
  /** The person behind a session, unless it is unknown or has ended. */
  readonly findPerson: (sessionToken: string, nowMs: number) => Promise<Caller | undefined>
}
