import * as z from 'zod/mini'
import type { Route } from '../../http/contract/route.ts'
import { idInPath } from '../../http/contract/text.ts'
import { AddressResponse } from './address-record.ts'

const byId = z.object({
  /** The id of the verification. Read the record with it. @example 890123456789012 */
  id: idInPath,
})

export const addressRecordRoutes = {
  /**
   * Reads one address verification. Links to photos are made anew at each read.
   * @returns The record as it was ordered, and once it is complete with what was found.
   */
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
  /**
   * Cancels an address verification. It works until an agent has visited.
   * @returns The record, which is now `CANCELLED`. Cancelling again returns the same.
   * @events address.verification_completed
   */
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
