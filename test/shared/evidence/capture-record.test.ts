import { describe, expect, it } from 'vitest'
import {
  deviceThumbprint,
  importDeviceKey,
  isReplacement,
  isSameStatement,
  isSignedBy,
  parseStatements,
  readRecord,
  toPendingPhoto,
} from '../../../shared/evidence/capture-record.ts'
import type { CaptureRecord, DeviceKey } from '../../../shared/evidence/contract.ts'
import { estimateTakenAt, parsePhotoFile, photoFile, thumbnailFile } from '../../../shared/evidence/photo.ts'
import type { Problem } from '../../../shared/http/contract/problem.ts'
import { operationExamples } from '../../../shared/openapi/examples.ts'
import { parseEvidenceKey } from '../../../shared/verification/report.ts'
import { newDevice } from '../../support/capture.ts'

const bytes = Buffer.from('a photo')
const assignmentId = '1-2'
const device = newDevice()
const devices = new Map([[device.id, device]])
const expected = { assignmentId, devices }

const refused = (...records: string[]) => {
  try {
    return parseStatements(records, expected)
  } catch (problem) {
    return (problem as Problem).errors.map(({ pointer, code }) => [pointer, code])
  }
}

const { publicKey } = operationExamples.enrolDevice!.body as { readonly publicKey: DeviceKey }

describe('a signed record', () => {
  it('is what its device stated, to the last field', () => {
    const fixes = [...Array(20).keys()].map(n => ({
      latitude: 6 + n / 100,
      longitude: 3,
      accuracyMetres: n,
      at: '2026-11-21T14:01:09.000Z',
    }))
    const [statement] = parseStatements(
      [device.capture(assignmentId, bytes, { fixes, source: 'file' })],
      expected,
    )
    expect(statement!.record).toMatchObject({
      assignmentId,
      size: 7,
      fixes,
      source: 'file',
      deviceId: device.id,
    })
  })

  it('of the documentation is what it says', () => {
    const { records } = operationExamples.recordPhotos!.body as { records: [string] }
    expect(readRecord(records[0])!.deviceId).toBe(deviceThumbprint(publicKey))
    expect(isSignedBy(records[0], importDeviceKey(publicKey)!)).toBe(true)
  })

  it('altered in one character is not taken, wherever that is', () => {
    const good = device.capture(assignmentId, bytes)
    for (const at of [3, good.indexOf('.') + 40, good.lastIndexOf('.') + 10]) {
      const altered = `${good.slice(0, at)}${good[at] === 'A' ? 'B' : 'A'}${good.slice(at + 1)}`
      expect(refused(altered)).toEqual([['/records/0', expect.stringMatching(/not_a_record|bad_signature/)]])
    }
  })

  it('signed by a key that is not the device’s is not taken', () => {
    const stranger = newDevice()
    expect(refused(stranger.capture(assignmentId, bytes, { deviceId: device.id }))).toEqual([
      ['/records/0', 'bad_signature'],
    ])
    expect(refused(stranger.capture(assignmentId, bytes))).toEqual([['/records/0', 'unknown_device']])
  })

  it('says its algorithm, and no other will do', () => {
    const payload = readRecord(device.capture(assignmentId, bytes))!
    for (const header of [{ alg: 'none' }, { alg: 'HS256' }, { alg: 'ES256', crit: ['b64'] }, {}])
      expect(refused(device.signAnything(payload, header))).toEqual([['/records/0', 'not_a_record']])
  })

  it('is of this assignment, and one of its slot; every one that is not is named', () => {
    const good = device.capture(assignmentId, bytes, { slot: 'extraPhotos.photo2' })
    const stranger = newDevice()
    expect(
      refused(
        device.capture('1-3', bytes),
        good,
        device.capture(assignmentId, bytes, { slot: 'extraPhotos.photo2' }),
        stranger.capture(assignmentId, bytes, { slot: 'extraPhotos.photo3' }),
        'a.b.c',
      ),
    ).toEqual([
      ['/records/0', 'other_assignment'],
      ['/records/2', 'slot_twice'],
      ['/records/3', 'unknown_device'],
      ['/records/4', 'not_a_record'],
    ])
  })

  it.each<[string, object]>([
    ['a slot that is none', { slot: 'exteriorPhotos.photo4' }],
    ['11 MB', { size: 11_000_000 }],
    ['nothing', { size: 0 }],
    ['a film', { contentType: 'video/mp4' }],
    [
      'a place that is not on Earth',
      { fixes: [{ latitude: 91, longitude: 0, accuracyMetres: 1, at: '2026-11-21T14:01:09.000Z' }] },
    ],
    ['a digest that is none', { sha256: 'ab' }],
    ['a day instead of a moment', { capturedAt: '2026-11-21' }],
  ])('does not state %s', (_what, change) => {
    const altered = { ...readRecord(device.capture(assignmentId, bytes)), ...change }
    expect(refused(device.signAnything(altered))).toEqual([['/records/0', 'not_a_record']])
  })
})

it('a key that is no point of the curve is none', () => {
  expect(importDeviceKey({ ...publicKey, y: publicKey.x })).toBeUndefined()
})

describe('of one slot', () => {
  const nowMs = Date.parse('2026-11-21T15:00:00.000Z')
  const key = { organisationId: 1, mode: 'live', verificationId: 2 } as const
  const taken = (changes: Partial<CaptureRecord>) => {
    const [statement] = parseStatements([device.capture(assignmentId, bytes, changes)], expected)
    return toPendingPhoto(key, statement!, { by: 'agent-1', nowMs })
  }
  const at = (capturedAt: string, clockOffsetMs = 0) => taken({ capturedAt, clockOffsetMs })

  it('the later photo stands, whichever comes first', () => {
    const [early, late] = [at('2026-11-21T14:00:00.000Z'), at('2026-11-21T14:00:01.000Z')]
    expect([isReplacement(late, early), isReplacement(early, late), isReplacement(early, undefined)]).toEqual(
      [true, false, true],
    )
  })

  it('the later by the server’s clock, whatever the device’s says', () => {
    const slow = at('2026-11-21T12:00:05.000Z', 2 * 3_600_000)
    const right = at('2026-11-21T14:00:00.000Z')
    expect([slow.takenAt, isReplacement(slow, right)]).toEqual(['2026-11-21T14:00:05.000Z', true])
  })

  it('one from the future counts as taken now, and can be replaced', () => {
    const future = at('2030-01-01T00:00:00.000Z')
    expect(future.takenAt).toBe('2026-11-21T15:00:00.000Z')
    const later = { ...at('2026-11-21T15:00:01.000Z'), takenAt: '2026-11-21T15:00:01.000Z' }
    expect(isReplacement(later, future)).toBe(true)
    expect(estimateTakenAt({ capturedAt: '2030-01-01T00:00:00.000Z', clockOffsetMs: 0 }, nowMs)).toBe(
      future.takenAt,
    )
  })

  it('the same record signed again is the same photo', () => {
    const payload = readRecord(device.capture(assignmentId, bytes))!
    const [one, other] = [device.signAnything(payload), device.signAnything(payload)]
    expect([one === other, isSameStatement(one, other)]).toEqual([false, true])
  })
})

describe('a file', () => {
  const name = { slot: 'exteriorPhotos.photo1', sha256: 'ab'.repeat(32) } as const

  it('says which photo it shows, thumbnail or not', () => {
    expect([parsePhotoFile(photoFile(name)), parsePhotoFile(thumbnailFile(name))]).toEqual([name, name])
    expect(parseEvidenceKey(`evidence/1/live/2/${thumbnailFile(name)}`)?.photo).toBe(thumbnailFile(name))
  })

  it('of another name shows none', () => {
    expect(
      ['exterior-1.png', `${photoFile(name)}x`, photoFile(name).replace('.photo1', '.photo4')].map(
        parsePhotoFile,
      ),
    ).toEqual([undefined, undefined, undefined])
  })
})
