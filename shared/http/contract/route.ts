import type * as z from 'zod/mini'
import type { Scope } from '../../account/contract.ts'
import type { ProblemCode } from './problem.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Fields = z.ZodMiniObject

/** The largest body unless a route has its own limit. */
export const bodyLimitBytes = 256 * 1024

export interface Route {
  readonly method: Method
  readonly path: `/${string}`
  /** Paths of other services that existing integrations use: the same function serves them. */
  readonly alsoAt?: readonly `/${string}`[]
  readonly tag:
    | 'Authentication'
    | 'Session'
    | 'Portal'
    | 'Addresses'
    | 'Employments'
    | 'Identities'
    | 'Webhooks'
    | 'Events'
    | 'Media'
    | 'Locations'
    | 'Sandbox'
    | 'Operations'
    | 'Service'
    | 'Docs'
    | 'Links'
    | 'Pages'
  readonly summary: string
  readonly access: 'public' | Scope | readonly Scope[]
  /** A portal session may replace the token; `test`: one of test mode alone. No other path reads its cookie. */
  readonly inPortal?: true | 'test'
  /** The response is not stored for a repeat with the same Idempotency-Key: the action runs again, under the same id. */
  readonly answerIsPrivate?: boolean
  /** The action stores its response itself, in the transaction that does its work: no repeat ever meets it half done. */
  readonly storesAnswer?: true
  /** Messages of JSON-RPC 2.0: what is wrong with one is answered in its words. */
  readonly isJsonRpc?: true
  readonly params?: Fields
  readonly query?: Fields
  readonly body?: Fields
  /** The body is a form's fields, in place of JSON. */
  readonly bodyIsForm?: true
  /** Lambda takes at most 6 MB of a request. */
  readonly bodyLimitBytes?: number
  /** The body is a browser's form, whose fields the action checks. `file`: a form with one file. */
  readonly form?: true | 'file'
  /** Every response but problems: status → schema of its JSON body, or null without one. */
  readonly answers: Readonly<Record<number, z.ZodMiniType | null>>
  readonly mediaType?: string
  /** Problems beyond those that every route shares. */
  readonly problems?: readonly ProblemCode[]
}

/** `/v1/events/{id}` → `events/id`. */
export const handlerFileOf = (path: Route['path']): string =>
  path
    .replace(/^\/$/, '/root')
    .replace(/^\/(v1\/|\.well-known\/)?/, '')
    .replace(/[{}]/g, '')
    .replace(/[A-Z]/g, capital => `-${capital.toLowerCase()}`)
    .replace(/\./g, '-')
