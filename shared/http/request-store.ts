import { database } from '../table/driver.ts'
import { requestKey, requestPlaceForm, requestPlaceIn, requestsPartition } from '../table/keys.ts'
import type { Key } from '../table/port.ts'
import { expiresAt, isExpired, retentionDays } from '../table/retention.ts'
import type { Tenant } from '../table/tenant.ts'
import type { ProblemCode } from './contract/problem.ts'

/**
 * A request, as its client's request log tells of it. It says which action was asked and which fields were wrong, and
 * nothing that stood in path, query, body or answer: an id number may be any of these.
 */
export interface RequestLine {
  readonly requestId: string
  /** When it came, ISO 8601. */
  readonly at: string
  readonly clientId: string
  readonly action: string
  readonly status: number
  /** The problem's code; null where it went well. */
  readonly code: ProblemCode | null
  /** The fields that were wrong, as the answer names them. */
  readonly pointers: readonly string[]
  readonly latencyMs: number
}

/** Keeps a line of the request log for a week. One write unit. */
export const keepRequest = (of: Tenant, line: RequestLine) =>
  database.write({
    put: {
      ...line,
      ...requestKey(of, line.at, line.requestId),
      expiresAt: expiresAt(line.at, retentionDays.request),
    },
  })

/** The form of a place in the request log. */
export const requestListPlace = requestPlaceForm

type Stored = RequestLine & Key & { readonly expiresAt: number }

/** A page of a tenant's request log, newest first. `after` is absent on the last page. */
export const listRequests = async (
  of: Tenant,
  { limit, after, nowMs }: { limit: number; after?: string | undefined; nowMs: number },
): Promise<{ readonly items: readonly RequestLine[]; readonly after?: string }> => {
  const { items } = await database.query<Stored>({
    partition: requestsPartition(of),
    newestFirst: true,
    // One that tells whether more follow, and the one where the page before this ended.
    limit: limit + 2,
    ...(after !== undefined && { to: after }),
  })
  const found = items.filter(item => requestPlaceIn(item) !== after && !isExpired(item, nowMs))
  const page = found.slice(0, limit)
  return { items: page, ...(found.length > limit && { after: requestPlaceIn(page.at(-1)!) }) }
}
