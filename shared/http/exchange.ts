import type { MiddlewareObj, Request } from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import type * as z from 'zod/mini'
import type { Route } from '../contract/route.ts'
import type { Action, Routes } from '../contract/routes.ts'
import type { Caller } from '../domain/caller.ts'
import type { InputRule } from '../domain/input-rule.ts'

type Field<A extends Action, Name extends 'params' | 'query' | 'body'> = Routes[A] extends {
  readonly [N in Name]: infer Schema extends z.ZodMiniType
}
  ? z.infer<Schema>
  : undefined

/** One request as its action sees it: who calls, and input that has passed its schemas. */
export interface Call<A extends Action = Action> {
  readonly caller: Routes[A]['access'] extends 'public' ? undefined : Caller
  readonly params: Field<A, 'params'>
  readonly query: Field<A, 'query'>
  readonly body: Field<A, 'body'>
  /** Milliseconds since 1970. */
  readonly nowMs: number
  /** An id for what this call makes: the same again when the same request is repeated with its Idempotency-Key. */
  readonly id: number
  /** Whether an earlier request with this Idempotency-Key may have got part of the way. */
  readonly isRepeat: boolean
  /** Whether the caller would rather have 202 than a failure that may pass (RFC 7240: `Prefer: respond-async`). */
  readonly prefersAsync: boolean
}

/** An action's answer, before its schema has stripped it to what is promised. */
export interface Reply<A extends Action = Action> {
  readonly status: keyof Routes[A]['answers'] & number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** A word of ours for the request's log line: what came of it. */
  readonly outcome?: string | undefined
}

export type Act<A extends Action> = (call: Call<A>) => Promise<Reply<A>>

/** The actions of one path's function. */
export type Actions = { readonly [A in Action]?: Act<A> }

type PublicAction = { [A in Action]: Routes[A]['access'] extends 'public' ? A : never }[Action]

/** The actions of a path that anyone may call. */
export type PublicActions = { readonly [A in PublicAction]?: Act<A> }

/** What these actions ask of their input beyond its schemas. */
export type Rules<Of extends Actions> = { readonly [A in keyof Of]?: InputRule }

/** The routes that these actions serve, from the list. */
export type RoutesOf<Of extends Actions> = { readonly [A in keyof Of & Action]: Routes[A] }

/** What the chain finds out on the way in, for what comes later. */
export interface Progress {
  startedAtMs: number
  /** API Gateway's id of the request: the caller sees it in every answer, the operator in every log line. */
  requestId: string
  action?: Action
  route?: Route
  act?: Act<Action>
  rule?: InputRule | undefined
  caller?: Caller
  call?: Call
  outcome?: string | undefined
  /** The claim that this request holds on its Idempotency-Key. */
  claim?: { readonly keyDigest: string }
  [other: string]: unknown
}

export type Exchange = Request<
  APIGatewayProxyEventV2,
  Reply | APIGatewayProxyStructuredResultV2,
  Error,
  Context,
  Progress
>
export type Middleware = MiddlewareObj<
  APIGatewayProxyEventV2,
  Reply | APIGatewayProxyStructuredResultV2,
  Error,
  Context,
  Progress
>
