import type * as z from 'zod/mini'
import type { Scope } from '../../account/contract.ts'
import type { ProblemCode } from './problem.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Fields = z.ZodMiniObject

/** The largest body unless a route has its own limit. */
export const bodyLimitBytes = 256 * 1024

/** One promise to the caller. Everything else about an endpoint follows from it. */
export interface Route {
  readonly method: Method
  readonly path: `/${string}`
  /** Where existing integrations of other services look for it: the same function answers there. */
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
  readonly description?: string
  /** Who may call: anyone, or a client with this scope or with one of these. */
  readonly access: 'public' | Scope | readonly Scope[]
  /** A portal session may ask it in the place of a token. On every other path its cookie is nothing. */
  readonly inPortal?: true
  /** The answer must not be kept for a repeat with the same Idempotency-Key: it is worked out anew, under the same id. */
  readonly answerIsPrivate?: boolean
  readonly params?: Fields
  readonly query?: Fields
  readonly body?: Fields
  /** The largest body that it takes, if that is more than others do, in bytes; Lambda takes 6 MB of a request. */
  readonly bodyLimitBytes?: number
  /** Its body is a form as browsers send it, whose fields the action judges: a person is answered with a page. `file`: of one file. */
  readonly form?: true | 'file'
  /** Every answer that is not a problem: status → schema of its JSON body, or null where there is none. */
  readonly answers: Readonly<Record<number, z.ZodMiniType | null>>
  /** Media type of the successful answer, where it is not JSON. */
  readonly mediaType?: string
  /** Problems beyond those that every route shares. */
  readonly problems?: readonly ProblemCode[]
}

/** The file for a path: its fixed segments in order, parameters by their name: `/v1/events/{id}` → `events/id`. */
export const handlerFileOf = (path: Route['path']): string =>
  path
    .replace(/^\/$/, '/root')
    .replace(/^\/(v1\/)?/, '')
    .replace(/[{}]/g, '')
    .replace(/[A-Z]/g, capital => `-${capital.toLowerCase()}`)
    .replace(/\./g, '-')
