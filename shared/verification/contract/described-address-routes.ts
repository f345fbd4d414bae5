import type { Route } from '../../http/contract/route.ts'
import { CreateAddressResponse, CreateBusinessAddress } from './address.ts'
import { CreateProAddress, proBodyLimitBytes } from './property.ts'

export const describedAddressRoutes = {
  /**
   * Orders a visit to an address, with a description, a confirmed position and photos of the house by the
   * applicant.
   *
   * Agents see the description and the photos, so that they find the house. Reviewers compare them with what
   * agents found and photographed. Distances are measured from the position that the applicant confirmed on a
   * map.
   * @costs The price of the product once people have decided, whatever they found. A duplicate, an expiry and
   * a cancellation cost nothing.
   * @returns 201 with the accepted order, `IN_PROGRESS`; 200 with the earlier verification if an equal order
   * was accepted within 30 days.
   * @events address.verification_started, address.verification_delayed, address.verification_completed
   */
  createProAddress: {
    method: 'POST',
    path: '/v1/addresses/pro',
    tag: 'Addresses',
    summary: 'Order the verification of a street address with what the applicant says and shows of the house',
    access: 'addresses',
    inPortal: 'test',
    bodyLimitBytes: proBodyLimitBytes,
    body: CreateProAddress,
    answers: { 201: CreateAddressResponse, 200: CreateAddressResponse },
    problems: ['spend_cap_reached'],
  },
  /**
   * Orders a visit to the address of a business in Nigeria. A field agent visits within a day or two, and an
   * event brings the result.
   * @costs The price of the product once people have decided, whatever they found. A duplicate, an expiry and
   * a cancellation cost nothing.
   * @returns 201 with the accepted order, `IN_PROGRESS`; 200 with the earlier verification if an equal order
   * was accepted within 30 days.
   * @events address.verification_started, address.verification_delayed, address.verification_completed
   */
  createBusinessAddress: {
    method: 'POST',
    path: '/v1/addresses/business',
    tag: 'Addresses',
    summary: 'Order the verification of a business address',
    access: 'addresses',
    inPortal: 'test',
    body: CreateBusinessAddress,
    answers: { 201: CreateAddressResponse, 200: CreateAddressResponse },
    problems: ['spend_cap_reached'],
    storesAnswer: true,
  },
} as const satisfies Record<string, Route>
