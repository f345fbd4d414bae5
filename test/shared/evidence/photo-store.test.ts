import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRecord, toPendingPhoto } from '../../../shared/evidence/capture-record.ts'
import type { Photo } from '../../../shared/evidence/photo.ts'
import {
  findPhoto,
  findPhotos,
  savePhotoRecords,
  savePhotoResult,
} from '../../../shared/evidence/photo-store.ts'
import { database } from '../../../shared/table/driver.ts'
import { assignmentKey, photoKey, verificationKey } from '../../../shared/table/keys.ts'
import type { VerificationKey } from '../../../shared/table/tenant.ts'
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
  await database.write(
    { put: { ...verificationKey(key, drawn), outcome: 'accepted' } },
    { put: { ...assignmentKey(key, drawn), status: 'claimed', agent: 'agent-1' } },
  )
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
  digests: ['0123456789abcdef', 'fedcba9876543210'],
} as const

it('answers a photo as its device stated it, of which the table has nothing twice', async () => {
  const key = await held()
  const photo = photoOf(key)
  expect(await savePhotoRecords(key, [photo], doing)).toBe(true)
  expect(await findPhoto(key, slot, nowMs)).toMatchObject(photo)
  expect(await savePhotoResult(key, photo, settled, doing)).toBe(true)
  expect(await findPhotos(key, nowMs)).toMatchObject([{ ...photo, ...settled }])
  const stored = await database.get<object>(photoKey(key, key.verificationId, slot))
  const expected = [
    'organisationId',
    'mode',
    'verificationId',
    'slot',
    'sha256',
    'takenBy',
    'recordedAt',
    'takenAt',
  ]
  const own = [...Object.keys(settled), 'signed', 'pk', 'sk', 'expiresAt']
  expect(Object.keys(stored!).sort()).toEqual([...expected, ...own].sort())
})

it('takes a write whose answer was lost for its own, and an older photo for none', async () => {
  const key = await held()
  const photo = photoOf(key)
  for (const _time of ['once', 'again']) expect(await savePhotoRecords(key, [photo], doing)).toBe(true)
  const older = photoOf(key, 'an older one', { capturedAt: new Date(nowMs - 90_000).toISOString() })
  expect(await savePhotoRecords(key, [older], doing)).toBe(false)
  expect((await findPhotos(key, nowMs)).map(({ sha256 }) => sha256)).toEqual([photo.sha256])
})

it('reads and settles what was stored whole, before records were packed', async () => {
  const key = await held()
  const photo = photoOf(key)
  const item = { ...photoKey(key, key.verificationId, slot), ...photo, expiresAt: nowMs / 1000 + 86_400 }
  await database.write({ put: item })
  expect(await findPhoto(key, slot, nowMs)).toMatchObject(photo)
  expect(await savePhotoRecords(key, [photo], doing)).toBe(true)
  expect(await savePhotoResult(key, photo, settled, doing)).toBe(true)
  expect(await findPhoto(key, slot, nowMs)).toMatchObject({ ...photo, ...settled })
})

it('reads of a position what was read of it at first, and keeps what was signed to the letter', async () => {
  const key = await held()
  const fix = { latitude: 6.6, longitude: 3.3, accuracyMetres: 5, at, altitude: 40 }
  const photo = photoOf(key, 'a photo', { fixes: [fix] })
  expect(await savePhotoRecords(key, [photo], doing)).toBe(true)
  const { altitude: _altitude, ...read } = fix
  expect(await findPhoto(key, slot, nowMs)).toMatchObject({ signed: photo.signed, fixes: [read] })
})
