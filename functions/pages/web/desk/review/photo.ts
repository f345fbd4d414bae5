import type { Coordinates } from '../../../../../shared/location/position.ts'
import { metresBetween } from '../../../../../shared/location/position.ts'
import { type ResponseOf, callApi } from '../../ui/api.ts'
import type { CaseFile } from './open-case.ts'

export type Photo = ResponseOf<'GET /v1/operations/assignments/{id}/photos'>['data'][number]

/** Links to them work for some minutes; asking again leaves no trace, opening a photo does. */
export const readPhotos = async (id: string): Promise<readonly Photo[]> =>
  (await callApi('GET /v1/operations/assignments/{id}/photos', { params: { id } })).data

/** Where the customer says it is; undefined where the order named no position but its state's or LGA's middle. */
export const statedIn = ({ place, review }: CaseFile): Coordinates | undefined =>
  place && !review.flags.some(({ code }) => code === 'position_unknown') ? place : undefined

/** From the stated address, in metres; undefined where one of the two is not known. */
export const distanceTo = (stated: Coordinates | undefined, { fixes }: Photo): number | undefined =>
  stated && fixes.nearest ? metresBetween(stated, fixes.nearest) : undefined

/** When it was taken by the server's clock, ISO 8601: the device states how wrong its own is. */
export const takenAt = ({ capturedAt, clockOffsetMs }: Photo): string =>
  new Date(Date.parse(capturedAt) + clockOffsetMs).toISOString()
