import { database } from '../table/driver.ts'
import { minIdAt } from '../table/id.ts'
import {
  idPageKeyPattern,
  idRange,
  openQuery,
  openShards,
  parseIdPageKey,
  referenceQuery,
  verificationKey,
  verificationsQuery,
} from '../table/keys.ts'
import { queryShards, type ResultPage, readFilteredPage } from '../table/paging.ts'
import type { Condition, Item, Key, Query, QueryPage } from '../table/port.ts'
import type { Tenant, VerificationKey } from '../table/tenant.ts'
import { type Outcome, outcomes } from './contract/outcome.ts'
import type { VerificationType } from './contract/product.ts'
import type { Status } from './contract/status.ts'
import type { ListedVerification, Verification } from './verification.ts'

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

const rangeOf = ({ fromMs = 0, toMs }: ListFilter, beforeId = Number.MAX_SAFE_INTEGER) => {
  const end = toMs === undefined ? beforeId : Math.min(beforeId, minIdAt(toMs))
  return idRange(minIdAt(fromMs), end - 1)
}

export interface ListedPage {
  readonly items: readonly ListedVerification[]
  /** The next page holds smaller ids than this; absent on the last page. */
  readonly beforeId?: number
}

type ListedPlace = ResultPage<ListedVerification, number>
type DateRange = Pick<Query, 'from' | 'to' | 'newestFirst'> & { readonly limit: number }
type Listed = ReturnType<typeof verificationsQuery>
type WithReference = ReturnType<typeof referenceQuery>

const byIndex1 = async (list: Listed, range: DateRange, { status }: ListFilter): Promise<ListedPlace> => {
  const filter = withStatus(status)
  const query = { ...range, ...(filter && { filter }) }
  const { items, place } = await queryShards<ListedVerification>(list, query)
  return { items, ...(place !== undefined && { place: Number(place) }) }
}

/** Index 2 holds keys alone: a reference names few records, so they are read whole. */
const byIndex2 = async (
  list: WithReference,
  range: DateRange,
  { status }: ListFilter,
): Promise<ListedPlace> => {
  const query = { ...range, ...list }
  const { items, after } = await database.query<Key>(query)
  const records = await database.getMany<ListedVerification>(items)
  const wanted = records.filter(({ outcome }) => !status || outcomes[outcome].status === status)
  const newestFirst = wanted.toSorted((a, b) => b.id - a.id)
  return { items: newestFirst, ...(after && { place: parseIdPageKey(after) }) }
}

const readerOf =
  (tenant: Tenant, noun: VerificationType, filter: ListFilter & { readonly beforeId: number | undefined }) =>
  ({
    limit,
    place = filter.beforeId,
  }: {
    limit: number
    place?: number | undefined
  }): Promise<ListedPlace> => {
    const range = rangeOf(filter, place)
    if (range.from > range.to) return Promise.resolve({ items: [] })
    const { customerReference: reference } = filter
    const newestFirst = { ...range, limit, newestFirst: true }
    return reference === undefined
      ? byIndex1(verificationsQuery(tenant, noun), newestFirst, filter)
      : byIndex2(referenceQuery(tenant, noun, reference), newestFirst, filter)
  }

export const verificationListKeyPattern = idPageKeyPattern

/** A page of the tenant's verifications under a noun, newest first. One with a filter may be short where matches are rare. */
export const listVerifications = async (
  tenant: Tenant,
  noun: VerificationType,
  filter: ListFilter,
  { limit, beforeId }: { limit: number; beforeId?: number | undefined },
): Promise<ListedPage> => {
  const read = readerOf(tenant, noun, { ...filter, beforeId })
  const { items, place } = await (filter.status
    ? readFilteredPage(limit, read, ({ id }) => id)
    : read({ limit }))
  return { items, ...(place !== undefined && { beforeId: place }) }
}

export const allOpenShards = openShards

export interface OpenPage {
  readonly verifications: readonly Verification[]
  readonly orphans: readonly VerificationKey[]
  readonly after?: Item
}

interface OpenRange {
  readonly beforeMs: number
  readonly after?: Item | undefined
}

/** What stands in one part of what is open, or whose end was not told yet, oldest first. */
export const listOpenKeys = (
  tenant: Tenant,
  part: number,
  { beforeMs, after }: OpenRange,
): Promise<QueryPage<VerificationKey>> =>
  database.query<VerificationKey>({ ...openQuery(tenant, part, minIdAt(beforeMs)), limit: 100, after })

/** A page of those of one part that are open, or whose end was not told yet, however old they are. */
export const listOpen = async (tenant: Tenant, part: number, range: OpenRange): Promise<OpenPage> => {
  const { items: open, after: next } = await listOpenKeys(tenant, part, range)
  const keys = open.map(key => verificationKey(key, key.verificationId))
  const verifications = await database.getMany<Verification>(keys)
  const found = new Set(verifications.map(({ id }) => id))
  const orphans = open.filter(({ verificationId }) => !found.has(verificationId))
  return { verifications, orphans, ...(next && { after: next }) }
}
