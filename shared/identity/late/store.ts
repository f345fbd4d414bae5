import { chargeWrites } from '../../ledger/line-store.ts'
import { type CappedReservation, refuseBeyondCap } from '../../ledger/spend-cap.ts'
import { reservationWrites } from '../../ledger/spend-store.ts'
import { database } from '../../table/driver.ts'
import {
  absent,
  conditionsMet,
  failureOf,
  type Item,
  type Key,
  type Put,
  present,
  type QueryPage,
} from '../../table/port.ts'
import { expiresAt, identityEventDays } from '../../table/retention.ts'
import type { Tenant, VerificationKey } from '../../table/tenant.ts'
import { countingCharge } from '../count-charge.ts'
import { lateLookupIndex, lateLookupKey, lateLookupsPartition, lookupKey } from '../kinds.ts'
import type { Lookup } from '../lookup.ts'
import { chargedIndex, lookupItem } from '../store.ts'
import type { LateLookup } from './late-lookup.ts'

/** Time for reconciliation to conclude it after the last try. */
const graceSeconds = 3 * 3600

const keyOf = (key: VerificationKey) => lateLookupKey(key, key.verificationId)

const isOpen = { when: 'attribute_exists(#pk) AND attribute_not_exists(#completedAt)' }

/** Returns false if the id is taken. @param capped reserves its price @throws Problem spend_cap_reached */
export const insertLate = async (
  lookup: Lookup,
  late: LateLookup,
  capped?: CappedReservation,
): Promise<boolean> => {
  const item = {
    ...late,
    ...(capped && { reservation: capped.reservation }),
    ...keyOf(late),
    ...lateLookupIndex(late, late.verificationId, lookup.requestedAt),
    expiresAt: Math.ceil(late.giveUpAtMs / 1000) + graceSeconds,
  }
  const failure = await failureOf(
    database.transact({
      lookup: { put: lookupItem(lookup), condition: absent },
      late: { put: item, condition: absent },
      ...(capped && reservationWrites(late, capped, lookup.requestedAt)),
    }),
  )
  if (!failure) return true
  refuseBeyondCap(capped, failure.failed)
  return false
}

/** Undefined once it is concluded and published. */
export const findLate = (key: VerificationKey): Promise<LateLookup | undefined> =>
  database.get<LateLookup>(keyOf(key), { consistent: true })

/** Oldest first. */
export const listLate = async (tenant: Tenant, after: Item | undefined): Promise<QueryPage<LateLookup>> => {
  const query = { index: 'gsi1', partition: lateLookupsPartition(tenant), limit: 100, after } as const
  const { items, ...page } = await database.query<Key>(query)
  return { ...page, items: await database.getMany<LateLookup>(items.map(({ pk, sk }) => ({ pk, sk }))) }
}

/** The same try is next. */
const asRead = ({ attempt }: LateLookup) => ({
  when: '#attempt = :attempt AND attribute_not_exists(#completedAt)',
  values: { attempt },
})

/** Returns false if that was done. */
export const postponeLate = (
  late: LateLookup,
  next: Partial<LateLookup> & Pick<LateLookup, 'notBeforeMs'>,
): Promise<boolean> =>
  conditionsMet(database.write({ update: keyOf(late), set: next, condition: asRead(late) }))

interface Conclusion {
  readonly kept: Pick<Lookup, 'verdict' | 'matchingVersion' | 'failure' | 'price'>
  readonly completedAt: string
  readonly sealed: Uint8Array
}

/** Only a verdict is charged. */
const chargeOf = (
  late: LateEnding,
  { kept: { verdict, price }, completedAt }: Conclusion,
): readonly Put[] => {
  if (!verdict) return []
  const { organisationId, mode, verificationId, product, clientId } = late
  const what = { organisationId, mode, verificationId, product, clientId, rule: 'answeredLate' } as const
  return chargeWrites({ ...what, end: verdict.matchStatus, amount: price, chargedAt: completedAt })
}

type LateEnding = Pick<LateLookup, keyof VerificationKey | 'product' | 'clientId'>

/**
 * Ends a late lookup in one transaction with its charge; the answer takes the claim's place until it is published, so
 * that no end is lost and no claim outlives it. Returns false if it had ended before.
 */
export const concludeLate = (late: LateEnding, conclusion: Conclusion): Promise<boolean> => {
  const { kept, completedAt, sealed } = conclusion
  const written = conditionsMet(
    database.transact({
      lookup: {
        update: lookupKey(late, late.verificationId),
        set: {
          ...kept,
          completedAt,
          ...chargedIndex(late, { ...kept, completedAt, product: late.product, id: late.verificationId }),
        },
        condition: isOpen,
      },
      late: {
        update: keyOf(late),
        set: {
          sealed,
          completedAt,
          charged: kept.price,
          expiresAt: expiresAt(completedAt, identityEventDays),
        },
        condition: present,
      },
      charge: chargeOf(late, conclusion),
    }),
  )
  return countingCharge({ ...late, price: kept.price }, written)
}

export const removeLate = async (key: VerificationKey): Promise<void> => {
  await database.write({ delete: keyOf(key) })
}
