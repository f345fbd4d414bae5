import { database } from '../../table/driver.ts'
import { minIdAt } from '../../table/id.ts'
import { idRange, trailKey, verificationsQuery } from '../../table/keys.ts'
import type { Item, Key } from '../../table/port.ts'
import { retentionDays } from '../../table/retention.ts'
import type { Tenant, VerificationKey } from '../../table/tenant.ts'
import { verificationTypes } from '../../verification/contract/product.ts'
import type { ListedVerification } from '../../verification/verification.ts'

/** Shards of a tenant's lists of verifications, of both types. */
const shardsOf = (tenant: Tenant): readonly string[] =>
  verificationTypes.flatMap(type => verificationsQuery(tenant, type).partitions)

export const listCount = shardsOf({ organisationId: 0, mode: 'live' }).length

interface ListPage {
  readonly records: readonly ListedVerification[]
  readonly after?: Item
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
    index: 'gsi1',
    partition: shardsOf(tenant)[shard]!,
    ...idRange(minIdAt(fromMs), minIdAt(nowMs)),
    limit: listPageSize,
    after,
  })
  return { records, ...page }
}

/** Those whose trail is in the table from its first entry on: nothing of them is compacted, or not all is deleted. */
export const findWhole = async (keys: readonly VerificationKey[]): Promise<readonly VerificationKey[]> => {
  const firstOf = (key: VerificationKey): Key => trailKey(key, key.verificationId, 1)
  const found = await database.getMany<Key>(keys.map(firstOf))
  const partitions = new Set(found.map(({ pk }) => pk))
  return keys.filter(key => partitions.has(firstOf(key).pk))
}
