import { database } from '../table/driver.ts'
import { minIdAt } from '../table/id.ts'
import { idRange, parseIdPageKey } from '../table/kind.ts'
import { type PageReader, queryShards, type ResultPage, readFilteredPage } from '../table/paging.ts'
import type { Condition, Key } from '../table/port.ts'
import type { Tenant } from '../table/tenant.ts'
import { type Outcome, outcomes } from './contract/outcome.ts'
import type { VerificationType } from './contract/product.ts'
import type { Status } from './contract/status.ts'
import { referenceQuery, verificationsQuery } from './kinds.ts'
import type { ListedVerification } from './verification.ts'

export interface ListFilter {
  readonly status?: Status['status'] | undefined
  readonly customerReference?: string | undefined
  /** Milliseconds since 1970. */
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
}

const withStatus = (status: Status['status']): Condition => {
  const wanted = (Object.keys(outcomes) as Outcome[]).filter(outcome => outcomes[outcome].status === status)
  return {
    when: `#outcome IN (${wanted.map(outcome => `:${outcome}`).join(', ')})`,
    values: Object.fromEntries(wanted.map(outcome => [outcome, outcome])),
  }
}

/** `after`: the next page holds smaller ids. */
export type ListedPage = ResultPage<ListedVerification, number>

/** Of a list by status: a page examines 700 entries of each part at most, some ten read units, however many there are. */
const statusReads = 3

/** A page of the tenant's verifications of a type, newest first. One with a filter may be short where matches are rare. */
export const listVerifications = (
  tenant: Tenant,
  verificationType: VerificationType,
  { status, customerReference: reference, fromMs = 0, toMs }: ListFilter,
  { limit, after: start }: { limit: number; after?: number | undefined },
): Promise<ListedPage> => {
  const endId = toMs === undefined ? Number.MAX_SAFE_INTEGER : minIdAt(toMs)
  const read: PageReader<ListedVerification, number> = async ({ limit, after: before = start ?? endId }) => {
    const lastId = Math.min(before, endId) - 1
    const range = { ...idRange(minIdAt(fromMs), lastId), limit, newestFirst: true }
    if (range.from > range.to) return { items: [] }
    if (reference === undefined) {
      const query = { ...range, ...(status && { filter: withStatus(status) }) }
      const { items, after } = await queryShards<ListedVerification>(
        verificationsQuery(tenant, verificationType),
        query,
      )
      return { items, ...(after !== undefined && { after: Number(after) }) }
    }
    // Index 2 holds keys alone: a reference names few records, so they are read whole.
    const { items, after } = await database.query<Key>({
      ...range,
      ...referenceQuery(tenant, verificationType, reference),
    })
    const records = await database.getMany<ListedVerification>(items)
    const wanted = records.filter(({ outcome }) => !status || outcomes[outcome].status === status)
    const newestFirst = wanted.toSorted((a, b) => b.id - a.id)
    return { items: newestFirst, ...(after && { after: parseIdPageKey(after) }) }
  }
  return status ? readFilteredPage(limit, read, ({ id }) => id, { reads: statusReads }) : read({ limit })
}
