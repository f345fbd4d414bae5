import type { Route } from '../../http/contract/route.ts'
import { CreateAddressResponse, CreateBusinessAddress } from './address.ts'
import { CreateProAddress, proBodyLimitBytes } from './property.ts'

export const describedAddressRoutes = {
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
