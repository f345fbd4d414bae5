import * as z from 'zod/mini'
import type { Route } from '../../http/contract/route.ts'
import { idInPath } from '../../http/contract/text.ts'
import { AddressResponse } from './address-record.ts'

const byId = z.object({ id: idInPath })

export const addressRecordRoutes = {
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
