import type { Route } from '../../http/contract/route.ts'
import { CreateAddress, CreateAddressResponse } from './address.ts'
import { VerificationFilter, VerificationList } from './list.ts'

export const addressesRoutes = {
  /**
   * Orders a visit to a residential address in Nigeria. A field agent visits within a day or two, a reviewer
   * decides, and an event brings the result. Send an `Idempotency-Key`, so that a repeat after a lost
   * response orders nothing new.
   * @costs The price of the product once people have decided, whatever they found. A duplicate, an expiry and
   * a cancellation cost nothing.
   * @returns 201 with the accepted order, `IN_PROGRESS`; 200 with the earlier verification if an equal order
   * was accepted within 30 days.
   * @events address.verification_started, address.verification_delayed, address.verification_completed
   */
  createAddress: {
    method: 'POST',
    path: '/v1/addresses',
    tag: 'Addresses',
    summary: 'Order the verification of a street address',
    access: 'addresses',
    inPortal: 'test',
    body: CreateAddress,
    answers: { 201: CreateAddressResponse, 200: CreateAddressResponse },
    problems: ['spend_cap_reached'],
    storesAnswer: true,
  },
  /**
   * Lists the address verifications of your organisation in the mode of your client, newest first.
   * @returns A page, and the cursor of the next one.
   */
  listAddresses: {
    method: 'GET',
    path: '/v1/addresses',
    tag: 'Addresses',
    summary: 'List address verifications, newest first',
    access: 'addresses',
    inPortal: true,
    query: VerificationFilter,
    answers: { 200: VerificationList },
  },
} as const satisfies Record<string, Route>
