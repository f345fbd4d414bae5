import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRecord, toPendingPhoto } from '../../../shared/evidence/capture-record.ts'
import { photosKey } from '../../../shared/evidence/photo-kinds.ts'
import type { Photo } from '../../../shared/evidence/photo.ts'
import {
  eraseRecords,
  findPhoto,
  findPhotos,
  savePhotoRecords,
  savePhotoResults,
} from '../../../shared/evidence/photo-store.ts'
import { database } from '../../../shared/table/driver.ts'
import type { VerificationKey } from '../../../shared/table/tenant.ts'
import { readTrail } from '../../../shared/trail/read-store.ts'
import { assignmentKey } from '../../../shared/verification/assignment-kind.ts'
import { verificationKey } from '../../../shared/verification/kinds.ts'
import { newDevice } from '../../support/capture.ts'
import { type RecordedTable, startRecordedTable } from '../../support/recorded-table.ts'

let table: RecordedTable
beforeAll(async () => {
  table = await startRecordedTable()
})
afterAll(() => table[Symbol.asyncDispose]())

const at = '2026-11-26T09:00:00.000Z'
const nowMs = Date.parse(at)
const device = newDevice()
const doing = { by: 'agent-1', at }
const slot = 'exteriorPhotos.photo1'
let drawn = 0

/** Work that an agent holds. */
const held = async (): Promise<VerificationKey> => {
  const key = { organisationId: 12, mode: 'live', verificationId: ++drawn } as const
  await database.transact({
    record: { put: { ...verificationKey(key, drawn), outcome: 'accepted' } },
    work: { put: { ...assignmentKey(key, drawn), status: 'claimed', agent: 'agent-1' } },
  })
  return key
}

const photoOf = (key: VerificationKey, name = 'a photo', changes: object = {}): Photo => {
  const fixes = [...Array(10).keys()].map(n => ({
    latitude: 6.601838 + n / 1e5,
    longitude: 3.351486,
    accuracyMetres: 14.2 + n,
    at: new Date(nowMs - 1000 * (10 - n)).toISOString(),
  }))
  const capturedAt = new Date(nowMs - 60_000).toISOString()
  const stated = { fixes, capturedAt, slot, ...changes } as const
  const signed = device.capture(`12-${key.verificationId}`, Buffer.from(name), stated)
  return toPendingPhoto(key, { signed, record: readRecord(signed)! }, { by: 'agent-1', nowMs })
}

const settled = {
  state: 'stored',
  storedAt: at,
  width: 2000,
  height: 1500,
  shownSha256: 'ab'.repeat(32),
  digest: '0123456789abcdef00011f',
} as const

it('answers a photo as its device stated it', async () => {
  const key = await held()
  const photo = photoOf(key)
  expect(await savePhotoRecords(key, [photo], doing)).toBe(true)
  expect(await findPhoto(key, slot, nowMs)).toMatchObject(photo)
  expect(await savePhotoResults(key, [{ photo, result: settled }], doing)).toBe(true)
  expect(await findPhotos(key, nowMs)).toEqual([{ ...photo, ...settled }])
  const stored = await database.get<object>(photosKey(key, key.verificationId))
  expect(Object.keys(stored!).sort()).toEqual(['expiresAt', 'packed', 'pk', 'sk', 'version'])
})

const slots = ['exteriorPhotos.photo1', 'exteriorPhotos.photo2', 'interiorPhotos.photo1'] as const
const photosOf = (key: VerificationKey) => slots.map(each => photoOf(key, each, { slot: each }))

it('states a visit’s photos in one write and settles them in another, each with one entry of the trail', async () => {
  const key = await held()
  const photos = photosOf(key)
  expect(await savePhotoRecords(key, photos, doing)).toBe(true)
  const results = photos.map(photo => ({ photo, result: settled }))
  expect(await savePhotoResults(key, results, doing)).toBe(true)
  expect(await findPhotos(key, nowMs)).toEqual(photos.map(photo => ({ ...photo, ...settled })))
  const trail = await readTrail(key, nowMs)
  expect(trail.map(({ events }) => events.map(({ what, facts }) => `${what} ${facts!.slot}`))).toEqual([
    slots.map(each => `captured ${each}`),
    slots.map(each => `uploaded ${each}`),
  ])
})

it('loses none of the photos that are stated or settled at the same time', async () => {
  const key = await held()
  const photos = photosOf(key)
  const stated = photos.map(photo => savePhotoRecords(key, [photo], doing))
  expect(await Promise.all(stated)).toEqual([true, true, true])
  const done = photos.map(photo => savePhotoResults(key, [{ photo, result: settled }], doing))
  expect(await Promise.all(done)).toEqual([true, true, true])
  expect(await findPhotos(key, nowMs)).toEqual(photos.map(photo => ({ ...photo, ...settled })))
  expect((await readTrail(key, nowMs)).flatMap(({ events }) => events)).toHaveLength(6)
})

it('settles a photo once, and none that another has replaced or that is no longer the agent’s', async () => {
  const key = await held()
  const [first, second] = photosOf(key) as [Photo, Photo]
  await savePhotoRecords(key, [first, second], doing)
  const settle = (...photos: readonly Photo[]) =>
    savePhotoResults(
      key,
      photos.map(photo => ({ photo, result: settled })),
      doing,
    )
  const later = photoOf(key, 'a later one', { capturedAt: new Date(nowMs - 30_000).toISOString() })
  expect(await savePhotoRecords(key, [later], doing)).toBe(true)
  expect(await settle(first)).toBe(false)
  // What still stands is settled beside what does not.
  expect(await settle(first, second)).toBe(true)
  expect(await settle(second)).toBe(false)
  expect((await findPhotos(key, nowMs)).map(({ state }) => state)).toEqual(['awaited', 'stored'])
  await database.write({ update: assignmentKey(key, key.verificationId), set: { status: 'decided' } })
  expect(await settle(later)).toBe(false)
  expect(await savePhotoRecords(key, [photosOf(key)[2]!], doing)).toBe(false)
})

it('brings nothing back that was erased meanwhile', async () => {
  const key = await held()
  const photos = photosOf(key)
  await savePhotoRecords(key, photos, doing)
  expect([await eraseRecords(key, true), await eraseRecords(key, false)]).toEqual([3, 3])
  expect(await savePhotoResults(key, [{ photo: photos[0]!, result: settled }], doing)).toBe(false)
  expect(await findPhotos(key, nowMs)).toEqual([])
  expect(await eraseRecords(key, false)).toBe(0)
})

it('takes a write whose answer was lost for its own, and an older photo for none', async () => {
  const key = await held()
  const photo = photoOf(key)
  for (const _time of ['once', 'again']) expect(await savePhotoRecords(key, [photo], doing)).toBe(true)
  const older = photoOf(key, 'an older one', { capturedAt: new Date(nowMs - 90_000).toISOString() })
  expect(await savePhotoRecords(key, [older], doing)).toBe(false)
  expect((await findPhotos(key, nowMs)).map(({ sha256 }) => sha256)).toEqual([photo.sha256])
})

it('reads of a position what was read of it at first, and keeps what was signed to the letter', async () => {
  const key = await held()
  const fix = { latitude: 6.6, longitude: 3.3, accuracyMetres: 5, at, altitude: 40 }
  const photo = photoOf(key, 'a photo', { fixes: [fix] })
  expect(await savePhotoRecords(key, [photo], doing)).toBe(true)
  const { altitude: _altitude, ...read } = fix
  expect(await findPhoto(key, slot, nowMs)).toMatchObject({ signed: photo.signed, fixes: [read] })
})
