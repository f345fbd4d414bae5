import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { claimWithoutLimit } from '../../../shared/work/assignment/claim-store.ts'
import { expireVerification } from '../../../shared/work/assignment/deadline.ts'
import { decideVerification } from '../../../shared/work/assignment/end-verification.ts'
import {
  fileReport,
  saveReturnedReport,
  saveStagedDecision,
} from '../../../shared/work/assignment/report-store.ts'
import { findAssignment, openAssignment } from '../../../shared/work/assignment/store.ts'
import { ledgerKey } from '../../../shared/ledger/kinds.ts'
import { findApplicantWord } from '../../../shared/link/applicant.ts'
import { endByApplicant } from '../../../shared/link/end-by-applicant.ts'
import { checkLink, type Link, type ResolvedLink } from '../../../shared/link/link.ts'
import { addLink, answerLink, askAnotherTime, findLink } from '../../../shared/link/store.ts'
import { database } from '../../../shared/table/driver.ts'

import type { VerificationKey } from '../../../shared/table/tenant.ts'
import { eventsIn } from '../../../shared/trail/entry.ts'
import { readTrail } from '../../../shared/trail/read-store.ts'
import { acceptVerification, findVerification } from '../../../shared/verification/store.ts'
import { type Verification, verificationKeyOf } from '../../../shared/verification/verification.ts'
import { startTable } from '../../support/table.ts'
import { addressVerification, cancel, drawIds } from '../../support/verifications.ts'

/* An applicant's "no" against everything else that may happen to the same verification, in every order. */

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const later = (ms: number) => new Date(nowMs + ms).toISOString()
const now = later(0)
const draw = drawIds(nowMs)
const report = { submittedAt: now } as never
const findings = { addressExists: true, hadAccess: true, isThere: true }
const order = { purpose: 'applicant', channel: 'sms', by: 'service' } as const
const consent = {
  noticeVersion: '7',
  purpose: 'An account',
  language: 'en',
  givenAt: '2026-11-01T09:00:00.000Z',
  method: 'app',
} as const

beforeAll(async () => {
  await startTable()
  process.env.PRICES = JSON.stringify({ address: 2500 })
})
beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
})
afterEach(() => vi.restoreAllMocks())

const work = async (key: VerificationKey) => (await findAssignment(key))!

/** Each begins where the one before it ends. */
const steps = {
  open: (key, verification) =>
    openAssignment(key, verification, { taskToken: 'one', at: now, dueAt: now, isListed: true }),
  claimed: async key =>
    claimWithoutLimit(await work(key), { by: 'agent', at: now, until: later(86_400_000) }),
  reported: async key => fileReport(await work(key), { by: 'agent', report, findings }),
  staged: async key =>
    saveStagedDecision(await work(key), { outcome: 'verified', by: 'first', at: later(1) }),
} satisfies Record<string, (key: VerificationKey, verification: Verification) => Promise<unknown>>
type Way = keyof typeof steps
const ways = Object.keys(steps) as Way[]

const linkOf = async (key: VerificationKey): Promise<Link> =>
  (await findLink({ ...key, purpose: 'applicant', number: 1 }))!

const resolved = async (key: VerificationKey, atMs = nowMs) =>
  checkLink(await linkOf(key), await findVerification(key, key.verificationId, nowMs), atMs) as ResolvedLink

const made = async (way?: Way, changes: object = {}) => {
  const id = draw()
  const verification = addressVerification({ street: `${id} No Street`, ...changes }, { id, now })
  await acceptVerification(verification, nowMs)
  const key = verificationKeyOf(verification)
  await addLink(key, order, nowMs)
  for (const step of way ? ways.slice(0, ways.indexOf(way) + 1) : []) await steps[step](key, verification)
  return { verification, key }
}

const no = async (key: VerificationKey, atMs = nowMs + 5) => endByApplicant(await resolved(key), atMs)
const record = async (key: VerificationKey) => (await findVerification(key, key.verificationId, nowMs))!
const told = async (key: VerificationKey) => eventsIn(await readTrail(key)).map(({ what }) => what)
/** The line that a decision writes. */
const charged = async (key: VerificationKey) => {
  const line = await database.get<{ amount: number }>(ledgerKey(key, later(9), key.verificationId))
  return line?.amount ?? 0
}

const decision = { outcome: 'verified', decidedAt: later(9), decidedBy: 'second' } as const

/** All that would make it something else, with what was read before the "no". @param assignment one with a report */
const others = (verification: Verification, assignment?: Awaited<ReturnType<typeof work>>) => ({
  'an approval of its report': () =>
    assignment ? decideVerification(verification, { decision, assignment }) : Promise.resolve(false),
  'an approval without one': () => decideVerification(verification, { decision, report }),
  'a rejection': () =>
    decideVerification(verification, { decision: { ...decision, outcome: 'notInResidence' }, report }),
  'the deadline': () => expireVerification(verificationKeyOf(verification), nowMs + 9),
  'the customer': () => cancel(verificationKeyOf(verification), later(9)),
  'a first of two': () =>
    assignment ? steps.staged(verificationKeyOf(verification)) : Promise.resolve(false),
  'another return': async () =>
    assignment
      ? saveReturnedReport(assignment, { at: later(9), by: 'second', comment: 'x' }, later(10))
      : false,
})

describe.each([undefined, ...ways])('a "no" to what is %s', way => {
  it('ends it, and nothing that was read before can make anything else of it', async () => {
    const { verification, key } = await made(way)
    const before = await findAssignment(key)
    expect(await no(key)).toBe(true)
    const reported = before?.reportedAt === undefined ? undefined : before
    for (const [what, happen] of Object.entries(others(verification, reported)))
      expect(await happen(), what).toBe(false)
    expect(await record(key)).toMatchObject({
      outcome: 'cancelled',
      price: 0,
      decidedBy: 'applicant',
      adminComment: 'The applicant does not agree to this check.',
      consentRefusedAt: later(5),
      updatedAt: later(5),
    })
    expect(await record(key)).not.toHaveProperty('report')
    expect(await charged(key)).toBe(0)
    expect((await told(key)).filter(what => /consent|decided|cancelled|expired/.test(what))).toEqual([
      'consentRefused',
    ])
    const ended = await findAssignment(key)
    if (!way) return expect(ended).toBeUndefined()
    expect(ended).toMatchObject({ status: 'decided', consentEndedAt: later(5) })
    for (const gone of ['gsi1pk', 'gsi2pk', 'gsi3pk', 'verdict']) expect(ended).not.toHaveProperty(gone)
    // What was done is kept.
    expect('report' in ended!).toBe(ways.indexOf(way) >= ways.indexOf('reported'))
  })

  it('and a decision at the same moment: one of them ends it', async () => {
    for (let round = 0; round < 2; round++) {
      const { verification, key } = await made(way)
      const assignment = way && ways.indexOf(way) >= ways.indexOf('reported') ? await work(key) : undefined
      const decide = () =>
        decideVerification(verification, { decision, ...(assignment ? { assignment } : { report }) })
      const found = await resolved(key)
      const refuse = () => endByApplicant(found, nowMs + 5)
      const ends = await Promise.all(round % 2 === 0 ? [refuse(), decide()] : [decide(), refuse()])
      const [isRefused, isDecided] = round % 2 === 0 ? ends : ends.toReversed()
      expect([isRefused, isDecided].filter(Boolean)).toHaveLength(1)
      const { outcome, price } = await record(key)
      expect([outcome, price]).toEqual(isRefused ? ['cancelled', 0] : ['verified', 2500])
      expect(await charged(key)).toBe(isRefused ? 0 : 2500)
      expect((await linkOf(key)).withdrawnAt).toBe(isRefused ? later(5) : undefined)
    }
  })
})

describe('a "no"', () => {
  it('is one write: a crash before it leaves everything, and one behind it nothing to do', async () => {
    const { key } = await made('reported')
    const transact = database.transact.bind(database)
    const crash = vi.spyOn(database, 'transact').mockRejectedValueOnce(new Error('down'))
    await expect(no(key)).rejects.toThrow('down')
    expect([(await record(key)).outcome, (await linkOf(key)).withdrawnAt]).toEqual(['accepted', undefined])
    let writes = 0
    crash.mockImplementation(async all => {
      writes++
      await transact(all)
      throw new Error('down')
    })
    await expect(no(key)).rejects.toThrow('down')
    expect(writes).toBe(1)
    crash.mockRestore()
    expect((await record(key)).outcome).toBe('cancelled')
    expect((await resolved(key)).kind).toBe('withdrawn')
    expect((await told(key)).filter(what => what === 'consentRefused')).toHaveLength(1)
  })

  it('is heard once of many at once', async () => {
    const { key } = await made('claimed')
    const found = await resolved(key)
    const ends = await Promise.all([1, 2, 3, 4].map(ms => endByApplicant(found, nowMs + ms)))
    expect(ends.filter(Boolean)).toHaveLength(1)
    expect((await told(key)).filter(what => what === 'consentRefused')).toHaveLength(1)
  })

  it('after a "yes", or to an order that states consent, is a withdrawal', async () => {
    const agreed = await made('claimed')
    const statement = { consent: 'given', noticeVersion: '1', saidAt: now, hasMoved: false, phone: '+2341' }
    expect(await answerLink(await linkOf(agreed.key), statement, nowMs)).toBe(true)
    expect(await findApplicantWord(agreed.key)).toEqual(statement)
    for (const { key } of [agreed, await made('claimed', { consent })]) {
      expect(await no(key)).toBe(true)
      expect(await record(key)).toMatchObject({
        outcome: 'cancelled',
        consentWithdrawnAt: later(5),
        adminComment: 'The applicant withdrew their consent.',
      })
      expect(await told(key)).toContain('consentWithdrawn')
      // Of what they had said, nobody who works on it reads more.
      expect(await findApplicantWord(key)).toEqual({ consent: 'refused', saidAt: later(5), hasMoved: false })
    }
  })

  it('and a "yes" at the same moment: the "no" holds', async () => {
    for (let round = 0; round < 2; round++) {
      const { key } = await made('claimed')
      const found = await resolved(key)
      const yes = () => answerLink(found.link, { consent: 'given', saidAt: now, hasMoved: false }, nowMs + 4)
      const first =
        round % 2 === 0
          ? [endByApplicant(found, nowMs + 5), yes()]
          : [yes(), endByApplicant(found, nowMs + 5)]
      const ends = await Promise.all(first)
      expect(round % 2 === 0 ? ends[0] : ends[1]).toBe(true)
      expect((await record(key)).outcome).toBe('cancelled')
      expect((await findApplicantWord(key))!.consent).toBe('refused')
      expect(await yes()).toBe(false)
      expect(await askAnotherTime(await linkOf(key), 'Monday', nowMs + 6)).toBe(false)
    }
  })

  it('by a link in whose place another was sent is not heard', async () => {
    const { key } = await made('open')
    const found = await resolved(key)
    await addLink(key, order, nowMs + 1)
    expect(await endByApplicant(found, nowMs + 5)).toBe(false)
    expect((await record(key)).outcome).toBe('accepted')
  })

  it('to what is decided changes nothing', async () => {
    const { verification, key } = await made('reported')
    const found = await resolved(key)
    expect(await decideVerification(verification, { decision, assignment: await work(key) })).toBe(true)
    expect(await endByApplicant(found, nowMs + 12)).toBe(false)
    expect((await record(key)).outcome).toBe('verified')
  })
})
