import { readIdNumber } from '../../http/contract/reading.ts'
import type { Tenant } from '../../table/tenant.ts'
import { insertUnderFreeId } from '../conclude-lookup.ts'
import { type LateOutcome, lateOutcomes } from '../contract/sandbox.ts'
import { digestIdNumber } from '../digest-id-number.ts'
import type { Lookup } from '../lookup.ts'
import { findIdentityProduct, type IdentityProduct } from '../products.ts'
import { findLookup } from '../store.ts'
import { acceptForRetry } from './accept.ts'

/** One try, at once. */
const noPatience = { retrySeconds: [0], giveUpSeconds: 0 }

interface SampleLookup {
  readonly caller: Tenant
  readonly nowMs: number
  readonly id: number
  readonly isRepeat: boolean
}

const isMade = async (lookup: Lookup, { isRepeat, nowMs }: SampleLookup): Promise<boolean> => {
  const found = isRepeat ? await findLookup(lookup, lookup.id, nowMs) : undefined
  return found?.product === lookup.product && found.idNumberDigest === lookup.idNumberDigest
}

/** Has a late lookup of the sandbox's person conclude, by the number that leads to this end. Returns its id. */
export const lookUpSample = async (
  product: IdentityProduct,
  end: LateOutcome,
  sample: SampleLookup,
): Promise<number> => {
  const { caller, id, nowMs } = sample
  const { person, numbers } = findIdentityProduct(product).sandbox
  const idNumber = readIdNumber(numbers[lateOutcomes[end]])
  const claim = { idNumber, claimed: { firstname: person.firstname, lastname: person.lastname } }
  const { organisationId, mode } = caller
  const drawn: Lookup = {
    id,
    organisationId,
    mode,
    product,
    ...(await digestIdNumber(idNumber)),
    requestedAt: new Date(nowMs).toISOString(),
    price: 0,
  }
  if (await isMade(drawn, sample)) return id
  const kept = await insertUnderFreeId(drawn, lookup => acceptForRetry(lookup, claim, noPatience))
  return kept.id
}
