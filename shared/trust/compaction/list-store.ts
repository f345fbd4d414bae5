import { findCompactions, hasObject } from '../../table/compaction-store.ts'
import { database } from '../../table/driver.ts'
import { minIdAt } from '../../table/id.ts'
import { idRange, trailPartition, verificationsQuery } from '../../table/keys.ts'
import type { Item } from '../../table/port.ts'
import { retentionDays } from '../../table/retention.ts'
import type { Tenant, VerificationKey } from '../../table/tenant.ts'
import { verificationTypes } from '../../verification/contract/product.ts'
import type { ListedVerification } from '../../verification/verification.ts'

/** Shards of a tenant's lists of verifications, of both types. */
const shardsOf = (tenant: Tenant) => verificationTypes.flatMap(type => verificationsQuery(tenant, type))

export const listCount = shardsOf({ organisationId: 0, mode: 'live' }).length

export interface ListPage {
  readonly records: readonly ListedVerification[]
  readonly after?: Item | undefined
}

export const listPageSize = 50

/** A page of a shard, oldest first. It costs half a read unit for some fifteen. */
export const listRecords = async (
  tenant: Tenant,
  shard: number,
  { nowMs, after }: { readonly nowMs: number; readonly after: Item | undefined },
): Promise<ListPage> => {
  const fromMs = nowMs - retentionDays.verification * 86_400_000
  const { items: records, ...page } = await database.query<ListedVerification>({
    ...shardsOf(tenant)[shard]!,
    ...idRange(minIdAt(fromMs), minIdAt(nowMs)),
    limit: listPageSize,
    after,
  })
  return { records, ...page }
}

/** Those with items that an object is to take the place of, or has taken. An erasure that came first leaves none. */
export const findUncompacted = async (
  keys: readonly VerificationKey[],
): Promise<readonly VerificationKey[]> => {
  const found = await findCompactions(keys)
  return keys.filter(key => {
    const compaction = found.get(trailPartition(key, key.verificationId))
    return !compaction || (hasObject(compaction) && compaction.deletedAt === undefined)
  })
}
