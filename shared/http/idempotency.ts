import { createHash } from 'node:crypto'
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { invalidRequest, Problem } from './contract/problem.ts'
import type { MiddlewareRequest, Middleware } from './action.ts'
import type { IdempotencyState, IdempotencyKey, StoredResponse } from './idempotency-key.ts'
import { readBodyText } from './parse-input.ts'
import type { Ports } from './ports.ts'

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url')

const keyOf = ({ caller, held }: MiddlewareRequest['internal']): IdempotencyKey => ({
  ...caller!,
  keyDigest: held!.keyDigest,
})

/** Only a POST by a known client is kept: the key is scoped to the client. */
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

const replayed = ({ status, headers, body }: StoredResponse): APIGatewayProxyStructuredResultV2 => ({
  statusCode: status,
  headers: { ...headers, 'idempotency-replayed': 'true' },
  body,
})

const proceed = (request: MiddlewareRequest, found: IdempotencyState, keyDigest: string) => {
  switch (found.kind) {
    case 'answered':
      return replayed(found.answer)
    case 'in-flight':
      throw new Problem('request_in_flight', 'Try again when the first request has ended.', {
        headers: { 'retry-after': '1' },
      })
    case 'other-body':
      throw new Problem('idempotency_key_reused', 'A key belongs to one body and path; use a new key.')
    default:
      request.internal.held = { keyDigest }
      request.internal.call = { ...request.internal.call!, id: found.id, isRepeat: found.kind === 'takeover' }
      return undefined
  }
}

/**
 * Makes a POST with an `Idempotency-Key` happen once: the first answer is given again for 24 hours. A request that
 * died between its work and its answer is taken over under the same id, so that its work is found, not done twice.
 * Where the answer is private nothing of it is kept: a repeat is such a take-over.
 * @throws Problem request_in_flight, idempotency_key_reused
 */
export const idempotency = ({
  hold,
  settle,
  letGo,
}: Pick<Ports, 'hold' | 'settle' | 'letGo'>): Middleware => ({
  before: async request => {
    const key = headerOf(request)
    if (key === undefined) return undefined
    const { event, internal } = request
    const keyDigest = digest(key)
    // The key, of which only a digest is kept, salts what may hold an id number and little else to guess.
    const bodyDigest = digest(`${key}\n${event.rawPath}\n${readBodyText(event, internal.route)}`)
    const { id, nowMs } = internal.call!
    const found = await hold({ ...internal.caller!, keyDigest }, { bodyDigest, id, nowMs })
    return proceed(request, found, keyDigest)
  },
  after: async ({ internal, response }) => {
    if (!internal.held) return
    if (internal.route!.answerIsPrivate) return settle(keyOf(internal))
    const { statusCode = 200, headers = {}, body = '' } = response!
    await settle(keyOf(internal), { status: statusCode, headers: headers as Record<string, string>, body })
  },
  onError: async ({ internal, error }) => {
    // Only a refusal is forgotten: after any other error the work may have been done, and the held id finds it.
    if (!internal.held || !(error instanceof Problem)) return
    // What was charged under this id must be found again when the registry has recovered.
    const isKept = internal.route!.answerIsPrivate && internal.call!.isRepeat
    await (isKept ? settle(keyOf(internal)) : letGo(keyOf(internal)))
  },
})
