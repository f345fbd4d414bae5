import * as z from 'zod/mini'
import { AssignmentId, byAssignment } from '../work/assignment/contract.ts'
import type { Route } from '../http/contract/route.ts'
import {
  byDevice,
  Device,
  DeviceRequest,
  PhotoArrival,
  PhotoList,
  PhotoRecords,
  RecordedPhotos,
  refusals,
  Slot,
  StoredPhoto,
  UnsentWork,
} from './contract.ts'

export const mediaRoutes = {
  /**
   * Leads to an evidence photo. The token is the permission: whoever has the link sees the photo. Do not
   * store links, since they end; read the record again for new ones.
   * @returns 302 to the image, which the bucket sends. A link that has ended gets 404.
   */
  getFile: {
    method: 'GET',
    path: '/v1/file/{token}',
    tag: 'Media',
    summary: 'Download an evidence photo; the token is the permission',
    access: 'public',
    params: z.object({
      /** The end of a link in a record. @example "ZXhhbXBsZS10b2tlbi1vZi1hLXBob3Rv" */
      token: z.string().check(z.regex(/^[\w.-]{20,500}$/)),
    }),
    answers: { 302: null },
  },
} as const satisfies Record<string, Route>

const notHeld = ['lease_lost', 'already_reported', 'already_decided'] as const

/** Photos of a visit: part of the list in `routes.ts`. */
export const evidenceRoutes = {
  enrolDevice: {
    method: 'POST',
    path: '/v1/operations/devices',
    tag: 'Operations',
    summary: 'Enrol the device that you take photos with, by its public key',
    access: 'operations.agent',
    body: DeviceRequest,
    answers: { 200: Device, 201: Device },
  },
  saveUnsent: {
    method: 'PUT',
    path: '/v1/operations/devices/{id}/unsent',
    tag: 'Operations',
    summary: 'Say how many reports and photos are on a phone alone',
    access: 'operations.agent',
    params: byDevice,
    body: UnsentWork,
    answers: { 204: null },
  },
  recordPhotos: {
    method: 'POST',
    path: '/v1/operations/assignments/{id}/photos',
    tag: 'Operations',
    summary: 'Send the records of photos, and get the URLs to upload them',
    access: 'operations.agent',
    // URLs that let somebody upload are for the moment.
    answerIsPrivate: true,
    params: byAssignment,
    body: PhotoRecords,
    answers: { 200: RecordedPhotos },
    problems: [...notHeld, 'no_photos'],
  },
  listPhotos: {
    method: 'GET',
    path: '/v1/operations/assignments/{id}/photos',
    tag: 'Operations',
    summary: 'List the photos of a visit, as the agent who holds it or as a reviewer',
    access: ['operations.agent', 'operations.reviewer'],
    params: byAssignment,
    answers: { 200: PhotoList },
    problems: [...notHeld, 'own_visit'],
  },
  takePhoto: {
    method: 'POST',
    path: '/v1/operations/assignments/{id}/photos/{slot}',
    tag: 'Operations',
    summary: 'Report that a photo is uploaded: the service examines and stores it',
    access: 'operations.agent',
    params: z.object({
      /**
       * The id of the assignment, as the list shows it: the organisation, the verification, and `-d1` for a
       * dispute.
       * @example "1-890123456789012"
       */
      id: AssignmentId,
      /** Which photo of the record it is. @example "exteriorPhotos.photo1" */
      slot: Slot,
    }),
    body: PhotoArrival,
    answers: { 200: StoredPhoto },
    problems: [...notHeld, 'photo_missing', 'photo_replaced', 'checksum_mismatch', ...refusals],
  },
} as const satisfies Record<string, Route>
