import { checkUrl, type DestinationRules } from './destination.ts'
import { type Failure, toFailure } from './failure.ts'
import { type ConnectionPool, type PostFailure, type PostResponse, postTo } from './request.ts'
import { type HostLookup, resolveHost } from './resolution.ts'
import { signedHeaders } from './signature.ts'

export interface AttemptInput {
  readonly endpointUrl: string
  /** The event's id. */
  readonly id: string
  readonly body: string
  /** Newest first; see `sign`. */
  readonly secrets: readonly string[]
  readonly hasHexSignature?: boolean
  /** Sent beside those of ours, which they cannot replace. */
  readonly headers?: Readonly<Record<string, string>>
  readonly rules: DestinationRules
  readonly now?: Date
  readonly timeoutSeconds?: number
  readonly lookup?: HostLookup
  readonly connections?: ConnectionPool
}

/** What is kept of one attempt. Without a `failure` it was answered with a 2xx. */
export interface CallRecord {
  readonly at: Date
  readonly latencyMs: number
  readonly status?: number
  /** The first 1 KB of the answer, as safe text. */
  readonly answer?: string
  readonly retryAfterSeconds?: number
  readonly failure?: Failure
}

export const defaultTimeoutSeconds = 15

/** Signs and sends one event to one endpoint and says what came of it, in every case. It never throws. */
export const callEndpoint = async (input: AttemptInput): Promise<CallRecord> => {
  const at = input.now ?? new Date()
  const startedAt = performance.now()
  try {
    return { at, ...named(await deliver(input, at, startedAt)) }
  } catch {
    return { at, latencyMs: elapsedMs(startedAt), failure: toFailure('internal') }
  }
}

const deliver = async (
  input: AttemptInput,
  at: Date,
  startedAt: number,
): Promise<PostResponse | PostFailure> => {
  const { rules, lookup, connections, body } = input
  const timeoutMs = (input.timeoutSeconds ?? defaultTimeoutSeconds) * 1000
  const checked = checkUrl(input.endpointUrl, rules)
  if (!checked.ok) return { latencyMs: 0, failure: { kind: 'url', detail: checked.detail } }
  const timestampSeconds = Math.floor(at.getTime() / 1000)
  const headers = { ...input.headers, ...signedHeaders({ ...input, timestampSeconds }) }
  const found = await resolveHost(checked.url, rules, lookup, Math.min(timeoutMs, 5000))
  const latencyMs = elapsedMs(startedAt)
  if (!found.ok) return { latencyMs, failure: { kind: found.failure, detail: found.detail } }
  const rest = timeoutMs - latencyMs
  const result = await postTo({
    url: checked.url,
    addresses: found.addresses,
    headers,
    body,
    timeoutMs: rest,
    now: at,
    connections,
  })
  return { ...result, latencyMs: elapsedMs(startedAt) }
}

const named = (result: PostResponse | PostFailure): Omit<CallRecord, 'at'> => {
  if ('failure' in result || (result.status >= 200 && result.status < 300)) return result
  if (result.status >= 300 && result.status < 400)
    return {
      ...result,
      failure: { kind: 'redirect', detail: 'The endpoint redirects, and redirects are not followed' },
    }
  return { ...result, failure: { kind: 'status', detail: `The endpoint answered ${result.status}` } }
}

const elapsedMs = (startedAt: number): number => Math.round(performance.now() - startedAt)
