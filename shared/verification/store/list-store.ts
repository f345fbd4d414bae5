import { database } from '../../table/driver.ts'
import { firstIdAt } from '../../table/id.ts'
import { idSortKey, nounPartition, referencePartition } from '../../table/keys.ts'
import type { Condition, Page, Query } from '../../table/port.ts'
import type { Tenant } from '../../table/tenant.ts'
import type { Status } from '../contract/status.ts'
import { type Outcome, outcomes } from '../outcome.ts'
import type { Noun } from '../product.ts'
import type { Verification } from '../verification.ts'

/** What a list shows of a verification: the attributes that index 1 projects. */
export type Line = Pick<
  Verification,
  'id' | 'product' | 'customerReference' | 'requestedAt' | 'updatedAt' | 'price' | 'outcome'
>

export interface ListFilter {
  readonly status?: Status['status'] | undefined
  readonly customerReference?: string | undefined
  /** Milliseconds since 1970. */
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
}

const withStatus = (status: Status['status'] | undefined): Condition | undefined => {
  if (!status) return undefined
  const wanted = (Object.keys(outcomes) as Outcome[]).filter(outcome => outcomes[outcome].status === status)
  return {
    when: `#outcome IN (${wanted.map(outcome => `:${outcome}`).join(', ')})`,
    values: Object.fromEntries(wanted.map(outcome => [outcome, outcome])),
  }
}

/** Ids from `from` up to, not including, the earlier of `to` and the last one shown. */
const rangeOf = (
  { fromMs = 0, toMs = Number.POSITIVE_INFINITY }: ListFilter,
  beforeId = Number.MAX_SAFE_INTEGER,
) => {
  const end = Math.min(beforeId, Number.isFinite(toMs) ? firstIdAt(toMs) : beforeId)
  return { from: idSortKey(firstIdAt(fromMs)), to: idSortKey(end - 1) }
}

export interface Lines {
  readonly items: readonly Line[]
  /** The next page holds smaller ids than this; absent on the last page. */
  readonly beforeId?: number
}

const byIndex1 = (query: Query, { status }: ListFilter): Promise<Page<Line>> => {
  const filter = withStatus(status)
  return database.query<Line>(filter ? { ...query, filter } : query)
}

/** Index 2 holds keys alone: a reference names few records, so they are read whole. */
const byIndex2 = async (query: Query, { status }: ListFilter): Promise<Page<Line>> => {
  const { items, after } = await database.query<{ pk: string; sk: string }>(query)
  const records = await database.getMany<Line>(items.map(({ pk, sk }) => ({ pk, sk })))
  const wanted = records.filter(({ outcome }) => !status || outcomes[outcome].status === status)
  return { items: wanted.toSorted((a, b) => b.id - a.id), ...(after && { after }) }
}

/** A page of the tenant's verifications under a noun, newest first. A filtered page may be short though more follow. */
export const list = async (
  tenant: Tenant,
  noun: Noun,
  filter: ListFilter,
  { limit, beforeId }: { limit: number; beforeId?: number | undefined },
): Promise<Lines> => {
  const range = rangeOf(filter, beforeId)
  if (range.from > range.to) return { items: [] }
  const base = { ...range, newestFirst: true, limit }
  const { customerReference: reference } = filter
  const { items, after } = await (reference === undefined
    ? byIndex1({ ...base, index: 'gsi1', partition: nounPartition(tenant, noun) }, filter)
    : byIndex2({ ...base, index: 'gsi2', partition: referencePartition(tenant, noun, reference) }, filter))
  const last = after?.gsi1sk ?? after?.gsi2sk
  return { items, ...(last !== undefined && { beforeId: Number(last) }) }
}
