import { beforeAll, describe, expect, it, vi } from 'vitest'
import { readRecord, toPendingPhoto } from '../../../shared/evidence/capture-record.ts'
import { photoFile } from '../../../shared/evidence/photo.ts'
import { savePhotoRecords, savePhotoResults } from '../../../shared/evidence/photo-store.ts'
import type { EndedLookup } from '../../../shared/identity/find-lookup.ts'
import { insertLate } from '../../../shared/identity/late/store.ts'
import { database } from '../../../shared/table/driver.ts'
import type { VerificationKey } from '../../../shared/table/tenant.ts'
import { writeWithTrail } from '../../../shared/trail/store.ts'
import { issueLookupReceipt, readLookupContent } from '../../../shared/receipt/lookup-receipt.ts'
import { readVerificationContent } from '../../../shared/receipt/verification-receipt.ts'
import { assignmentKey } from '../../../shared/verification/assignment-kind.ts'
import { saveRevisionWrite } from '../../../shared/verification/revision-store.ts'
import {
  type AddressVerification,
  type EmploymentVerification,
  verificationKeyOf,
} from '../../../shared/verification/verification.ts'
import { newDevice } from '../../support/capture.ts'
import { brokenParts } from '../../support/receipts.ts'
import { employmentVerification } from '../../support/verifications.ts'
import { startStage } from '../table/stage.ts'
import { endedAt, publishedKeys } from './claims.ts'

/* What receipts say, from the records of the real table. */

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  await startStage()
  process.env.API_URL = 'https://api.example.com'
})

const at = '2026-11-20T12:00:00.500Z'
const nowMs = Date.parse(at)
const sha256 = 'ab'.repeat(32)

const tell = (key: VerificationKey, eventId: string) =>
  writeWithTrail(key, at, [
    { what: 'told', by: 'service', facts: { eventId, sha256, transitions: 5, flags: 2 } },
  ])

const told = (eventId: string) => ({
  event: { id: eventId, sha256 },
  rules: { transitions: 5, flags: 2 },
  trail: { n: 1, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
})

describe('the receipt of a look-up', () => {
  const verdict = {
    status: 'id_mismatch',
    matchStatus: 'PARTIAL_MATCH',
    fieldMatches: { firstname: true, lastname: false },
    matchDetails: { firstname: 'case', lastname: 'different' },
  } as const
  const lookup = (id: number, changes: object = {}) =>
    ({
      organisationId: 7,
      mode: 'live',
      id,
      product: 'nin',
      idNumberDigest: `digest-${id}`,
      idNumberLast4: '6213',
      requestedAt: '2026-11-20T11:59:00.000Z',
      completedAt: at,
      price: 150,
      clientId: 'a-client',
      verdict,
      ...changes,
    }) as EndedLookup
  const keyOf = ({ organisationId, mode, id }: EndedLookup): VerificationKey => ({
    organisationId,
    mode,
    verificationId: id,
  })
  const wait = (one: EndedLookup) =>
    insertLate(one, {
      ...keyOf(one),
      clientId: one.clientId,
      product: one.product,
      attempt: 2,
      notBeforeMs: nowMs,
      giveUpAtMs: nowMs,
      sealed: new Uint8Array(1),
    })

  it('says which fields agree, nothing of what stands in them, and no event: the caller was answered', async () => {
    expect(await readLookupContent(lookup(1), nowMs)).toStrictEqual({
      iat: nowMs / 1000 - 0.5,
      organisationId: 7,
      mode: 'live',
      verificationId: 1,
      product: 'nin',
      status: { state: 'complete', status: 'id_mismatch' },
      requestedAt: '2026-11-20T11:59:00.000Z',
      reportedAt: null,
      completedAt: at,
      registry: 'nin',
      verdict: { matchStatus: 'PARTIAL_MATCH', fieldMatches: { firstname: true, lastname: false } },
      photos: [],
      event: null,
      rules: {},
      trail: null,
    })
  })

  it('names the version of the rules that compared', async () => {
    expect(await readLookupContent(lookup(2, { matchingVersion: 3 }), nowMs)).toMatchObject({
      rules: { matching: 3 },
    })
  })

  it('has no verdict where the registry was never reached', async () => {
    const failed = lookup(3, { verdict: undefined, failure: 'registry_unavailable' })
    expect(await readLookupContent(failed, nowMs)).toMatchObject({ verdict: null })
  })

  it('waits for the event of one that was late, and names it, also while it is still on its list', async () => {
    const late = lookup(4)
    await wait(late)
    await expect(readLookupContent(late, nowMs)).rejects.toMatchObject({
      code: 'not_final',
      message: 'It has ended, and is about to be told: its receipt follows within seconds.',
    })
    await tell(keyOf(late), 'evt_4_completed')
    const { event, trail } = told('evt_4_completed')
    expect(await readLookupContent(late, nowMs)).toMatchObject({ event, trail, rules: {} })
  })

  it('names the event of one that was late and is no longer on its list', async () => {
    await tell(keyOf(lookup(5)), 'evt_5_completed')
    expect((await readLookupContent(lookup(5), nowMs)).event).toEqual({ id: 'evt_5_completed', sha256 })
  })

  it('is signed with the issuer’s name', async () => {
    const receipt = await issueLookupReceipt(lookup(6), nowMs)
    expect(brokenParts({ receipt, keys: await publishedKeys() })).toEqual([])
    const claims = JSON.parse(Buffer.from(receipt.split('.')[1]!, 'base64url').toString())
    expect(claims).toMatchObject({ iss: 'https://api.example.com', verificationId: 6 })
  })
})

describe('the receipt of a verification', () => {
  const device = newDevice()
  const slot = 'exteriorPhotos.photo1'

  /** With one photo, which its device stated and an agent sent. */
  const visited = async (id: number): Promise<AddressVerification> => {
    const ended = endedAt(id, at)
    const key = verificationKeyOf(ended)
    await database.write({ put: { ...assignmentKey(key, id), status: 'claimed', agent: 'agent-1' } })
    const signed = device.capture(`7-${id}`, Buffer.from('a photo'), { fixes: [], capturedAt: at, slot })
    const photo = toPendingPhoto(key, { signed, record: readRecord(signed)! }, { by: 'agent-1', nowMs })
    await savePhotoRecords(key, [photo], { by: 'agent-1', at })
    const result = { state: 'stored', storedAt: at, width: 2000, height: 1500, shownSha256: sha256 } as const
    await savePhotoResults(key, [{ photo, result }], { by: 'agent-1', at })
    const photos = { exteriorPhotos: [photoFile(photo)], interiorPhotos: [], extraPhotos: [] }
    return { ...ended, report: { submittedAt: at, ...photos } } as never
  }

  it('has the digests of its photos, when they were taken, and its event', async () => {
    const verification = await visited(21)
    await tell(verificationKeyOf(verification), 'evt_21_completed')
    const content = await readVerificationContent(verification, undefined, nowMs)
    expect(content).toMatchObject({
      verificationId: 21,
      reportedAt: at,
      photos: [{ slot, sha256, takenAt: at }],
      event: { id: 'evt_21_completed', sha256 },
      rules: { transitions: 5, flags: 2 },
    })
    expect(content).not.toHaveProperty('revision')
  })

  it('of an employer’s answer has none', async () => {
    const ordered = employmentVerification({}, { id: 22, applicantId: 22, organisationId: 7, now: at })
    const ended = { ...ordered, outcome: 'verified', updatedAt: at } as EmploymentVerification
    await tell(verificationKeyOf(ended), 'evt_22_completed')
    expect(await readVerificationContent(ended, undefined, nowMs)).toMatchObject({
      product: 'employment',
      photos: [],
    })
  })

  it('speaks of the decision that is asked for: the newest, or one before it, and of no other', async () => {
    const first = endedAt(23, at)
    const newest = { ...endedAt(23, '2026-11-25T12:00:00.000Z', 'notInResidence'), revision: 2 }
    const key = verificationKeyOf(first)
    await database.write(saveRevisionWrite(first))
    await tell(key, 'evt_23_completed')
    await tell(key, 'evt_23_updated_2')
    expect(await readVerificationContent(newest, undefined, nowMs)).toMatchObject({
      revision: 2,
      completedAt: newest.updatedAt,
      event: { id: 'evt_23_updated_2' },
    })
    expect(await readVerificationContent(newest, 2, nowMs)).toMatchObject({ revision: 2 })
    const before = await readVerificationContent(newest, 1, nowMs)
    expect(before).toMatchObject({ completedAt: at, event: { id: 'evt_23_completed' } })
    expect(before).not.toHaveProperty('revision')
    await expect(readVerificationContent(newest, 3, nowMs)).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no such revision of it.',
    })
  })
})
