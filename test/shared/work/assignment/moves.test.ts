import { afterEach, beforeAll, expect, it } from 'vitest'
import { removeAppointment, saveAppointment } from '../../../../shared/work/assignment/appointment-store.ts'
import type { Assignment, ReviewDecision } from '../../../../shared/work/assignment/assignment.ts'
import { buildBackCheckReport, fileBackCheck } from '../../../../shared/work/assignment/back-check-store.ts'
import {
  claimReview,
  claimVisit,
  claimWithoutLimit,
  extendLease,
  giveReview,
  releaseReview,
  releaseVisit,
} from '../../../../shared/work/assignment/claim-store.ts'
import { expireVerification } from '../../../../shared/work/assignment/deadline.ts'
import {
  claimedWorkIndex,
  claimKey,
  claimsQuery,
  heldIndex,
  openWorkIndex,
  reportedWorkIndex,
} from '../../../../shared/work/assignment/kinds.ts'
import { assignmentItemKey } from '../../../../shared/work/assignment/move-store.ts'
import {
  fileReport,
  keepReport,
  saveReturnedReport,
  saveStagedDecision,
  transitionReported,
} from '../../../../shared/work/assignment/report-store.ts'
import { closeAssignment, openAssignment, unclaimed } from '../../../../shared/work/assignment/store.ts'
import { mapConcurrently } from '../../../../shared/aws/concurrency.ts'
import type { DisputeWork } from '../../../../shared/dispute/dispute.ts'
import { upholdDecision } from '../../../../shared/dispute/store.ts'
import { saveAttestation } from '../../../../shared/employer/attestation/answer-store.ts'
import { endByApplicant } from '../../../../shared/link/end-by-applicant.ts'
import { addLink, answerLink } from '../../../../shared/link/store.ts'
import { database } from '../../../../shared/table/driver.ts'
import { heldIndexAttributes, listIndexAttributes } from '../../../../shared/table/kind.ts'
import { queryAll } from '../../../../shared/table/paging.ts'
import type { Item, Key } from '../../../../shared/table/port.ts'
import { forEachEvent } from '../../../../shared/trail/read-store.ts'
import { verificationKey } from '../../../../shared/verification/kinds.ts'
import { startTable } from '../../../support/table.ts'
import { addressVerification, cancel, drawIds } from '../../../support/verifications.ts'

/* Of every move of people's work, from every state of it: whether it is legal, what it leaves, and on which lists. */

beforeAll(async () => {
  await startTable()
})

/* Places of an agent are read with each of their claims. */
afterEach(async () => {
  const places = await queryAll<Key>(claimsQuery('live', 'agent-1'))
  await database.writeMany(places.map(({ pk, sk }) => ({ delete: { pk, sk } })))
})

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const minutes = (n: number): string => new Date(nowMs + n * 60_000).toISOString()
const [now, later, until, before] = [minutes(0), minutes(120), minutes(240), minutes(-60)]
const draw = drawIds(nowMs)

/** What work may have of every move before. Nothing of it says whether a move is legal. */
const past = {
  product: 'address',
  stateId: 24,
  lgaId: 2411,
  dueAt: minutes(600),
  taskToken: 'token',
  assignedAt: minutes(-600),
  claimedFrom: { latitude: 1 },
  claimedAt: minutes(-300),
  appointment: { at: 'earlier' },
  timesAppointed: 3,
  refusals: [{ agent: 'agent-9', reason: 'tooFar', at: minutes(-500) }],
  returns: [{ at: minutes(-400), by: 'reviewer-9', comment: 'earlier' }],
  findings: { earlier: true },
  flags: [{ code: 'earlier' }],
  provenance: { claim: 'earlier' },
  report: { earlier: true },
  isSampled: true,
  isBackCheckSampled: true,
  visitedBy: 'agent-9',
}

const held = { status: 'claimed', agent: 'agent-1', leaseUntil: later } as const
const reported = { status: 'reported', agent: 'agent-1', leaseUntil: later, reportedAt: before } as const
const decision = { outcome: 'verified', by: 'reviewer-2', at: minutes(-30) } as const
const states = {
  open: { status: 'open' },
  'open, unvisited': { status: 'open', report: undefined },
  held,
  'held, once extended': { ...held, isLeaseExtended: true },
  'held, appointed too often': { ...held, timesAppointed: 20 },
  'held, its report returned': { ...held, reportedAt: before, stagedDecision: decision },
  'held for too long': { ...held, leaseUntil: before },
  'held for too long, once extended': { ...held, leaseUntil: before, isLeaseExtended: true },
  'held until another time': { ...held, leaseUntil: minutes(180) },
  'held by another': { ...held, agent: 'agent-2' },
  'held by another for too long': { ...held, agent: 'agent-2', leaseUntil: before },
  offered: { ...held, offeredBy: 'supervisor-1' },
  'offered for too long': { ...held, leaseUntil: before, offeredBy: 'supervisor-1' },
  reported,
  'reported by another': { ...reported, agent: 'agent-2' },
  'reported anew': { ...reported, reportedAt: minutes(-10) },
  'reviewed by the first': { ...reported, reviewer: 'reviewer-1', reviewUntil: later },
  'reviewed by the first for longer': { ...reported, reviewer: 'reviewer-1', reviewUntil: until },
  'reviewed by the first for too long': { ...reported, reviewer: 'reviewer-1', reviewUntil: before },
  'reviewed by the second': { ...reported, reviewer: 'reviewer-2', reviewUntil: later },
  'reviewed by the second for too long': { ...reported, reviewer: 'reviewer-2', reviewUntil: before },
  staged: { ...reported, reviewer: 'reviewer-2', reviewUntil: before, stagedDecision: decision },
  decided: { ...reported, status: 'decided', verdict: decision },
  'decided unvisited': { ...held, status: 'decided', report: undefined },
  'ended by the applicant': { ...held, status: 'decided', consentEndedAt: before },
  'ended by the applicant, reported': { ...reported, status: 'decided', consentEndedAt: before },
} as const satisfies Record<string, Partial<Assignment>>
type State = keyof typeof states
const all = Object.keys(states) as State[]

const listsOf = (work: Assignment): object => {
  const { mode, status, agent, leaseUntil, dueAt, reviewer, verificationId, organisationId, lgaId } = work
  const listed = { mode, organisationId, verificationId, dueAt, lgaId }
  if (status === 'open') return openWorkIndex(listed)
  if (status === 'claimed')
    return { ...claimedWorkIndex(listed, leaseUntil!), ...heldIndex(mode, agent!, dueAt) }
  return status === 'reported'
    ? { ...reportedWorkIndex(listed), ...heldIndex(mode, reviewer ?? agent!, dueAt) }
    : {}
}

/** Without what is undefined, as the table has it. */
const stored = (item: object): Item =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined))

const workIn = (state: State, more: Partial<Assignment> = {}, isListed = true): Assignment => {
  const key = { organisationId: 1, mode: 'live', verificationId: draw() } as const
  const work = { ...past, ...key, ...more, ...states[state] } as unknown as Assignment
  return stored({
    ...work,
    ...assignmentItemKey(work),
    ...(isListed && listsOf(work)),
    expiresAt: 9_999_999_999,
  }) as never
}

const find = (work: Assignment) => database.get(assignmentItemKey(work), { consistent: true })

/** The words of a trail, with who and what of each. */
const trailOf = async (work: Assignment): Promise<readonly (readonly [string, string, unknown])[]> => {
  const told: (readonly [string, string, unknown])[] = []
  await forEachEvent(work, ({ what, by, facts }) => void told.push([what, by, facts]))
  return told
}

const report = { submittedAt: now } as never
const findings = { found: true } as never
const flags = [{ code: 'no_photo' }] as never
const provenance = { claim: 'worksHere', answeredAt: now } as never
const lots = { isSampled: false, isBackCheckSampled: false }
const verdict: ReviewDecision = { outcome: 'verified', by: 'reviewer-1', at: now }
const lease = { by: 'agent-1', at: now, until }
const offer = { ...lease, offeredBy: 'supervisor-2' }
const reviewLease = { by: 'reviewer-1', at: now, until }
const position = { latitude: 6.5, longitude: 3.4 } as never
const judged = { at: now, agrees: true } as const
const refusal = { agent: 'agent-1', reason: 'noTime', at: now } as const
const returned = { at: now, by: 'reviewer-1', comment: 'once more' }

const recordOf = ({ organisationId, mode, verificationId }: Assignment, changes: object = {}) =>
  addressVerification({}, { organisationId, mode, id: verificationId, ...changes })
const saveRecord = async (work: Assignment, changes: object = {}) => {
  const record = { ...recordOf(work), ...changes }
  await database.write({ put: { ...verificationKey(work, work.verificationId), ...record } })
  return record
}

type List = 'open' | 'claimed' | 'reported' | 'none'

interface Pinned {
  /** The state in which whoever makes the move has read the work; `same` for the one in which it is. */
  readonly reads: State | 'same'
  readonly work?: Partial<Assignment>
  readonly make: (read: Assignment) => Promise<boolean>
  readonly legal: readonly State[]
  readonly sets: object | ((stored: Assignment) => object)
  readonly clears?: readonly string[]
  /** As it was where it is not said. */
  readonly list?: List | undefined
  /** Who has it in their own list. */
  readonly holder?: string | null
  readonly trail?: readonly [word: string, by: string, facts: object]
}

const isIn =
  (...parts: readonly string[]) =>
  (state: State): boolean =>
    parts.includes(states[state].status)
const isClaimed = all.filter(isIn('claimed'))
const heldByFirst = isClaimed.filter(
  state => states[state].status === 'claimed' && (states[state] as Partial<Assignment>).agent === 'agent-1',
)
const freeToTake: State[] = [
  'open',
  'open, unvisited',
  'held for too long',
  'held for too long, once extended',
  'held by another for too long',
  'offered for too long',
]
const unended = all.filter(isIn('open', 'claimed', 'reported'))
/** Those which have the report that was read, and no reviewer. */
const asReported: State[] = ['reported', 'reported by another']

const took = ['claimed', 'agent-1', { leaseUntil: until }] as const
const assigned = ['assigned', 'supervisor-2', { agent: 'agent-1', leaseUntil: until }] as const
const ends = { status: 'decided' }
/** Somebody who did not have it is offered the work. */
const givenAnew = {
  sets: {
    status: 'claimed',
    agent: 'agent-1',
    leaseUntil: until,
    claimedAt: now,
    offeredBy: 'supervisor-2',
  },
  clears: ['isLeaseExtended', 'claimedFrom'],
  list: 'claimed',
  holder: 'agent-1',
  trail: assigned,
} as const

const endOf = (what: string, by: string, outcome: string) => [what, by, { outcome }] as const

const moves: Readonly<Record<string, Pinned>> = {
  'claims what is open': {
    reads: 'open',
    make: async work => (await claimVisit(work, { ...lease, from: position }, 9)) === 'claimed',
    legal: freeToTake,
    sets: { status: 'claimed', agent: 'agent-1', leaseUntil: until, claimedAt: now, claimedFrom: position },
    clears: ['offeredBy', 'isLeaseExtended'],
    list: 'claimed',
    holder: 'agent-1',
    trail: took,
  },
  'claims without a position what another held for too long': {
    reads: 'held by another for too long',
    make: async work => (await claimVisit(work, lease, 9)) === 'claimed',
    legal: freeToTake,
    sets: { status: 'claimed', agent: 'agent-1', leaseUntil: until, claimedAt: now },
    clears: ['offeredBy', 'isLeaseExtended', 'claimedFrom'],
    list: 'claimed',
    holder: 'agent-1',
    trail: took,
  },
  'claims as the simulated agent, on no list': {
    reads: 'open',
    make: work => claimWithoutLimit(work, lease),
    legal: freeToTake,
    sets: { status: 'claimed', agent: 'agent-1', leaseUntil: until, claimedAt: now },
    clears: ['offeredBy', 'isLeaseExtended', 'claimedFrom'],
    trail: ['claimed', 'agent-1', {}],
  },
  renews: {
    reads: 'held',
    make: async work => (await claimVisit(work, { ...lease, from: position }, 9)) === 'claimed',
    legal: heldByFirst,
    sets: { leaseUntil: until },
    clears: ['offeredBy'],
    list: 'claimed',
    holder: 'agent-1',
    trail: took,
  },
  accepts: {
    reads: 'offered',
    make: async work => (await claimVisit(work, { ...lease, from: position }, 9)) === 'claimed',
    legal: heldByFirst,
    sets: { leaseUntil: until, claimedAt: now, claimedFrom: position },
    clears: ['offeredBy', 'isLeaseExtended'],
    list: 'claimed',
    holder: 'agent-1',
    trail: took,
  },
  'accepts without a position': {
    reads: 'offered',
    make: async work => (await claimVisit(work, lease, 9)) === 'claimed',
    legal: heldByFirst,
    sets: { leaseUntil: until, claimedAt: now },
    clears: ['offeredBy', 'isLeaseExtended', 'claimedFrom'],
    list: 'claimed',
    holder: 'agent-1',
    trail: took,
  },
  'offers what is open': {
    reads: 'open',
    make: async work => (await claimVisit(work, offer, 9)) === 'claimed',
    legal: freeToTake,
    ...givenAnew,
  },
  'moves what another holds': {
    reads: 'held by another',
    make: async work => (await claimVisit(work, offer, 9)) === 'claimed',
    legal: [...freeToTake, 'held by another'],
    ...givenAnew,
  },
  'offers once more': {
    reads: 'offered for too long',
    make: async work => (await claimVisit(work, offer, 9)) === 'claimed',
    legal: freeToTake,
    ...givenAnew,
  },
  'offers it to who held it for too long': {
    reads: 'held for too long',
    make: async work => (await claimVisit(work, offer, 9)) === 'claimed',
    legal: freeToTake,
    sets: { status: 'claimed', agent: 'agent-1', leaseUntil: until, offeredBy: 'supervisor-2' },
    list: 'claimed',
    holder: 'agent-1',
    trail: assigned,
  },
  'extends a lease': {
    reads: 'held',
    make: work => extendLease(work as never, { ...work, place: draw(), leaseUntil: later }, lease),
    legal: ['held', 'held, appointed too often', 'held, its report returned'],
    sets: { leaseUntil: until, isLeaseExtended: true },
    list: 'claimed',
    trail: ['leaseExtended', 'service', { agent: 'agent-1', leaseUntil: until }],
  },
  releases: {
    reads: 'same',
    make: work => releaseVisit(work, lease),
    legal: heldByFirst,
    sets: { status: 'open' },
    clears: ['agent', 'claimedAt', 'leaseUntil', 'isLeaseExtended', 'offeredBy'],
    list: 'open',
    holder: null,
    trail: ['released', 'agent-1', {}],
  },
  'releases for an agent': {
    reads: 'same',
    make: work => releaseVisit(work, { by: 'operator', at: now }, 'agent-1'),
    legal: heldByFirst,
    sets: { status: 'open' },
    clears: ['agent', 'claimedAt', 'leaseUntil', 'isLeaseExtended', 'offeredBy'],
    list: 'open',
    holder: null,
    trail: ['released', 'operator', {}],
  },
  refuses: {
    reads: 'same',
    make: work => releaseVisit(work, { ...lease, reason: 'noTime' }),
    legal: heldByFirst,
    sets: { status: 'open', refusals: [...past.refusals, refusal] },
    clears: ['agent', 'claimedAt', 'leaseUntil', 'isLeaseExtended', 'offeredBy'],
    list: 'open',
    holder: null,
    trail: ['released', 'agent-1', { reason: 'noTime' }],
  },
  'reports a visit': {
    reads: 'held',
    make: work => fileReport(work, { by: 'agent-1', report, findings, flags, lots }),
    legal: heldByFirst,
    sets: { status: 'reported', report, reportedAt: now, findings, flags, ...lots },
    clears: ['offeredBy', 'isLeaseExtended', 'reviewer', 'reviewUntil', 'stagedDecision', 'provenance'],
    list: 'reported',
    trail: ['reported', 'agent-1', {}],
  },
  'reports what an employer said': {
    reads: 'held',
    make: work => fileReport(work, { by: 'agent-1', report, provenance }),
    legal: heldByFirst,
    sets: { status: 'reported', report, reportedAt: now, provenance },
    clears: [
      'offeredBy',
      'isLeaseExtended',
      'reviewer',
      'reviewUntil',
      'stagedDecision',
      'findings',
      'flags',
    ],
    list: 'reported',
    trail: ['reported', 'agent-1', {}],
  },
  'reports what had ended by the applicant': {
    reads: 'ended by the applicant',
    make: work => keepReport(work, { by: 'agent-1', report, findings, flags }),
    legal: ['ended by the applicant'],
    sets: { report, findings, flags, reportedAt: now },
    trail: ['reported', 'agent-1', {}],
  },
  'reports it once more': {
    reads: 'ended by the applicant, reported',
    make: work => keepReport(work, { by: 'agent-1', report }),
    legal: ['ended by the applicant, reported'],
    sets: { report, reportedAt: now },
    trail: ['reported', 'agent-1', {}],
  },
  'reports a back-check': {
    reads: 'held',
    work: { backCheckOf: 7 },
    make: async work => {
      const filed = { by: 'agent-1', report, findings, flags }
      return fileBackCheck(
        { ...work, backCheckOf: work.verificationId },
        buildBackCheckReport(work, filed, judged),
        { by: 'agent-1', at: now },
      )
    },
    legal: heldByFirst,
    sets: { status: 'reported', report, findings, flags, reportedAt: now, agrees: true },
    clears: ['claimedFrom'],
    list: 'none',
    holder: null,
    trail: ['backCheckDone', 'agent-1', expect.objectContaining({ agrees: true })],
  },
  'has an employer answer by a link': {
    reads: 'same',
    work: { product: 'employment' },
    make: async work => {
      const order = { purpose: 'attest', channel: 'mail', by: 'agent-1', to: 'hr@example.com' } as const
      await database.write({ delete: assignmentItemKey(work) })
      const link = await addLink(work, order as never, nowMs)
      if (typeof link === 'string') throw new Error(link)
      await database.write({ put: { ...work, ...assignmentItemKey(work) } as never })
      return (await saveAttestation(link, work, { report, provenance } as never, undefined)) === 'reported'
    },
    legal: all.filter(isIn('open', 'claimed')),
    sets: ({ status, agent, claimedAt }) => ({
      status: 'reported',
      agent: 'agent-1',
      report,
      provenance,
      reportedAt: now,
      claimedAt: status === 'claimed' && agent === 'agent-1' ? claimedAt : now,
    }),
    clears: ['findings', 'reviewer', 'reviewUntil', 'stagedDecision'],
    list: 'reported',
    holder: null,
    trail: ['reported', 'employer', { link: 1 }],
  },
  'claims a report': {
    reads: 'reported',
    make: work => claimReview(work, reviewLease),
    legal: all.filter(isIn('reported')).filter(state => state !== 'reviewed by the second'),
    sets: { reviewer: 'reviewer-1', reviewUntil: until },
    holder: 'reviewer-1',
    trail: ['reviewing', 'reviewer-1', { leaseUntil: until }],
  },
  'claims a report of their own': {
    reads: 'reported',
    make: work => claimReview(work, { ...reviewLease, by: 'agent-1' }),
    legal: ['reported by another'],
    sets: { reviewer: 'agent-1', reviewUntil: until },
    holder: 'agent-1',
    trail: ['reviewing', 'agent-1', { leaseUntil: until }],
  },
  'claims a report whose first decision another has taken': {
    reads: 'staged',
    make: work => claimReview(work, reviewLease),
    legal: all.filter(isIn('reported')),
    sets: { reviewer: 'reviewer-1', reviewUntil: until },
    holder: 'reviewer-1',
    trail: ['reviewing', 'reviewer-1', { leaseUntil: until }],
  },
  'gives a review to a colleague': {
    reads: 'reviewed by the first',
    make: work =>
      giveReview(
        work,
        { by: 'reviewer-3', offeredBy: 'reviewer-1', at: now, until },
        { put: { pk: `note of ${work.verificationId}`, sk: 'note' } },
      ),
    legal: ['reviewed by the first'],
    sets: { reviewer: 'reviewer-3', reviewUntil: until },
    holder: 'reviewer-3',
    trail: ['assigned', 'reviewer-1', { reviewer: 'reviewer-3', leaseUntil: until }],
  },
  'releases a review': {
    reads: 'same',
    make: work => releaseReview(work, reviewLease),
    legal: [
      'reviewed by the first',
      'reviewed by the first for longer',
      'reviewed by the first for too long',
    ],
    sets: { reviewUntil: now },
    holder: null,
    trail: ['released', 'reviewer-1', {}],
  },
  'returns a report that nobody had claimed': {
    reads: 'reported',
    make: work => saveReturnedReport(work, returned, until),
    legal: asReported,
    sets: { status: 'claimed', leaseUntil: until, returns: [...past.returns, returned] },
    clears: ['reviewer', 'reviewUntil', 'stagedDecision'],
    list: 'claimed',
    holder: 'agent-1',
    trail: ['returned', 'reviewer-1', {}],
  },
  'returns a report': {
    reads: 'reviewed by the first',
    make: work => saveReturnedReport(work, returned, until),
    legal: [
      'reviewed by the first',
      'reviewed by the first for longer',
      'reviewed by the first for too long',
    ],
    sets: { status: 'claimed', leaseUntil: until, returns: [...past.returns, returned] },
    clears: ['reviewer', 'reviewUntil', 'stagedDecision'],
    list: 'claimed',
    holder: 'agent-1',
    trail: ['returned', 'reviewer-1', {}],
  },
  'takes the first of two decisions': {
    reads: 'reported',
    make: work => saveStagedDecision(work, verdict),
    legal: asReported,
    sets: { stagedDecision: verdict, reviewUntil: now },
    holder: null,
    trail: ['staged', 'reviewer-1', { outcome: 'verified' }],
  },
  decides: {
    reads: 'reviewed by the second',
    make: async work => {
      await saveRecord(work)
      return transitionReported(work, { verdict }, { to: 'verified', at: now, by: 'reviewer-1' })
    },
    legal: ['reviewed by the second', 'reviewed by the second for too long', 'staged'],
    sets: { status: 'decided', verdict },
    clears: ['reviewUntil', 'claimedFrom'],
    list: 'none',
    holder: null,
    trail: endOf('decided', 'reviewer-1', 'verified'),
  },
  'concludes a dispute': {
    reads: 'same',
    work: { dispute: 1, objection: { revision: 1 } as never },
    make: async work => {
      const record = await saveRecord(work, { outcome: 'verified', openDispute: 1 })
      const disputed = work as DisputeWork
      return upholdDecision(record, { disputed, verdict, told: { events: [], writes: [] } })
    },
    legal: all.filter(isIn('reported')),
    sets: { status: 'decided', verdict },
    clears: ['reviewUntil'],
    list: 'none',
    holder: null,
    trail: ['upheld', 'reviewer-1', { outcome: 'verified', dispute: 1, revision: 1 }],
  },
  'says when they come': {
    reads: 'held',
    make: work => saveAppointment(work, { at: until, isOnTheWay: false, saidAt: now, by: 'agent-1' }),
    legal: heldByFirst.filter(state => state !== 'held, appointed too often'),
    sets: {
      appointment: { at: until, isOnTheWay: false, saidAt: now, by: 'agent-1' },
      timesAppointed: 4,
    },
    trail: ['appointmentSet', 'agent-1', { for: until, isOnTheWay: false }],
  },
  'takes it back when they come': {
    reads: 'held',
    make: work => removeAppointment(work, lease),
    legal: heldByFirst,
    sets: {},
    clears: ['appointment'],
    trail: ['appointmentSet', 'agent-1', { for: null }],
  },
  'hears what the applicant said': {
    reads: 'same',
    make: async work => {
      await database.write({ delete: assignmentItemKey(work) })
      const link = await addLink(
        work,
        { purpose: 'applicant', channel: 'mail', by: 'operator' } as never,
        nowMs,
      )
      if (typeof link === 'string') throw new Error(link)
      await database.write({ put: { ...work, ...assignmentItemKey(work) } as never })
      return answerLink(link, {}, nowMs)
    },
    legal: unended,
    sets: { applicantSaidAt: now },
    trail: ['linkAnswered', 'applicant', expect.anything()],
  },
  'goes to the workflow’s next state': {
    reads: 'same',
    make: work => {
      const opening = { taskToken: 'next', at: now, dueAt: until, isListed: true }
      const { organisationId, mode, verificationId } = work
      return openAssignment({ organisationId, mode, verificationId }, recordOf(work), opening)
    },
    legal: unended,
    sets: work => ({
      taskToken: 'next',
      dueAt: until,
      stateId: recordOf(work).stateId,
      lgaId: recordOf(work).lgaId,
      expiresAt: expect.any(Number),
    }),
  },
  'ends at the deadline': {
    reads: 'same',
    make: async work => {
      await saveRecord(work)
      return expireVerification(work, nowMs)
    },
    legal: all,
    sets: ends,
    clears: ['claimedFrom'],
    list: 'none',
    holder: null,
    trail: endOf('expired', 'service', 'expired'),
  },
  'ends as nobody has it': {
    reads: 'same',
    make: async work => {
      await saveRecord(work)
      return expireVerification(work, nowMs, { by: 'operator', whileWork: unclaimed() })
    },
    legal: ['open', 'open, unvisited'],
    sets: ends,
    clears: ['claimedFrom'],
    list: 'none',
    holder: null,
    trail: endOf('expired', 'operator', 'expired'),
  },
  'ends with a cancellation': {
    reads: 'same',
    make: async work => {
      await saveRecord(work)
      return cancel(work, now)
    },
    legal: ['open, unvisited', 'decided unvisited'],
    sets: ends,
    clears: ['claimedFrom'],
    list: 'none',
    holder: null,
    trail: endOf('cancelled', 'a-client', 'cancelled'),
  },
  'ends by the applicant’s no': {
    reads: 'same',
    make: async work => {
      const verification = await saveRecord(work, { consent: { method: 'paper' } })
      const order = { purpose: 'applicant', channel: 'mail', by: 'operator' } as const
      await database.write({ delete: assignmentItemKey(work) })
      const link = await addLink(work, order as never, nowMs)
      if (typeof link === 'string') throw new Error(link)
      await database.write({ put: { ...work, ...assignmentItemKey(work) } as never })
      return endByApplicant({ kind: 'open', link, verification } as never, nowMs)
    },
    legal: all,
    sets: { ...ends, consentEndedAt: now },
    clears: ['claimedFrom'],
    list: 'none',
    holder: null,
    trail: endOf('consentWithdrawn', 'applicant', 'cancelled'),
  },
  'ends as its record is gone': {
    reads: 'same',
    make: async work => {
      await closeAssignment(work, nowMs)
      return true
    },
    legal: all,
    sets: ends,
    clears: ['claimedFrom'],
    list: 'none',
    holder: null,
  },
}

const indexed = (work: Assignment, sets: object, { list, holder }: Pinned): object => {
  const { organisationId, mode, verificationId, dueAt, lgaId, leaseUntil } = {
    ...work,
    ...sets,
  } as Assignment
  const listed = { organisationId, mode, verificationId, dueAt, lgaId }
  const lists = {
    open: () => openWorkIndex(listed),
    claimed: () => claimedWorkIndex(listed, leaseUntil!),
    reported: () => reportedWorkIndex(listed),
    none: () => ({}),
  }
  return { ...(list && lists[list]()), ...(holder && heldIndex(mode, holder, dueAt)) }
}

const left = (item: object, names: readonly string[]): Item =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)))

const changed = (work: Assignment, pinned: Pinned): Item => {
  const { sets, clears = [], list, holder } = pinned
  const set = typeof sets === 'function' ? sets(work) : sets
  const gone = [
    ...clears,
    ...(list === 'none' ? listIndexAttributes : []),
    ...(holder === null ? heldIndexAttributes : []),
  ]
  return { ...left(work, gone), ...set, ...indexed(work, set, pinned) }
}

const keysOf = ({
  organisationId,
  mode,
  verificationId,
  pk,
  sk,
}: Assignment & { pk?: string; sk?: string }) => ({
  organisationId,
  mode,
  verificationId,
  pk,
  sk,
})

/** A place of the case's own, so that claims of one agent at once are in nobody's way. */
const placeOf = (work: Assignment) => {
  const { organisationId, mode, verificationId } = work
  const place = draw()
  const claim = { organisationId, mode, verificationId, place, leaseUntil: before }
  return { put: { ...claimKey(mode, 'agent-1', place), ...claim } }
}

const judge = async (pinned: Pinned, state: State, isListed: boolean): Promise<void> => {
  const { work: more, reads, legal, trail } = pinned
  const work = workIn(state, more, isListed)
  await database.transact({ work: { put: work as never }, place: placeOf(work) })
  const read = reads === 'same' ? work : { ...workIn(reads, more, isListed), ...keysOf(work) }
  const isLegal = legal.includes(state)
  expect(await pinned.make(read), state).toBe(isLegal)
  expect(await find(work), state).toEqual(isLegal ? changed(work, pinned) : work)
  const told = await trailOf(work)
  expect(
    told.filter(([what]) => what === trail?.[0]),
    state,
  ).toEqual(isLegal && trail ? [trail] : [])
}

/** Some at once: each is work of its own. */
const judgeAll = async (pinned: Pinned, isListed = true): Promise<void> => {
  await mapConcurrently(all, state => judge(pinned, state, isListed))
}

it.each(Object.entries(moves))('%s, from each of all states', (_what, pinned) => judgeAll(pinned))

it.each(['claims what is open', 'renews', 'extends a lease', 'releases'])(
  '%s of test mode, which is on no list',
  what => judgeAll({ ...moves[what]!, list: undefined }, false),
)
