import { createHmac, createPublicKey, timingSafeEqual, verify as verifyWith } from 'node:crypto'
import type { WebhookEvent } from './openapi.ts'

type NodeHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** How old or early a signature may be; 300 unless given. */
  readonly toleranceSeconds?: number
  readonly now?: Date
}

/** What is used of Node's `IncomingMessage`, and of what frameworks add to it. */
export interface WebhookRequest extends AsyncIterable<Uint8Array> {
  readonly headers: NodeHeaders
  /** The bytes, where a framework keeps them. */
  readonly rawBody?: unknown
  /** Used where it is the bytes or their text, as of `express.raw()`. */
  readonly body?: unknown
  readonly readableDidRead?: boolean
}

/** What is used of Node's `ServerResponse`. */
export interface WebhookResponse {
  writeHead(status: number): { end(): unknown }
}

export interface WebhookVerifier {
  /**
   * The event of a delivery, once its signature is proved.
   * @param body the raw body, the bytes as they arrived: parsed and written again they may differ
   * @param secrets `whsec_…` or `whpk_…`; several while a secret is replaced, of which one must match
   * @throws WebhookVerificationError, or TypeError for a body that was parsed before
   */
  verify(
    body: string | Uint8Array | ArrayBuffer,
    headers: Headers | NodeHeaders,
    secrets: string | readonly string[],
    options?: VerifyOptions,
  ): WebhookEvent
  /**
   * Receives deliveries in a server of Node: answers 204 once `handle` is done, 401 to whoever is not the service, and 500
   * where `handle` throws, so that the event comes again. Behind a parser of bodies it needs the bytes, as `rawBody` or as
   * `body`; without them it says once on the console what to change, and answers 500.
   */
  listener(
    secrets: string | readonly string[],
    handle: (event: WebhookEvent) => unknown,
    options?: VerifyOptions,
  ): (request: WebhookRequest, response: WebhookResponse) => Promise<void>
}

/** Whoever sent it is not the service, or it is too old. Answer 401 and do nothing with it. */
export class WebhookVerificationError extends Error {
  override readonly name: string = 'WebhookVerificationError'
}

const headerIn = (headers: Headers | NodeHeaders, name: string): string => {
  const all = headers instanceof Headers ? [...headers] : Object.entries(headers)
  const value = all.find(([given]) => given.toLowerCase() === name)?.[1]
  if (typeof value !== 'string') throw new WebhookVerificationError(`The header ${name} is missing`)
  return value
}

// RFC 8410 §4: the fixed head of a public Ed25519 key of 32 bytes.
const publicKeyHead = Buffer.from('302a300506032b6570032100', 'hex')

/** Whether a signature of this version is the secret's. @throws TypeError if it is none */
const matcherOf = (secret: string, signed: Buffer): ((version: string, given: Buffer) => boolean) => {
  const bytes = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64')
  if (secret.startsWith('whpk_') && bytes.length === 32) {
    const encoded = Buffer.concat([publicKeyHead, bytes])
    const key = createPublicKey({ key: encoded, format: 'der', type: 'spki' })
    return (version, given) => version === 'v1a' && verifyWith(null, signed, key, given)
  }
  if (!secret.startsWith('whsec_') || bytes.length < 24)
    throw new TypeError('A secret is whsec_… or whpk_…, as the service answered it')
  const right = createHmac('sha256', bytes).update(signed).digest()
  return (version, given) =>
    version === 'v1' && given.length === right.length && timingSafeEqual(given, right)
}

const isRaw = (body: unknown): body is string | Uint8Array | ArrayBuffer =>
  typeof body === 'string' || body instanceof Uint8Array || body instanceof ArrayBuffer

// Buffer.from has a signature for each of them, and none for all.
const bytesOf = (body: string | Uint8Array | ArrayBuffer): Buffer => Buffer.from(body as Uint8Array)

const parseEvent = (bytes: Buffer): WebhookEvent => {
  try {
    return JSON.parse(bytes.toString()) as WebhookEvent
  } catch {
    throw new WebhookVerificationError('The body is not JSON')
  }
}

const verify: WebhookVerifier['verify'] = (body, headers, secrets, options = {}) => {
  if (!isRaw(body))
    throw new TypeError(
      'Verify the raw body, the bytes as they arrived: this one is no text and no bytes, so it was parsed before',
    )
  const bytes = bytesOf(body)
  const { toleranceSeconds = 300, now = new Date() } = options
  const id = headerIn(headers, 'webhook-id')
  const timestamp = headerIn(headers, 'webhook-timestamp')
  const ageSeconds = Math.abs(now.getTime() / 1000 - Number(timestamp))
  if (!/^\d+$/.test(timestamp) || ageSeconds > toleranceSeconds)
    throw new WebhookVerificationError(`The signature is not of the last ${toleranceSeconds} s`)
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), bytes])
  const matchers = [secrets].flat().map(secret => matcherOf(secret, signed))
  const isSigned = headerIn(headers, 'webhook-signature')
    .split(' ')
    .map(signature => signature.split(','))
    .some(([version = '', given = '']) =>
      matchers.some(matches => matches(version, Buffer.from(given, 'base64'))),
    )
  if (!isSigned) throw new WebhookVerificationError('No signature matches')
  return parseEvent(bytes)
}

/** No event is as large. */
const bodyLimitBytes = 1024 * 1024

type RawBody = Buffer | 'too-large' | 'read-before'

const withinLimit = (bytes: Buffer): RawBody => (bytes.length > bodyLimitBytes ? 'too-large' : bytes)

const readRawBody = async (request: WebhookRequest): Promise<RawBody> => {
  const kept = [request.rawBody, request.body].find(isRaw)
  if (kept !== undefined) return withinLimit(bytesOf(kept))
  if (request.readableDidRead) return 'read-before'
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > bodyLimitBytes) return 'too-large'
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const readBefore =
  'webhooks.listener: something before it, such as express.json(), has read and parsed the body, and a signature is of the raw bytes. Mount the listener before that, or express.raw({ type: "*/*" }) for its path, or set rawBody on the request. Every delivery is answered 500 until then.'

const listener: WebhookVerifier['listener'] = (secrets, handle, options) => {
  let isSaid = false
  const sayOnce = () => {
    if (!isSaid) console.error(readBefore)
    isSaid = true
  }
  return async (request, response) => {
    const answer = (status: number) => void response.writeHead(status).end()
    try {
      const body = await readRawBody(request)
      if (body === 'too-large') return answer(413)
      if (body === 'read-before') {
        sayOnce()
        return answer(500)
      }
      await handle(verify(body, request.headers, secrets, options))
      answer(204)
    } catch (error) {
      if (error instanceof WebhookVerificationError) return answer(401)
      console.error(error)
      answer(500)
    }
  }
}

export const webhooks: WebhookVerifier = { verify, listener }
