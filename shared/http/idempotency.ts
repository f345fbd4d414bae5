import { createHash } from 'node:crypto'
import type {
  ActionResponse,
  AnswerStorage,
  Middleware,
  MiddlewareRequest,
  RequestContext,
} from './action.ts'
import { invalidRequest, Problem } from './contract/problem.ts'
import {
  answerWrite,
  type IdempotencyKey,
  type IdempotencyState,
  type StoredResponse,
  stateOfHeld,
} from './idempotency-store.ts'
import { readBodyText } from './parse-input.ts'
import type { Ports } from './ports.ts'
import { toHttpResponse } from './serve.ts'

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** The key of a POST by a known client; no other request has one. @throws Problem invalid_request */
const headerOf = ({ event, internal }: MiddlewareRequest): string | undefined => {
  const key = event.headers['idempotency-key']
  if (key === undefined || internal.route?.method !== 'POST' || !internal.caller) return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalidRequest([
      {
        pointer: 'header/idempotency-key',
        code: 'wrong_form',
        detail: 'Expected 1 to 255 visible ASCII characters.',
      },
    ])
  return key
}

const replayedHeaders = ({ headers }: StoredResponse) => ({ ...headers, 'idempotency-replayed': 'true' })

/** @throws Problem request_in_flight, idempotency_key_reused */
const refuseHeld = (kind: 'in-flight' | 'other-body'): never => {
  throw kind === 'in-flight'
    ? new Problem('request_in_flight', 'Try again when the first request has ended.', {
        headers: { 'retry-after': '1' },
      })
    : new Problem('idempotency_key_reused', 'A key belongs to one body and path; use a new key.')
}

const proceed = (request: MiddlewareRequest, found: IdempotencyState, keyDigest: string) => {
  switch (found.kind) {
    case 'answered': {
      const { answer } = found
      return { statusCode: answer.status, headers: replayedHeaders(answer), body: answer.body }
    }
    case 'in-flight':
    case 'other-body':
      return refuseHeld(found.kind)
    default:
      request.internal.keyDigest = keyDigest
      request.internal.request = {
        ...request.internal.request!,
        id: found.id,
        isRepeat: found.kind === 'takeover',
      }
      return undefined
  }
}

const toStored = (context: RequestContext, response: ActionResponse): StoredResponse => {
  const { headers = {}, body = '' } = toHttpResponse(context, response)
  return { status: response.status, headers: headers as Record<string, string>, body }
}

const openAnswerStorage = (
  context: RequestContext,
  key: IdempotencyKey,
  bodyDigest: string,
): AnswerStorage => ({
  store: (id, response) => {
    const { nowMs } = context.request!
    const answer = toStored(context, response)
    const { status, headers, body } = answer
    return {
      put: answerWrite(key, { bodyDigest, id, nowMs }, answer),
      response: { ...response, status, headers, content: body },
    }
  },
  meet: held => {
    const found = stateOfHeld(held, bodyDigest, context.request!.nowMs)
    if (found.kind === 'answered') {
      const { answer } = found
      const headers = replayedHeaders(answer)
      return { kind: 'answered', response: { status: answer.status, headers, content: answer.body } }
    }
    return found.kind === 'takeover' ? found : refuseHeld(found.kind)
  },
})

/**
 * Runs a POST with an `Idempotency-Key` once: its response is repeated for 24 hours. A request that died between its
 * work and its response is taken over under the same id, so that its work is found and not done twice. A private
 * response is not stored: each repeat takes over. An action that stores its own response claims no key before its work.
 * @throws Problem request_in_flight, idempotency_key_reused
 */
export const idempotency = ({
  saveInProgress,
  saveResponse,
  deleteInProgress,
}: Pick<Ports, 'saveInProgress' | 'saveResponse' | 'deleteInProgress'>): Middleware => ({
  before: async request => {
    const key = headerOf(request)
    if (key === undefined) return undefined
    const { event, internal } = request
    const keyDigest = digest(key)
    // The key, which is not stored, salts a body that may hold an id number and little else to guess.
    const bodyDigest = digest(`${key}\n${event.rawPath}\n${readBodyText(event, internal.route)}`)
    if (internal.route!.storesAnswer) {
      const answerStorage = openAnswerStorage(internal, { ...internal.caller!, keyDigest }, bodyDigest)
      internal.request = { ...internal.request!, answerStorage }
      return undefined
    }
    const { id, nowMs } = internal.request!
    const found = await saveInProgress({ ...internal.caller!, keyDigest }, { bodyDigest, id, nowMs })
    return proceed(request, found, keyDigest)
  },
  after: async ({ internal: { caller, keyDigest, route }, response }) => {
    if (!keyDigest) return
    const { statusCode: status = 200, headers = {}, body = '' } = response!
    const answer = { status, headers: headers as Record<string, string>, body }
    await saveResponse({ ...caller!, keyDigest }, route!.answerIsPrivate ? undefined : answer)
  },
  onError: async ({ internal: { caller, keyDigest, route, request }, error }) => {
    if (!keyDigest) return
    const key = { ...caller!, keyDigest }
    // Only a refusal releases the key. After any other error the work may be done, and what was charged under this id must
    // be found again when the registry has recovered: a repeat takes over under the same id.
    const isReleased = error instanceof Problem && !(route!.answerIsPrivate && request!.isRepeat)
    // Where the table fails here, too, the lock ends by itself.
    await (isReleased ? deleteInProgress(key) : saveResponse(key, undefined)).catch(() => {})
  },
})
