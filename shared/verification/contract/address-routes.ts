import * as z from 'zod/mini'
import type { Route } from '../../http/contract/route.ts'
import { idInPath } from '../../http/contract/text.ts'
import {
  AddressResponse,
  CreateAddress,
  CreateAddressResponse,
  CreateBusinessAddress,
  CreateProAddress,
  proBodyLimitBytes,
} from './address.ts'
import { VerificationFilter, VerificationList } from './list.ts'

const byId = z.object({ id: idInPath })

/** Addresses: part of the list in `routes.ts`. */
export const addressesRoutes = {
  createAddress: {
    method: 'POST',
    path: '/v1/addresses',
    tag: 'Addresses',
    summary: 'Order the verification of a street address',
    access: 'addresses',
    body: CreateAddress,
    answers: { 201: CreateAddressResponse, 200: CreateAddressResponse },
    problems: ['spend_cap_reached'],
  },
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
  createProAddress: {
    method: 'POST',
    path: '/v1/addresses/pro',
    tag: 'Addresses',
    summary: 'Order the verification of a street address with what the applicant says and shows of the house',
    description:
      'Agents are shown the description and the photos, so that they find the house; reviewers compare them with what agents found and photographed. The position is where the applicant confirmed on a map that the house is: distances are measured from it.',
    access: 'addresses',
    bodyLimitBytes: proBodyLimitBytes,
    body: CreateProAddress,
    answers: { 201: CreateAddressResponse, 200: CreateAddressResponse },
    problems: ['spend_cap_reached'],
  },
  createBusinessAddress: {
    method: 'POST',
    path: '/v1/addresses/business',
    tag: 'Addresses',
    summary: 'Order the verification of a business address',
    access: 'addresses',
    body: CreateBusinessAddress,
    answers: { 201: CreateAddressResponse, 200: CreateAddressResponse },
    problems: ['spend_cap_reached'],
  },
  getAddress: {
    method: 'GET',
    path: '/v1/addresses/{id}',
    tag: 'Addresses',
    summary: 'Read an address verification',
    access: 'addresses',
    inPortal: true,
    params: byId,
    answers: { 200: AddressResponse },
  },
  cancelAddress: {
    method: 'DELETE',
    path: '/v1/addresses/{id}',
    tag: 'Addresses',
    summary: 'Cancel an address verification that nobody has visited yet',
    access: 'addresses',
    params: byId,
    answers: { 200: AddressResponse },
    problems: ['not_cancellable'],
  },
} as const satisfies Record<string, Route>
