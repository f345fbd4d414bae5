import { checkUrl, type DestinationRules, type HostLookup, resolveHost } from './destination.ts'
import { type Failure, isRedirect, toFailure } from './failure.ts'
import { type ConnectionPool, type PostResponse, postTo } from './request.ts'
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
export interface CallRecord extends Partial<PostResponse> {
  readonly at: Date
  readonly latencyMs: number
  readonly failure?: Failure
}

type Outcome = Pick<CallRecord, 'failure' | keyof PostResponse>

/** Signs and sends one event to one endpoint. Returns what came of it in every case; it never throws. */
export const callEndpoint = async (input: AttemptInput): Promise<CallRecord> => {
  const at = input.now ?? new Date()
  const startedAt = performance.now()
  const outcome = await post(input, at, startedAt).catch((): Outcome => ({ failure: toFailure('internal') }))
  const failure = outcome.failure ?? statusFailure(outcome.status!)
  return { at, latencyMs: elapsedMs(startedAt), ...outcome, ...(failure && { failure }) }
}

const post = async (input: AttemptInput, now: Date, startedAt: number): Promise<Outcome> => {
  const { rules, lookup, connections, body, timeoutSeconds = 15 } = input
  const checked = checkUrl(input.endpointUrl, rules)
  if (!checked.ok) return { failure: { kind: 'url', detail: checked.detail } }
  const timestampSeconds = Math.floor(now.getTime() / 1000)
  const headers = { ...input.headers, ...signedHeaders({ ...input, timestampSeconds }) }
  const found = await resolveHost(checked.url, rules, lookup, Math.min(timeoutSeconds, 5) * 1000)
  if (!found.ok) return { failure: { kind: found.failure, detail: found.detail } }
  const timeoutMs = timeoutSeconds * 1000 - elapsedMs(startedAt)
  const { addresses } = found
  return postTo({ url: checked.url, addresses, headers, body, timeoutMs, now, connections })
}

const statusFailure = (status: number): Failure | undefined => {
  if (status >= 200 && status < 300) return undefined
  return isRedirect(status)
    ? {
        kind: 'redirect',
        detail: 'The endpoint redirects, which is not followed: register the URL it leads to',
      }
    : { kind: 'status', detail: `The endpoint answered ${status}` }
}

const elapsedMs = (startedAt: number): number => Math.round(performance.now() - startedAt)
