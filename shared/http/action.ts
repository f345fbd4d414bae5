import type { MiddlewareObj, Request } from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import type * as z from 'zod/mini'
import type { Caller } from '../account/caller.ts'
import type { Route } from './contract/route.ts'
import type { InputRule } from './contract/text.ts'
import type { AnswerPut, HeldAnswer } from './idempotency-store.ts'

type RouteField<R extends Route, Name extends 'params' | 'query' | 'body'> = R extends {
  readonly [N in Name]: infer Schema extends z.ZodMiniType
}
  ? z.infer<Schema>
  : undefined

export interface ActionRequest<R extends Route = Route> {
  readonly caller: R['access'] extends 'public' ? undefined : Caller
  readonly params: RouteField<R, 'params'>
  readonly query: RouteField<R, 'query'>
  readonly body: RouteField<R, 'body'>
  /** The fields of a form by name, unparsed; empty unless the route takes a form. */
  readonly form: Readonly<Record<string, string | undefined>>
  readonly file: Uint8Array | undefined
  readonly seen: { readonly address: string; readonly userAgent: string }
  readonly nowMs: number
  /** An id for what this request makes: a repeat with the same Idempotency-Key gets the same one. */
  readonly id: number
  /** Whether an earlier request with this Idempotency-Key may have done part of the work. */
  readonly isRepeat: boolean
  /** Of a request with an Idempotency-Key, where the route's action stores its own answer. */
  readonly answerStorage?: AnswerStorage | undefined
  /** The host that the caller asked, such as `https://api.example.com`. */
  readonly origin: string
  readonly accepts: (encoding: 'br' | 'gzip') => boolean
  /** Whether a browser says that it shows the response to a person; prefetches and previews do not. */
  readonly isNavigation: boolean
  readonly cookies: readonly string[]
  /** A header by its name in lower case. */
  readonly header: (name: string) => string | undefined
  /** RFC 7240, `Prefer: respond-async`: 202 instead of a failure that may pass. */
  readonly prefersAsync: boolean
}

type Unchanged<Body> = Body extends readonly (infer Item)[]
  ? readonly Unchanged<Item>[]
  : Body extends object
    ? { readonly [Name in keyof Body]: Unchanged<Body[Name]> }
    : Body

/** Every field that the route declares for a status: one that nobody fills does not compile. */
type AnswerBody<Schema> = Schema extends z.ZodMiniType
  ?
      | { readonly body?: undefined; readonly content: string | Buffer }
      // Last, so that the compiler's words are about this one.
      | { readonly body: Unchanged<z.input<Schema>> }
  : { readonly body?: undefined }

interface AnyResponse {
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly string[]
  /** Replaces the body: sent unchanged, with its media type among the headers. */
  readonly content?: string | Buffer
  /** The result as one word in the request's log line. */
  readonly result?: string | undefined
}

/** An action's response before its schema has removed what is not declared. */
export type ActionResponse<R extends Route = Route> = {
  readonly [Status in keyof R['answers'] & number]: AnyResponse & {
    readonly status: Status
  } & AnswerBody<R['answers'][Status]>
}[keyof R['answers'] & number]

/** What a write that stores an answer met in its place. `takeover`: a request that ended without an answer used this id. */
export type MetAnswer<Response = ActionResponse> =
  | { readonly kind: 'answered'; readonly response: Response }
  | { readonly kind: 'takeover'; readonly id: number }

export interface AnswerStorage {
  /**
   * The write that stores a response; its condition fails where the key has an answer already. `response` is what is then
   * to be returned: the bytes that are stored.
   */
  readonly store: (response: ActionResponse) => { readonly put: AnswerPut; readonly response: ActionResponse }
  /** @param held the item that failed the condition. @throws Problem request_in_flight, idempotency_key_reused */
  readonly meet: (held: HeldAnswer) => MetAnswer
}

export type Action<R extends Route> = (request: ActionRequest<R>) => Promise<ActionResponse<R>>

export type Routes = Readonly<Record<string, Route>>

export type ActionsOf<List extends Routes> = { readonly [Name in keyof List]?: Action<List[Name]> }

export type RulesOf<List extends Routes> = { readonly [Name in keyof List]?: InputRule }

export interface RequestContext {
  startedAtMs: number
  /** API Gateway's id of the request: in every response and in every log line. */
  requestId: string
  actionName?: string
  route?: Route
  action?: Action<Route>
  rule?: InputRule | undefined
  /** What of an answer its schema declares; parsed by zod unless given. */
  pickAnswer?: (schema: z.ZodMiniType, body: unknown) => unknown
  caller?: Caller | undefined
  isPortal?: boolean
  limits?: Readonly<Record<string, string>>
  request?: ActionRequest
  result?: string | undefined
  /** The digest of the Idempotency-Key that this request has claimed. */
  keyDigest?: string
  [other: string]: unknown
}

type ActionResult = APIGatewayProxyStructuredResultV2

export type MiddlewareRequest = Request<APIGatewayProxyEventV2, ActionResult, Error, Context, RequestContext>
export type Middleware = MiddlewareObj<APIGatewayProxyEventV2, ActionResult, Error, Context, RequestContext>
