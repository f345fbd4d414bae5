import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { stages } from '../../../infra/stages.ts'
import type { Caller } from '../../../shared/account/caller.ts'
import { toAssignmentId } from '../../../shared/work/assignment/assignment.ts'
import { claimWithoutLimit } from '../../../shared/work/assignment/claim-store.ts'
import type { DecideRequest, FileReport } from '../../../shared/work/assignment/contract.ts'
import { findAssignment, openAssignment } from '../../../shared/work/assignment/store.ts'
import type { Photo } from '../../../shared/evidence/photo.ts'
import { savePhotoRecords } from '../../../shared/evidence/photo-store.ts'
import { Problem } from '../../../shared/http/contract/problem.ts'
import { readLedgerRows } from '../../../shared/ledger/read-store.ts'
import { endByApplicant } from '../../../shared/link/end-by-applicant.ts'
import { addFirstLink, answerLink, findLink } from '../../../shared/link/store.ts'
import type { VerificationKey } from '../../../shared/table/tenant.ts'
import { englishTexts } from '../../../shared/texts/english.ts'
import { eventsIn } from '../../../shared/trail/entry.ts'
import { readTrail } from '../../../shared/trail/read-store.ts'
import { addressDocument } from '../../../shared/report/address-report.ts'
import { toAddressRecord, toAddressResponse } from '../../../shared/verification/record.ts'
import { acceptVerification, findVerification } from '../../../shared/verification/store.ts'
import type { AddressVerification } from '../../../shared/verification/verification.ts'
import { submitReport } from '../../../shared/review/file-report.ts'
import { decideReport } from '../../../shared/review/review.ts'
import { type RecordedTable, startRecordedTable } from '../../support/recorded-table.ts'
import { linesOf, pageOf, visit as reportData } from '../../support/reports.ts'
import { addressVerification, drawIds } from '../../support/verifications.ts'

/*
 * What an applicant agreed to × what a visit shows × how it is decided: what is possible, which flags there are, and what
 * record, event, report and ledger say.
 */

const applicantWords = englishTexts.applicant.comments
const organisationId = 43
const orderedMs = Date.parse('2026-11-20T08:00:00.000Z')
const reportedMs = orderedMs + 40 * 60_000
const decidedMs = orderedMs + 4 * 3_600_000
const timeOf = (ms: number) => new Date(ms).toISOString()
const stated = { latitude: 6.601838, longitude: 3.351486 }
const northBy = (metres: number) => ({ ...stated, latitude: stated.latitude + metres / 111_195 })
const price = stages.prod.prices.address

let table: RecordedTable
beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  table = await startRecordedTable()
  Object.assign(process.env, {
    STAGE: 'local',
    PRICES: JSON.stringify(stages.prod.prices),
    FIELDWORK_LIMITS: JSON.stringify({
      ...stages.prod.fieldwork,
      backCheckShare: 0,
      fourEyes: false,
    }),
  })
})
afterAll(() => table[Symbol.asyncDispose]())

const draw = drawIds(orderedMs)
const agent = { clientId: 'agent-1', organisationId: 0, mode: 'live', scopes: ['operations.agent'] } as const
const client = (clientId: string): Caller => ({ ...agent, clientId, scopes: ['operations.reviewer'] })
const person = (clientId: string): Caller => client(clientId)

const withFourEyes = (fourEyes: boolean, secondReviewShare: number) => {
  const limits = JSON.parse(process.env.FIELDWORK_LIMITS!)
  process.env.FIELDWORK_LIMITS = JSON.stringify({ ...limits, fourEyes, secondReviewShare })
}

const applicantLink = (key: VerificationKey) => ({ ...key, purpose: 'applicant', number: 1 }) as const

const sendLink = async (key: VerificationKey) => {
  await addFirstLink(key, { purpose: 'applicant', channel: 'sms', by: 'service' }, orderedMs)
  return (await findLink(applicantLink(key)))!
}

const agree = async (key: VerificationKey) => {
  const said = { consent: 'given', saidAt: timeOf(orderedMs + 1), hasMoved: false } as const
  expect(await answerLink(await sendLink(key), said, orderedMs + 1)).toBe(true)
}

const end = async (key: VerificationKey, kind: 'open' | 'answered', nowMs: number) => {
  const link = (await findLink(applicantLink(key)))!
  const verification = (await findVerification(key, key.verificationId, nowMs))!
  expect(await endByApplicant({ kind, link, verification }, nowMs)).toBe(true)
}

interface Consent {
  readonly beforeVisit?: (key: VerificationKey) => Promise<unknown>
  readonly afterVisit?: (key: VerificationKey) => Promise<unknown>
  /** What the record says of a check that it ends. */
  readonly comment?: string
}

const consents: Readonly<Record<string, Consent>> = {
  none: {},
  yes: { beforeVisit: agree },
  no: {
    // The agent is under way by then.
    beforeVisit: async key => {
      await sendLink(key)
      await end(key, 'open', orderedMs + 1)
    },
    comment: applicantWords.refused,
  },
  withdrawn: {
    beforeVisit: agree,
    afterVisit: key => end(key, 'answered', reportedMs + 1),
    comment: applicantWords.withdrawn,
  },
}

interface Evidence {
  /** Metres from the stated position, or without one. */
  readonly photo?: number | 'nowhere'
  readonly isDamaged?: true
  readonly hasPosition: boolean
  readonly flags: readonly (readonly [code: string, line: string])[]
}

const noPhoto = ['no_photo', 'No photo shows the place. Report'] as const

const evidences: Readonly<Record<string, Evidence>> = {
  whole: { photo: 10, hasPosition: true, flags: [] },
  'no photo': { hasPosition: true, flags: [noPhoto] },
  'no position': {
    photo: 'nowhere',
    hasPosition: false,
    flags: [
      ['no_position', 'No position of the report or a photo says where the agent was. Report, Outside 1'],
    ],
  },
  far: {
    photo: 900,
    hasPosition: true,
    flags: [
      ['far_from_address', 'Taken 900 m from the stated position; up to 200 m are expected. Outside 1'],
    ],
  },
  damaged: { photo: 10, isDamaged: true, hasPosition: true, flags: [noPhoto] },
}

const photoOf = (key: VerificationKey, { photo, isDamaged }: Evidence): Photo => {
  const at = timeOf(reportedMs - 60_000)
  const fixes = typeof photo === 'number' ? [{ ...northBy(photo), accuracyMetres: 8.4, at }] : []
  return {
    ...key,
    slot: 'exteriorPhotos.photo1',
    // Each is another photo.
    sha256: `${key.verificationId}`.padStart(64, '0'),
    size: 1000,
    contentType: 'image/jpeg',
    capturedAt: at,
    clockOffsetMs: 0,
    fixes,
    source: 'viewfinder',
    deviceId: 'phone',
    signed: `a.${key.verificationId}.c`,
    takenBy: agent.clientId,
    recordedAt: at,
    takenAt: at,
    state: isDamaged ? 'refused' : 'stored',
  }
}

/** A visit that found the applicant, reported with this evidence. */
const reported = async (evidence: Evidence) => {
  const key = { organisationId, mode: 'live', verificationId: draw() } as const
  const at = timeOf(orderedMs)
  const order = { street: `${key.verificationId} Matrix Street`, ...stated }
  const verification = addressVerification(order, { ...key, id: key.verificationId, now: at })
  await acceptVerification(verification, orderedMs)
  await openAssignment(key, verification, {
    taskToken: 'token',
    at,
    dueAt: timeOf(decidedMs),
    isListed: true,
  })
  const claim = { by: agent.clientId, at, until: timeOf(decidedMs) }
  await claimWithoutLimit((await findAssignment(key))!, claim)
  const photo = evidence.photo === undefined ? undefined : photoOf(key, evidence)
  if (photo) await savePhotoRecords(key, [photo], { by: agent.clientId, at: photo.takenAt })
  return { key, id: toAssignmentId(key) }
}

const file = (id: string, { hasPosition }: Evidence) => {
  const position = { ...stated, accuracyMetres: 12.5, measuredAt: timeOf(reportedMs) }
  const findings = { addressExists: true, hadAccess: true, isThere: true }
  const body = { visit: { findings, ...(hasPosition && { position }) } } as FileReport
  return submitReport({ caller: agent, id, body, nowMs: reportedMs }, () => Promise.resolve(false))
}

const decide = async (caller: Caller, id: string, body: Partial<DecideRequest> = {}) => {
  try {
    const request = { decision: 'approve', ...body } as DecideRequest
    const { status } = await decideReport({ caller, id, body: request, nowMs: decidedMs })
    return status
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.code
  }
}

const words = { flagsAnswer: 'A neighbour knows her.' }
type Tries = readonly (readonly [Partial<DecideRequest>, Caller])[]

/** What is tried one after the other, and what comes of it where nothing or something strong speaks against it. */
const ways: Readonly<
  Record<
    string,
    { readonly tries: Tries; readonly plain: readonly unknown[]; readonly flagged: readonly unknown[] }
  >
> = {
  'one key': {
    tries: [
      [{}, person('reviewer-1')],
      [words, person('reviewer-1')],
    ],
    plain: [200, 200],
    flagged: ['invalid_request', 200],
  },
  bulk: {
    tries: [
      [{ isTogether: true }, person('reviewer-1')],
      [{ isTogether: true, ...words }, person('reviewer-1')],
    ],
    plain: [200, 200],
    flagged: ['invalid_request', 'invalid_request'],
  },
  API: {
    tries: [
      [{}, client('a-client')],
      [words, client('a-client')],
    ],
    plain: [200, 200],
    flagged: ['invalid_request', 200],
  },
  'second reviewer': {
    tries: [
      [words, person('reviewer-1')],
      [words, person('reviewer-1')],
      [{}, person('reviewer-2')],
      [words, person('reviewer-2')],
    ],
    plain: [202, 'second_reviewer_needed', 200, 200],
    flagged: [202, 'second_reviewer_needed', 'invalid_request', 200],
  },
}

const chargesOf = async (key: VerificationKey) => {
  const { items } = await readLedgerRows(key, '2026-11', { limit: 1000 })
  return items.filter(({ line }) => line.verificationId === key.verificationId).map(({ line }) => line.amount)
}

const rows = Object.keys(consents).flatMap(consent =>
  Object.keys(evidences).flatMap(evidence => Object.keys(ways).map(way => [consent, evidence, way] as const)),
)

it('has all rows', () => {
  expect(rows).toHaveLength(4 * 5 * 4)
})

it.each(rows)('consent %s, evidence %s, by %s', async (consent, evidence, way) => {
  const { flags, ...shown } = evidences[evidence]!
  const { tries, plain, flagged } = ways[way]!
  withFourEyes(way === 'second reviewer', way === 'second reviewer' ? 1 : 0)
  const { key, id } = await reported({ flags, ...shown })
  const { beforeVisit, afterVisit, comment } = consents[consent]!
  await beforeVisit?.(key)
  await file(id, { flags, ...shown })
  await afterVisit?.(key)

  // What an agent did is kept, also where it decides nothing any more.
  const { report: filed, flags: kept = [] } = (await findAssignment(key))!
  expect(filed).toBeDefined()
  expect(kept.map(({ code }) => code)).toEqual(flags.map(([code]) => code))

  const results: unknown[] = []
  for (const [body, caller] of tries) results.push(await decide(caller, id, body))
  const record = (await findVerification(key, key.verificationId, decidedMs)) as AddressVerification
  const { status, flags: told } = toAddressResponse(record, photo => photo)
  const event = toAddressRecord(record, photo => photo)
  const ends = eventsIn(await readTrail(key, decidedMs)).filter(({ what }) => what === 'decided')

  if (comment !== undefined) {
    expect(results).toEqual(tries.map(() => 'already_decided'))
    expect([status!.status, record.price, await chargesOf(key), ends]).toEqual(['CANCELLED', 0, [], []])
    expect([record.adminComment, told, event.verifindData]).toEqual([
      comment,
      undefined,
      { isVerifind4d: false },
    ])
    return
  }
  const isDecided = flags.length === 0 || way !== 'bulk'
  expect(results).toEqual(flags.length === 0 ? plain : flagged)
  if (!isDecided) {
    expect([status!.status, told, record.price, await chargesOf(key), ends]).toEqual([
      'IN_PROGRESS',
      undefined,
      0,
      [],
      [],
    ])
    return
  }
  expect([status!.status, record.price, await chargesOf(key)]).toEqual(['VERIFIED', price, [price]])
  expect((told ?? []).map(({ code, weight }) => [code, weight])).toEqual(
    flags.map(([code]) => [code, 'strong']),
  )
  expect(event.verifindData.isVerifind4d).toBe(evidence === 'whole')
  const strongFlags = flags.map(([code]) => code).join(' ')
  expect(ends.map(({ facts }) => facts)).toEqual([
    { outcome: 'verified', ...(strongFlags !== '' && { strongFlags }) },
  ])
  const report = linesOf(pageOf(addressDocument(reportData({ verification: record, photos: [] }))))
  expect(report.filter(line => line.startsWith('Strong flag'))).toEqual(
    flags.map(([, line]) => `Strong flag: ${line}`),
  )
})
