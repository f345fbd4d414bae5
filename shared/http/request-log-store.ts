import { database } from '../table/driver.ts'
import { type PageReader, readFilteredPage } from '../table/paging.ts'
import type { Item, Key } from '../table/port.ts'
import { expiresAt, isExpired } from '../table/retention.ts'
import type { Tenant } from '../table/tenant.ts'
import type { ProblemCode } from './contract/problem.ts'
import { parseRequestPageKey, requestKey, requestKind, requestsPartition } from './kinds.ts'

/** Of path, query, body and response an entry holds ids of ours alone: any other value may be an id number. */
export interface RequestLogEntry {
  readonly requestId: string
  readonly at: string
  readonly clientId: string
  readonly action: string
  readonly path: string
  readonly status: number
  readonly code: ProblemCode | null
  readonly pointers: readonly string[]
  readonly latencyMs: number
}

/** Costs one write unit. */
export const saveRequestLogEntry = async (of: Tenant, line: RequestLogEntry): Promise<void> => {
  await database.write({
    put: {
      ...line,
      ...requestKey(of, line.at, line.requestId),
      expiresAt: expiresAt(line.at, requestKind.days),
    },
  })
}

/** One of an earlier release has no path. */
type StoredLogEntry = Omit<RequestLogEntry, 'path'> &
  Partial<Pick<RequestLogEntry, 'path'>> &
  Key & { readonly expiresAt: number }

interface RequestPage {
  readonly limit: number
  readonly after?: string | undefined
  readonly isFailed: boolean
  readonly nowMs: number
}

export const listRequests = async (
  of: Tenant,
  { limit, after: start, isFailed, nowMs }: RequestPage,
): Promise<{ readonly items: readonly RequestLogEntry[]; readonly after?: string }> => {
  const filter = isFailed && { filter: { when: '#status >= :failed', values: { failed: 400 } } }
  const read: PageReader<StoredLogEntry, string> = async ({ limit, after = start }) => {
    const { items, after: end } = await database.query<StoredLogEntry>({
      partition: requestsPartition(of),
      newestFirst: true,
      ...filter,
      // A range includes its end, where the previous page ended.
      ...(after === undefined ? { limit } : { limit: limit + 1, to: after }),
    })
    const found = items.filter(item => parseRequestPageKey(item) !== after && !isExpired(item, nowMs))
    return { items: found, ...(end && { after: parseRequestPageKey(end as Item & Key) }) }
  }
  const { items, ...page } = await (isFailed
    ? readFilteredPage(limit, read, parseRequestPageKey)
    : read({ limit }))
  const entries = items.map(({ path = '', ...entry }) => ({ ...entry, path }))
  return { items: entries, ...page }
}
