import type { DynamoDBRecord } from 'aws-lambda'
import { vi } from 'vitest'
import { stages } from '../../infra/stages.ts'
import { handler as relay } from '../../functions/outbox/relay.ts'
import type { Caller } from '../../shared/account/caller.ts'
import { addOrganisation } from '../../shared/account/store.ts'
import { type Assignment, toAssignmentId } from '../../shared/work/assignment/assignment.ts'
import { findWorkKeys } from '../../shared/work/assignment/back-check-store.ts'
import { claimVisit, deleteClaim, releaseVisit } from '../../shared/work/assignment/claim-store.ts'
import type { DecideRequest, FileReport, Findings } from '../../shared/work/assignment/contract.ts'
import { expireVerification, markDelayed } from '../../shared/work/assignment/deadline.ts'
import type { Flag } from '../../shared/work/assignment/flags.ts'
import { fileReport, keepReport } from '../../shared/work/assignment/report-store.ts'
import { applicantEndWrite, findAssignment, openAssignment } from '../../shared/work/assignment/store.ts'
import { decideDispute } from '../../shared/dispute/conclude.ts'
import { raiseDispute } from '../../shared/dispute/raise.ts'
import { saveUnsent } from '../../shared/evidence/unsent-store.ts'
import { insertLate } from '../../shared/identity/late/store.ts'
import { addLink, markMessage } from '../../shared/link/store.ts'
import { lgaById, stateById } from '../../shared/location/location.ts'
import { generateId } from '../../shared/table/id.ts'
import type { Mode, VerificationKey } from '../../shared/table/tenant.ts'
import { saveMember, saveTeam } from '../../shared/work/team/store.ts'
import { acceptVerification, findVerification } from '../../shared/verification/store.ts'
import { transitionVerification } from '../../shared/verification/transition-store.ts'
import { submitReport } from '../../shared/review/file-report.ts'
import { decideReport } from '../../shared/review/review.ts'
import { openAwsEndpoint, storedMessages } from '../shared/aws/endpoint.ts'
import { fieldworkLimits } from './fieldwork-limits.ts'
import { countedIn } from './metric-lines.ts'
import { applicant } from './orders.ts'
import { address, employment } from './reports.ts'
import { startStreamedTable } from './streamed-table.ts'
import { addressVerification, cancel, employmentVerification } from './verifications.ts'

/*
 * A Thursday and a Friday of a small service, by a clock of its own: each kind of end, work in each state, in both modes,
 * as the product's own code writes it. Every change goes through the outbox, as the stream has it.
 */

export const days = ['2026-11-26', '2026-11-27'] as const
/** Two in the afternoon of the Friday in Lagos: six tenths of the working day. */
export const now = '2026-11-27T13:00:00.000Z'
export const nowMs = Date.parse(now)
export const customer = 7
export const places = { ikeja: 2411, alimosho: 2403, warawa: 1943 } as const

const hourMs = 3_600_000
const time = (day: 0 | 1, at: string): string => `${days[day]}T${at}:00.000Z`
const later = (at: string, hours: number): string => new Date(Date.parse(at) + hours * hourMs).toISOString()

const found: Findings = { addressExists: true, hadAccess: true, isThere: true }
const notThere: Findings = { ...found, isThere: false }
const strong: Flag = { code: 'impossible_speed', reason: '' }
const weak: Flag = { code: 'position_unknown', reason: '' }

const visited = address().report!
const called = { report: employment().report!, provenance: { claim: 'neverWorkedHere', source: 'phone' } }

const callerOf = (clientId: string, role: 'agent' | 'reviewer', mode: Mode): Caller => ({
  clientId,
  organisationId: 0,
  mode,
  scopes: [`operations.${role}`],
})

const withFieldwork = (own: Parameters<typeof fieldworkLimits>[0] = {}): void => {
  process.env.FIELDWORK_LIMITS = fieldworkLimits(own)
}

const prepare = async (): Promise<void> => {
  const aws = await openAwsEndpoint()
  aws.answer(({ action, body }) =>
    action === 'SendMessageBatch' ? storedMessages(body.Entries) : { SecretString: 'a key of the stage' },
  )
  const queues = ['COMPLETIONS', 'DELIVERIES', 'VISITS', 'LOOKUPS', 'MESSAGES', 'RECONCILIATIONS']
  Object.assign(process.env, {
    STAGE: 'local',
    ...Object.fromEntries(
      queues.map(name => [`${name}_QUEUE_URL`, `${aws.url}/111122223333/${name.toLowerCase()}`]),
    ),
    SIMULATED_AGENT_DELAY_SECONDS: '0',
    VERIFICATION_EXPIRY_SECONDS: `${14 * 24 * 3600}`,
    PRICES: JSON.stringify(stages.prod.prices),
    REGISTRIES: '{}',
    ID_NUMBER_SECRET: 'id-number-key',
    DATA_KEY_SECRET: 'wrapping-key',
    PERSONAL_DATA_SECRET: 'personal-data-key',
    FILE_TOKEN_SECRET: 'file-token-key',
    MEDIA_URL: 'https://media.example',
  })
  withFieldwork()
}

export interface NumbersWorld {
  /** Of the id of a verification, or of a case: what this world calls it. A back-check has the name `again`. */
  readonly nameOf: (id: number | string) => string
  /** What the outbox counted, in its order. */
  readonly counted: readonly Readonly<Record<string, unknown>>[]
}

/** What people and the service do, at the time of the clock. */
const openService = async () => {
  const ids: Record<string, number> = {}
  let drawn = 0
  let clock = time(0, '00:00')
  const { changes } = await startStreamedTable()
  const relayAll = async (): Promise<void> => {
    const Records = [...(await changes())].filter(isStreamed)
    const { batchItemFailures } = await relay({ Records } as never)
    if (batchItemFailures.length > 0) throw new Error(JSON.stringify(batchItemFailures))
  }
  /** Has what was done so far follow, and sets the clock. */
  const at = async (when: string): Promise<void> => {
    await relayAll()
    clock = when
    vi.setSystemTime(when)
  }

  const keyOf = (name: string, mode: Mode = 'live'): VerificationKey => ({
    organisationId: customer,
    mode,
    verificationId: ids[name]!,
  })
  const workOf = async (key: VerificationKey): Promise<Assignment> => (await findAssignment(key))!
  const recordOf = async ({ verificationId, ...of }: VerificationKey) =>
    (await findVerification(of, verificationId, Date.parse(clock), { consistent: true }))!

  const accept = async (
    name: string,
    { lgaId, dueInHours, mode = 'live' }: { lgaId?: number; dueInHours: number; mode?: Mode },
  ) => {
    const id = generateId(Date.parse(clock) + ++drawn, 0)
    ids[name] = id
    const of = { id, organisationId: customer, mode, now: clock }
    const lga = lgaId === undefined ? undefined : lgaById(lgaId)!
    const person = { ...applicant, phone: `080312345${10 + drawn}` }
    const verification = lga
      ? addressVerification(
          {
            applicant: person,
            customerReference: `order ${name}`,
            street: `${drawn} ${name} Street`,
            lgaName: lga.name,
            stateName: stateById(lga.stateId)!.name,
          },
          of,
        )
      : employmentVerification(
          { applicant: person, customerReference: `order ${name}`, currentlyEmployed: false },
          of,
        )
    const accepted = await acceptVerification(verification, Date.parse(clock))
    if (accepted.kind !== 'accepted') throw new Error(`${name}: ${accepted.kind}`)
    await relayAll()
    const opening = { taskToken: 'token', at: clock, dueAt: later(clock, dueInHours), isListed: true }
    await openAssignment(keyOf(name, mode), verification, opening)
  }
  const claimed = async (key: VerificationKey, by: string): Promise<Assignment> => {
    const lease = { by, at: clock, until: later(clock, 24) }
    const result = await claimVisit(await workOf(key), lease, 20)
    if (result !== 'claimed') throw new Error(result)
    return workOf(key)
  }
  const report = async (
    key: VerificationKey,
    by: string,
    { findings = found, flags = [] as readonly Flag[], isBackChecked = false } = {},
  ) => {
    const work = await workOf(key)
    const lots = { isSampled: false, isBackCheckSampled: isBackChecked }
    const visit = { report: { ...visited, submittedAt: clock }, findings, flags }
    const call = { ...called, report: { ...called.report, submittedAt: clock } }
    const input = { by, lots, ...(work.product === 'employment' ? call : visit) }
    const isFiled = await (work.consentEndedAt ? keepReport : fileReport)(work, input as never)
    if (!isFiled) throw new Error('not filed')
    await deleteClaim(work, by)
  }
  const decide = async (key: VerificationKey, by: string, body: object): Promise<void> => {
    const caller = callerOf(by, 'reviewer', key.mode)
    await decideReport({
      caller,
      id: toAssignmentId(key),
      body: body as DecideRequest,
      nowMs: Date.parse(clock),
    })
  }
  return {
    ids,
    at,
    relayAll,
    keyOf,
    workOf,
    recordOf,
    accept,
    claimed,
    report,
    decide,
    clockMs: () => Date.parse(clock),
  }
}

const backCheckOf = async (key: VerificationKey): Promise<VerificationKey> => (await findWorkKeys(key))[1]!

const isStreamed = ({ dynamodb }: DynamoDBRecord): boolean =>
  /^(verification|assignment|late-lookup|link#|alert#)/.test(dynamodb?.Keys?.sk?.S ?? '')

const approve = { decision: 'approve', adminComment: 'Seen.' }
const reject = (reason: string) => ({ decision: 'reject', reason, adminComment: 'Seen.' })
const because = (reason: string) => ({ againstFinding: { reason, explanation: 'It was looked at again.' } })

export const startNumbersWorld = async (): Promise<NumbersWorld> => {
  const lines: string[] = []
  vi.spyOn(console, 'info').mockImplementation(() => {})
  vi.spyOn(process.stdout, 'write').mockImplementation(line => {
    lines.push(`${line}`)
    return true
  })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time(0, '00:00')) })
  await prepare()
  const { ids, at, relayAll, keyOf, workOf, recordOf, accept, claimed, report, decide, clockMs } =
    await openService()
  const { ikeja, alimosho, warawa } = places

  await addOrganisation({ id: customer, name: 'A customer' } as never)
  await saveTeam({ id: 'lagos', name: 'Lagos', areas: [ikeja, alimosho] })
  await saveTeam({ id: 'kano', name: 'Kano', areas: [warawa] })
  await saveMember({ agentId: 'agent-a', teamId: 'lagos', dailyCapacity: 8 })
  await saveMember({ agentId: 'agent-b', teamId: 'lagos', dailyCapacity: 4 })
  await saveMember({ agentId: 'agent-k', teamId: 'kano', dailyCapacity: 5 })

  await at(time(0, '07:00'))
  await accept('approved', { lgaId: ikeja, dueInHours: 48 })
  await accept('rejected', { lgaId: ikeja, dueInHours: 48 })
  await accept('returned', { lgaId: alimosho, dueInHours: 48 })
  await accept('disputed', { lgaId: warawa, dueInHours: 48 })
  await accept('objected', { lgaId: warawa, dueInHours: 48 })
  await accept('expired', { lgaId: ikeja, dueInHours: 12 })
  await accept('refused', { lgaId: ikeja, dueInHours: 48 })
  await accept('cancelled', { lgaId: alimosho, dueInHours: 48 })
  await accept('givenUp', { lgaId: ikeja, dueInHours: 24 })
  await accept('held', { lgaId: alimosho, dueInHours: 48 })
  await accept('waiting', { lgaId: ikeja, dueInHours: 25 })
  await accept('staged', { lgaId: warawa, dueInHours: 72 })
  await accept('called', { dueInHours: 6 })
  await accept('testApproved', { lgaId: ikeja, dueInHours: 48, mode: 'test' })
  await accept('testExpired', { lgaId: ikeja, dueInHours: 48, mode: 'test' })

  await at(time(0, '08:00'))
  for (const [name, agent] of [
    ['approved', 'agent-a'],
    ['rejected', 'agent-a'],
    ['returned', 'agent-b'],
    ['disputed', 'agent-k'],
    ['objected', 'agent-k'],
    ['givenUp', 'agent-a'],
    ['refused', 'agent-b'],
  ] as const)
    await claimed(keyOf(name), agent)
  await claimed(keyOf('testApproved', 'test'), 'test-agent')

  await at(time(0, '09:00'))
  await report(keyOf('approved'), 'agent-a', { isBackChecked: true })
  await report(keyOf('disputed'), 'agent-k', { flags: [weak] })
  await report(keyOf('objected'), 'agent-k', { isBackChecked: true })
  await at(time(0, '10:00'))
  await report(keyOf('rejected'), 'agent-a', { findings: notThere, flags: [strong, weak] })
  await decide(keyOf('approved'), 'reviewer-1', approve)
  await decide(keyOf('disputed'), 'reviewer-1', approve)
  await decide(keyOf('objected'), 'reviewer-1', approve)
  await at(time(0, '11:00'))
  await report(keyOf('returned'), 'agent-b', { findings: notThere })
  withFieldwork({ fourEyes: true })
  await decide(keyOf('rejected'), 'reviewer-1', reject('FAILED - NOT IN RESIDENCE'))
  await at(time(0, '12:00'))
  await decide(keyOf('rejected'), 'reviewer-2', reject('FAILED - NOT IN RESIDENCE'))
  withFieldwork()
  await decide(keyOf('returned'), 'reviewer-2', { decision: 'return', comment: 'Which gate?' })
  await at(time(0, '13:01'))
  await markDelayed(keyOf('called'), clockMs())
  await at(time(0, '15:00'))
  await report(keyOf('testApproved', 'test'), 'test-agent', { flags: [weak], isBackChecked: true })
  await at(time(0, '16:00'))
  await decide(keyOf('testApproved', 'test'), 'test-reviewer', approve)
  await cancel(keyOf('cancelled'), time(0, '16:00'))
  const object = async (name: string) => {
    const objected = { by: 'customer', ground: 'other', reason: 'No.', nowMs: clockMs() } as const
    const raised = await raiseDispute(await recordOf(keyOf(name)), objected, 'client-1')
    if (raised.kind !== 'raised') throw new Error(raised.kind)
  }
  await at(time(0, '17:00'))
  await object('disputed')
  await at(time(0, '19:01'))
  await markDelayed(keyOf('expired'), clockMs())
  // Half past midnight of the Friday in Lagos.
  await at(time(0, '23:30'))
  await report(keyOf('returned'), 'agent-b', { findings: notThere, flags: [strong] })

  await at(time(1, '08:00'))
  await decide(keyOf('returned'), 'reviewer-2', {
    ...approve,
    ...because('evidence'),
    flagsAnswer: 'A flight.',
  })
  await releaseVisit(await workOf(keyOf('givenUp')), {
    by: 'agent-a',
    at: time(1, '08:00'),
    reason: 'notFound',
  })
  await accept('later', { lgaId: alimosho, dueInHours: 72 })
  await accept('openCall', { dueInHours: 26 })
  await accept('testOpen', { lgaId: ikeja, dueInHours: 48, mode: 'test' })
  await claimed(keyOf('held'), 'agent-b')
  await claimed(keyOf('waiting'), 'agent-a')
  await claimed(keyOf('staged'), 'agent-k')
  await claimed(keyOf('called'), 'caller-1')
  const backChecks = [
    { name: 'approved', mode: 'live', agent: 'agent-b', findings: notThere },
    { name: 'testApproved', mode: 'test', agent: 'test-second', findings: found },
  ] as const
  for (const { name, mode, agent } of backChecks) await claimed(await backCheckOf(keyOf(name, mode)), agent)
  await at(time(1, '09:00'))
  for (const { name, mode, agent, findings } of backChecks) {
    const caller = callerOf(agent, 'agent', mode)
    const id = toAssignmentId(await backCheckOf(keyOf(name, mode)))
    const body = { visit: { findings } } as FileReport
    await submitReport({ caller, id, body, nowMs: clockMs() }, () => Promise.resolve(false))
  }
  await at(time(1, '09:30'))
  const consentEnded = applicantEndWrite(keyOf('refused'), time(1, '09:30'))
  await transitionVerification(keyOf('refused'), 'refuse', {
    to: 'cancelled',
    at: time(1, '09:30'),
    by: 'applicant',
    work: consentEnded,
    set: { decidedBy: 'applicant', consentRefusedAt: time(1, '09:30') },
  })
  await at(time(1, '10:00'))
  await report(keyOf('refused'), 'agent-b')
  await report(keyOf('waiting'), 'agent-a', { flags: [weak] })
  await report(keyOf('staged'), 'agent-k', { findings: notThere })
  await report(keyOf('called'), 'caller-1')
  await decideDispute({
    caller: callerOf('reviewer-2', 'reviewer', 'live'),
    id: `${toAssignmentId(keyOf('disputed'))}-d1`,
    body: { ...reject('CANNOT ACCESS ADDRESS'), ...because('evidence') } as never,
    nowMs: clockMs(),
  })
  await at(time(1, '11:00'))
  withFieldwork({ fourEyes: true })
  await decide(keyOf('staged'), 'reviewer-1', reject('FAILED - NOT IN RESIDENCE'))
  withFieldwork()
  await decide(keyOf('called'), 'reviewer-1', reject('FAILED - NOT AN EMPLOYEE'))
  await object('objected')
  await at(time(1, '12:00'))
  await expireVerification(keyOf('expired'), clockMs())
  await expireVerification(keyOf('testExpired', 'test'), clockMs())
  const link = await addLink(
    keyOf('held'),
    { purpose: 'applicant', channel: 'sms', by: 'agent-b', to: '+2348031234567' } as never,
    clockMs(),
  )
  if (typeof link === 'string') throw new Error(link)
  await relayAll()
  await markMessage(link, [], 'undeliverable')
  await insertLate(
    {
      id: generateId(clockMs(), 0.5),
      organisationId: customer,
      mode: 'live',
      requestedAt: time(1, '12:00'),
      product: 'nin',
    } as never,
    {
      organisationId: customer,
      mode: 'live',
      verificationId: generateId(clockMs(), 0.5),
      product: 'nin',
      attempt: 1,
      notBeforeMs: clockMs() + hourMs,
      giveUpAtMs: clockMs() + 24 * hourMs,
      sealed: new Uint8Array([1]),
      clientId: 'a-client',
    } as never,
  )
  const phone = { agentId: 'agent-b', deviceId: 'd'.repeat(43) }
  await saveUnsent('live', phone, { number: 1, reports: 2, photos: 9 }, time(1, '12:00'))
  await at(now)
  await relayAll()
  const names = new Map(Object.entries(ids).map(([name, id]) => [`${id}`, name]))
  const nameOf = (id: number | string): string => {
    const [, ofCase, dispute] = /^(?:\d+-)?(\d+)(-d\d)?$/.exec(`${id}`)!
    return `${names.get(ofCase!) ?? 'again'}${dispute ?? ''}`
  }
  return { nameOf, counted: countedIn(lines) }
}
