import { address } from '../../shared/verification/product/address.ts'
import { employment } from '../../shared/verification/product/employment.ts'
import { acceptVerification } from '../../shared/verification/store.ts'
import { type Verification, verificationKeyOf } from '../../shared/verification/verification.ts'
import { addressOrder, employmentOrder } from './orders.ts'

let drawn = 1_000_000

const accept = async (verification: Verification) => {
  const nowMs = Date.parse(verification.requestedAt)
  await acceptVerification(verification, nowMs, { isForced: true })
  return { verification, key: verificationKeyOf(verification) }
}

const contextAt = (nowMs: number, mode: 'test' | 'live') => ({
  id: ++drawn,
  applicantId: 11,
  organisationId: 7,
  mode,
  clientId: 'a-client',
  now: new Date(nowMs).toISOString(),
})

/** An accepted address order in the table. */
export const acceptedAddress = (nowMs: number, changes: object = {}, mode: 'test' | 'live' = 'live') =>
  accept(address.order(addressOrder(changes) as never, contextAt(nowMs, mode)))

/** An accepted employment order in the table. */
export const acceptedEmployment = (nowMs: number, changes: object = {}, mode: 'test' | 'live' = 'live') =>
  accept(employment.order(employmentOrder(changes) as never, contextAt(nowMs, mode)))
