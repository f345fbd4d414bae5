import type { Route } from '../../http/contract/route.ts'
import { CreateAddress, CreateAddressResponse } from './address.ts'
import { VerificationFilter, VerificationList } from './list.ts'

export const addressesRoutes = {
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
