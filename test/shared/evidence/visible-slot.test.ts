import { beforeAll, describe, expect, it } from 'vitest'
import { readRecord, toPendingPhoto } from '../../../shared/evidence/capture-record.ts'
import { documentKey } from '../../../shared/evidence/document-kind.ts'
import { type Photo, photoFile, thumbnailFile } from '../../../shared/evidence/photo.ts'
import { savePhotoRecords, savePhotoResults } from '../../../shared/evidence/photo-store.ts'
import { findVisibleSlot } from '../../../shared/evidence/visible-slot.ts'
import { database } from '../../../shared/table/driver.ts'
import type { VerificationKey } from '../../../shared/table/tenant.ts'
import { assignmentKey } from '../../../shared/verification/assignment-kind.ts'
import { verificationKey } from '../../../shared/verification/kinds.ts'
import { newDevice } from '../../support/capture.ts'
import { addressVerification } from '../../support/verifications.ts'
import { startStage } from '../table/stage.ts'

/* Which files of a verification may still be seen, and as what, from the records of the real table. */

beforeAll(() => startStage())

const at = '2026-11-20T12:00:00.000Z'
const nowMs = Date.parse(at)
const slot = 'exteriorPhotos.photo1'
const device = newDevice()
const other = 'cd'.repeat(32)
let drawn = 0

interface Kept {
  readonly key: VerificationKey
  readonly photo: Photo
}

/** Work with one photo of the agent's, beside a record or none. */
const keep = async (
  record: object | undefined,
  work: object = {},
  state: 'stored' | 'refused' = 'stored',
) => {
  const key = { organisationId: 7, mode: 'live', verificationId: ++drawn } as const
  const assigned = { assignedAt: at, status: 'claimed', agent: 'agent-1', ...work }
  await database.write({ put: { ...key, ...assignmentKey(key, drawn), ...assigned } })
  const ordered = addressVerification({}, { organisationId: 7, id: drawn, applicantId: drawn, now: at })
  if (record) await database.write({ put: { ...ordered, ...record, ...verificationKey(key, drawn) } })
  const signed = device.capture(`7-${drawn}`, Buffer.from(`photo ${drawn}`), {
    slot,
    fixes: [],
    capturedAt: at,
  })
  const photo = toPendingPhoto(key, { signed, record: readRecord(signed)! }, { by: 'agent-1', nowMs })
  const doing = { by: 'agent-1', at }
  await savePhotoRecords(key, [photo], doing)
  const stored = { state, storedAt: at, width: 2000, height: 1500, shownSha256: other } as const
  await savePhotoResults(key, [{ photo, result: stored as never }], doing)
  return { key, photo }
}

const see = ({ key }: Pick<Kept, 'key'>, photo: string) => findVisibleSlot({ ...key, photo }, nowMs)
const reportOf = (...exteriorPhotos: readonly string[]) => ({
  report: { submittedAt: at, exteriorPhotos, interiorPhotos: [], extraPhotos: [] },
})

describe('a photo of a visit', () => {
  it('is seen while the work goes on, as large and as small', async () => {
    const kept = await keep({})
    expect(await see(kept, photoFile(kept.photo))).toBe(slot)
    expect(await see(kept, thumbnailFile(kept.photo))).toBe(slot)
  })

  it('is not seen where another stands in its place, or it was refused', async () => {
    const kept = await keep({})
    expect(await see(kept, photoFile({ slot, sha256: other }))).toBeUndefined()
    expect(
      await see(kept, photoFile({ slot: 'exteriorPhotos.photo2', sha256: kept.photo.sha256 })),
    ).toBeUndefined()
    const refused = await keep({}, {}, 'refused')
    expect(await see(refused, photoFile(refused.photo))).toBeUndefined()
  })

  it('is seen after the end where the report has it, by the name that the report gives it', async () => {
    const kept = await keep({})
    const named = photoFile(kept.photo)
    const ended = await keep({ outcome: 'verified', ...reportOf('placeholder.jpeg', named) })
    expect(await see(ended, named)).toBe('exteriorPhotos.photo2')
    expect(await see(ended, thumbnailFile(kept.photo))).toBe('exteriorPhotos.photo2')
    expect(await see(ended, 'placeholder.jpeg')).toBe('exteriorPhotos.photo1')
  })

  it('is not seen after the end where no report has it', async () => {
    const kept = await keep({ outcome: 'cancelled' })
    expect(await see(kept, photoFile(kept.photo))).toBeUndefined()
  })

  it('is not seen once its record is gone, unless it is of a back-check, which has none', async () => {
    const gone = await keep(undefined)
    expect(await see(gone, photoFile(gone.photo))).toBeUndefined()
    const neverThere = { ...gone.key, verificationId: 888_888 }
    expect(await see({ key: neverThere }, photoFile(gone.photo))).toBeUndefined()
    const check = await keep(undefined, { backCheckOf: 999_999 })
    expect(await see(check, photoFile(check.photo))).toBe(slot)
    expect(await see(check, 'no name of ours.jpeg')).toBeUndefined()
  })
})

it('what has no name of ours is not seen', async () => {
  expect(await see(await keep({}), '../secret')).toBeUndefined()
  expect(await see(await keep({ ...reportOf() }), 'other.jpeg')).toBeUndefined()
})

describe('what applicants sent', () => {
  const property = { photos: [{ slot: 'applicantPhoto1', sha256: other }] }
  const theirs = photoFile({ slot: 'applicantPhoto1', sha256: other })

  it('a document is seen by its number while the work goes on', async () => {
    const { key } = await keep({})
    const document = { ...key, number: 2, sha256: other, size: 9, uploadedAt: at, width: 1, height: 1 }
    const expiresAt = nowMs / 1000 + 3600
    await database.write({ put: { ...document, ...documentKey(key, key.verificationId, 2), expiresAt } })
    expect(await see({ key }, photoFile({ slot: 'document', sha256: other }))).toBe('document2')
    expect(await see({ key }, photoFile({ slot: 'document', sha256: 'ef'.repeat(32) }))).toBeUndefined()
  })

  it('a photo of the order is seen as long as the record is there', async () => {
    for (const outcome of ['accepted', 'verified'])
      expect(await see(await keep({ outcome, property }), theirs)).toBe('applicantPhoto1')
    const others = [
      { slot: 'applicantPhoto1', sha256: 'ef'.repeat(32) },
      { slot: 'applicantPhoto2', sha256: other },
    ]
    for (const another of others)
      expect(await see(await keep({ property: { photos: [another] } }), theirs)).toBeUndefined()
    for (const none of [undefined, {}])
      expect(await see(await keep({ property: none }), theirs)).toBeUndefined()
  })
})
