import type { MiddlewareObj, Request } from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import type * as z from 'zod/mini'
import type { Caller } from '../account/caller.ts'
import type { Route } from './contract/route.ts'
import type { InputRule } from './input-rule.ts'

type Field<R extends Route, Name extends 'params' | 'query' | 'body'> = R extends {
  readonly [N in Name]: infer Schema extends z.ZodMiniType
}
  ? z.infer<Schema>
  : undefined

/** One request as its action sees it: who calls, and input that has passed its schemas. */
export interface ActionRequest<R extends Route = Route> {
  readonly caller: R['access'] extends 'public' ? undefined : Caller
  readonly params: Field<R, 'params'>
  readonly query: Field<R, 'query'>
  readonly body: Field<R, 'body'>
  /** The fields of a form by name, as they came; none unless the route takes a form. */
  readonly form: Readonly<Record<string, string | undefined>>
  /** The bytes of the file that its form brings; none unless the route takes one. */
  readonly file: Uint8Array | undefined
  /** What a browser shows of itself without being asked. */
  readonly seen: { readonly address: string; readonly userAgent: string }
  /** Milliseconds since 1970. */
  readonly nowMs: number
  /** An id for what this call makes: the same again when the same request is repeated with its Idempotency-Key. */
  readonly id: number
  /** Whether an earlier request with this Idempotency-Key may have got part of the way. */
  readonly isRepeat: boolean
  /** Where the caller found us, such as `https://api.example.com`. */
  readonly origin: string
  readonly accepts: (encoding: 'br' | 'gzip') => boolean
  /** Whether a browser is about to show the answer to a person, as far as it says so; what fetches ahead or previews does not. */
  readonly isNavigation: boolean
  /** As they were sent, each `name=value`. */
  readonly cookies: readonly string[]
  /** Whether the caller would rather have 202 than a failure that may pass (RFC 7240: `Prefer: respond-async`). */
  readonly prefersAsync: boolean
}

/** An action's answer, before its schema has stripped it to what is promised. */
export interface ActionResponse<R extends Route = Route> {
  readonly status: keyof R['answers'] & number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** What the caller's browser is to keep: lines of `cookie.ts`. */
  readonly cookies?: readonly string[]
  /** In the place of a body: what is answered as it is, with its media type among the headers. */
  readonly content?: string | Buffer
  /** A word of ours for the request's log line: what came of it. */
  readonly result?: string | undefined
}

/** What a route does: `Act<typeof eventRoutes.getEvent>`. */
export type Action<R extends Route> = (call: ActionRequest<R>) => Promise<ActionResponse<R>>

/** The routes of one noun, as its `routes.ts` lists them. */
export type Routes = Readonly<Record<string, Route>>

/** The actions of one path's function, under their names in the list of routes. */
export type ActionsOf<List extends Routes> = { readonly [Name in keyof List]?: Action<List[Name]> }

/** What these actions ask of their input beyond its schemas. */
export type RulesOf<List extends Routes> = { readonly [Name in keyof List]?: InputRule }

/** What the chain finds out on the way in, for what comes later. */
export interface RequestContext {
  startedAtMs: number
  /** API Gateway's id of the request: the caller sees it in every answer, the operator in every log line. */
  requestId: string
  action?: string
  route?: Route
  act?: Action<Route>
  rule?: InputRule | undefined
  caller?: Caller
  /** Whether a portal session, and no token, says who calls. */
  isPortal?: boolean
  /** Headers that tell the caller what it may still ask. */
  limits?: Readonly<Record<string, string>>
  call?: ActionRequest
  result?: string | undefined
  /** The Idempotency-Key that this request holds. */
  held?: { readonly keyDigest: string }
  [other: string]: unknown
}

type Answer = APIGatewayProxyStructuredResultV2

export type MiddlewareRequest = Request<APIGatewayProxyEventV2, Answer, Error, Context, RequestContext>
export type Middleware = MiddlewareObj<APIGatewayProxyEventV2, Answer, Error, Context, RequestContext>
