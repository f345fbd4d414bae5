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

const sortFields = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sortFields)
  const fields = Object.entries(value).map(([name, inner]) => [name, sortFields(inner)] as const)
  return Object.fromEntries(fields.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** The same text for the same JSON value, however it is written. A form stays. */
const canonicalText = (body: string): string => {
  try {
    return JSON.stringify(sortFields(JSON.parse(body)))
  } catch {
    return body
  }
}

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

const otherRequest =
  'This key belongs to a request with another body or path. To repeat that request, send exactly what it had: with a new key it would be done again. Only a new request takes a new key.'

/** @throws Problem request_in_flight, idempotency_key_reused */
const refuseHeld = (kind: 'in-flight' | 'other-body'): never => {
  throw kind === 'in-flight'
    ? new Problem('request_in_flight', 'Try again when the first request has ended.', {
        headers: { 'retry-after': '1' },
      })
    : new Problem('idempotency_key_reused', otherRequest)
}

const replay = (answer: StoredResponse) => ({
  statusCode: answer.status,
  headers: replayedHeaders(answer),
  body: answer.body,
})

const proceed = (request: MiddlewareRequest, found: IdempotencyState, keyDigest: string) => {
  switch (found.kind) {
    case 'answered':
      return replay(found.answer)
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
): AnswerStorage => {
  const { id, nowMs } = context.request!
  // Another order may have the id that was claimed: then the record gets the next one, and the claim keeps its own.
  let claimedId = id
  return {
    store: response => {
      const answer = toStored(context, response)
      const { status, headers, body } = answer
      return {
        put: answerWrite(key, { bodyDigest, id: claimedId, nowMs }, answer),
        response: { ...response, status, headers, content: body },
      }
    },
    meet: held => {
      const found = stateOfHeld(held, bodyDigest, nowMs)
      if (found.kind === 'answered') {
        const { answer } = found
        const headers = replayedHeaders(answer)
        return { kind: 'answered', response: { status: answer.status, headers, content: answer.body } }
      }
      if (found.kind !== 'takeover') return refuseHeld(found.kind)
      claimedId = found.id
      return found
    },
  }
}

type IdempotencyPorts = Pick<Ports, 'saveInProgress' | 'saveResponse' | 'deleteInProgress' | 'findHeldAnswer'>

const rememberedRequests = 1000

/** Whether a container has met a request lately. It forgets all of them at once where they become too many. */
const openMemory = () => {
  const met = new Set<string>()
  return (bodyDigest: string): boolean => {
    if (met.has(bodyDigest)) return true
    if (met.size >= rememberedRequests) met.clear()
    met.add(bodyDigest)
    return false
  }
}

/**
 * Runs a POST with an `Idempotency-Key` once: its response is repeated for 24 hours. A request that died between its
 * work and its response is taken over under the same id, so that its work is found and not done twice. A private
 * response is not stored: each repeat takes over. An action that stores its own response claims no key before its work.
 * @throws Problem request_in_flight, idempotency_key_reused
 */
export const idempotency = (ports: IdempotencyPorts): Middleware => {
  const { saveInProgress, saveResponse, deleteInProgress, findHeldAnswer } = ports
  const hasMet = openMemory()
  return {
    before: async request => {
      const key = headerOf(request)
      if (key === undefined) return undefined
      const { event, internal } = request
      const keyDigest = digest(key)
      // The key, which is not stored, salts a body that may hold an id number and little else to guess.
      const bodyDigest = digest(
        `${key}\n${event.rawPath}\n${canonicalText(readBodyText(event, internal.route))}`,
      )
      const idempotencyKey = { ...internal.caller!, keyDigest }
      const { id, nowMs } = internal.request!
      if (internal.route!.storesAnswer) {
        const answerStorage = openAnswerStorage(internal, idempotencyKey, bodyDigest)
        internal.request = { ...internal.request!, answerStorage }
        // A repeat that meets another container is answered by the transaction that its order is refused by.
        const held = hasMet(bodyDigest) && (await findHeldAnswer(idempotencyKey, { bodyDigest, nowMs }))
        const found = held ? stateOfHeld(held, bodyDigest, nowMs) : undefined
        return found?.kind === 'answered' ? replay(found.answer) : undefined
      }
      const found = await saveInProgress(idempotencyKey, { bodyDigest, id, nowMs })
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
  }
}
