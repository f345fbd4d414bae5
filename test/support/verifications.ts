import { generateId } from '../../shared/table/id.ts'
import type { Tenant, VerificationKey } from '../../shared/table/tenant.ts'
import { address } from '../../shared/verification/product/address.ts'
import { employment } from '../../shared/verification/product/employment.ts'
import { transitionVerification } from '../../shared/verification/transition-store.ts'
import { addressOrder, employmentOrder } from './orders.ts'

const context = {
  id: 10,
  applicantId: 11,
  organisationId: 1,
  mode: 'live',
  clientId: 'a-client',
  now: '2026-11-20T12:00:00.000Z',
} as const

type Context = Partial<Parameters<typeof address.order>[1]>

/** An address verification as it was ordered, in no table yet. */
export const addressVerification = (changes: object = {}, of: Context = {}) =>
  address.order(addressOrder(changes) as never, { ...context, ...of })

/** An employment verification as it was ordered, in no table yet. */
export const employmentVerification = (changes: object = {}, of: Context = {}) =>
  employment.order(employmentOrder(changes) as never, { ...context, ...of })

/** Ids of a file's own, each a millisecond after the one before. */
export const drawIds = (startMs: number) => {
  let drawn = 0
  return () => generateId(startMs + ++drawn, 0)
}

export const liveTenant = (organisationId: number): Tenant => ({ organisationId, mode: 'live' })

/** As a client cancels it. */
export const cancel = (key: VerificationKey, at: string, by = 'a-client') =>
  transitionVerification(key, 'cancel', { to: 'cancelled', at, by })
