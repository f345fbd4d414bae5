import { isOldFix, sinceFixMs } from '../../../../../shared/work/assignment/fix.ts'
import { outsideFirst } from '../../../../../shared/evidence/slot-texts.ts'
import { type Coordinates, isCentre, metresBetween } from '../../../../../shared/location/position.ts'
import { isAddress, visitedPositionOf } from '../../../../../shared/review/comparison.ts'
import type { Review } from '../../../../../shared/review/contract.ts'
import { callApi, type ResponseOf } from '../../ui/api.ts'
import { formatDistance, formatTimeSpan } from '../../ui/format.ts'
import { type EmployerContact, readEmployerContact } from '../../ui/employer-contact.ts'
import { useQuery } from '../../ui/query.tsx'
import { type CaseFile, readCase } from './open-case.ts'

export type Photo = ResponseOf<'GET /v1/operations/assignments/{id}/photos'>['data'][number]

/** Links to photos work for some minutes. Reading them again leaves no trail entry, opening a photo does. */
export const readPhotos = async (id: string): Promise<readonly Photo[]> =>
  (await callApi('GET /v1/operations/assignments/{id}/photos', { params: { id } })).data

/** The customer's position; undefined where the order names none but the middle of its state or LGA. */
export const statedIn = ({ place }: Pick<CaseFile, 'place'>): Coordinates | undefined =>
  place && !isCentre(place.precision) ? place : undefined

export const reportedPosition = ({ review: { found } }: CaseFile): Coordinates | undefined =>
  isAddress(found) ? visitedPositionOf(found) : undefined

/** Metres from the stated address; undefined where one of the two is not known. */
export const distanceTo = (stated: Coordinates | undefined, { fixes }: Photo): number | undefined =>
  stated && fixes.nearest ? metresBetween(stated, fixes.nearest) : undefined

export const distanceWords = (stated: Coordinates | undefined, photo: Photo): string => {
  const metres = distanceTo(stated, photo)
  if (metres !== undefined) return `${formatDistance(metres)} away`
  return photo.fixes.nearest ? 'distance not known' : 'no position'
}

/** Time of a photo by the server's clock, ISO 8601: the device states how wrong its own is. */
export const takenAt = ({ capturedAt, clockOffsetMs }: Photo): string =>
  new Date(Date.parse(capturedAt) + clockOffsetMs).toISOString()

type SeenFix = NonNullable<Photo['fixes']['nearest']>

/** `14 min`, by which an old fix is older than the moment that it belongs to; undefined for one that is not old. */
const ageOf = (fix: SeenFix, at: string, clockOffsetMs: number): string | undefined => {
  const moment = { at, clockOffsetMs }
  return isOldFix(fix, moment) ? formatTimeSpan(sinceFixMs(fix, moment)) : undefined
}

export const fixAge = ({ fixes: { nearest }, capturedAt, clockOffsetMs }: Photo): string | undefined =>
  nearest ? ageOf(nearest, capturedAt, clockOffsetMs) : undefined

export const claimAge = (position: Review['claimedFrom']): string | undefined => {
  if (!position?.statedAt) return undefined
  const { measuredAt: at, statedAt, clockOffsetMs = 0 } = position
  return ageOf({ ...position, at }, statedAt, clockOffsetMs)
}

/** What is missing before an employer may be called unreachable. */
export const missingTexts: Readonly<Record<NonNullable<EmployerContact['attempts']['lacks']>, string>> = {
  attempts: 'three failed attempts, far enough apart, are needed first',
  documents: 'the applicant has to be asked for documents first',
  time: 'the applicant still has time to send documents',
}

interface EvidenceResponse {
  readonly photos: readonly Photo[]
  readonly contact?: EmployerContact
}

const readEvidence = async ({ id, product }: CaseFile): Promise<EvidenceResponse> =>
  product === 'employment'
    ? { photos: [], contact: await readEmployerContact(id) }
    : { photos: outsideFirst(await readPhotos(id)) }

export const useEvidence = (file: CaseFile) => useQuery(() => readEvidence(file), file.id)

/** Reads a photo's link again, as the earlier one has expired. */
export const renewPhoto = async (id: string, slot: string): Promise<string | null> =>
  (await readPhotos(id)).find(photo => photo.slot === slot)?.photoUrl ?? null

type PhotoSighting = NonNullable<Review['flags'][number]['places'][number]['seenIn']>

/** The picture of another case, or null if it is not kept any more. */
export const readPictureOf = async ({ id, sha256 }: PhotoSighting): Promise<string | null> =>
  (await readPhotos(id)).find(photo => photo.sha256 === sha256)?.photoUrl ?? null

/** Reads the whole case, which leaves a trail entry: only when a link has expired. */
export const renewDocument = async (id: string, number: number): Promise<string | null> => {
  const { review } = await readCase(id)
  return review?.employerCase?.documents.find(document => document.number === number)?.photoUrl ?? null
}

/** The same for a photo that came with the order. */
export const renewSupplied = async (id: string, slot: string): Promise<string | null> => {
  const { property } = await readCase(id)
  return property?.photos.find(photo => photo.slot === slot)?.photoUrl ?? null
}
