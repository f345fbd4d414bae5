import { listLedger } from '../../functions/admin/accounts.ts'
import { listStuck } from '../../functions/admin/stuck.ts'
import type { Caller } from '../../shared/account/caller.ts'
import { claimVisit } from '../../shared/work/assignment/claim-store.ts'
import { decideVerification } from '../../shared/work/assignment/end-verification.ts'
import {
  findTask,
  listClaimable,
  listClaimed,
  listHeld,
  listOpenVisits,
  listReported,
} from '../../shared/work/assignment/list-store.ts'
import { fileReport } from '../../shared/work/assignment/report-store.ts'
import { findAssignment, openAssignment } from '../../shared/work/assignment/store.ts'
import { listCallerLookups } from '../../shared/identity/list.ts'
import { type ConcludedLookup, toLookupCharge } from '../../shared/identity/lookup.ts'
import { lookupItem } from '../../shared/identity/store.ts'
import { readCharges } from '../../shared/ledger/charges.ts'
import { monthOf } from '../../shared/ledger/line.ts'
import { chargeWrites } from '../../shared/ledger/line-store.ts'
import { forEachLedgerLine } from '../../shared/ledger/read-store.ts'
import { countCharges } from '../../shared/ledger/sum-store.ts'
import { lgasOf, stateById } from '../../shared/location/location.ts'
import { listOpenCases } from '../../shared/overview/open-cases.ts'
import { readWorkCount } from '../../shared/overview/work-count.ts'
import { listCallerCharges } from '../../shared/portal/charges.ts'
import { database } from '../../shared/table/driver.ts'
import { generateId } from '../../shared/table/id.ts'
import { absent } from '../../shared/table/port.ts'
import type { Mode } from '../../shared/table/tenant.ts'
import { listCallerVerifications } from '../../shared/verification/list.ts'
import { acceptVerification, findVerification } from '../../shared/verification/store.ts'
import { allOpenShards, listOpen } from '../../shared/verification/transition-store.ts'
import { verificationKeyOf } from '../../shared/verification/verification.ts'
import { addressVerification, cancel } from '../support/verifications.ts'
import { median, pairedRatio } from './peers/statistics.ts'

/*
 * Twenty-six operations beside a small month and beside a large one, each in a mode of its own, as people's lists are
 * of a mode. Rows are written as orders, claims, reports and decisions write them, without the people. Beside the CPU
 * time of this process, in which the engine's is not, it counts calls of the table and the items that they answer: these
 * do not depend on how busy the machine is. A round asks both months in turn, each as often as it takes to be measured;
 * a ratio is the median of the rounds' own. Where it is more than `mostGrowth`, a bound is declared, or the bench says
 * that the operation grows.
 */

const mostGrowth = 1.3

/** What grows until its bound, and why that is enough. */
const declaredBounds: Readonly<Record<string, string>> = {
  'addresses by a status of few': 'a page examines 2,800 orders, and says where it goes on',
  'addresses by a status of nobody': 'a page examines 2,800 orders, and says where it goes on',
  '1,000 charge lines': 'a page is read from each of four parts: 4,000 lines',
  'a call of `ledger`': 'a call answers 10,000 lines',
  'a page of open cases': 'what agents hold is read whole: as much as each may claim, times the agents',
  'the overview’s open work': 'a hundred entries of each part of its lists; of more it reads the last count',
}

const clientId = 'bench'
const organisationId = 3
const hourMs = 3_600_000
/** One in so many is open; one in so many was cancelled, a status that few have. */
const openShare = 8
const rareShare = 500
/** Beside one in so many a number is looked up. */
const lookupShare = 8
/** Of so much open work one is held, and one is reported. */
const heldShare = 4
/** As many visits an agent holds, however many there are. */
const claimsPerAgent = 10
/** Half of what an LGA has open in the small month, so that its pages are full in both. */
const pageSize = 5
/** A round asks for so much CPU time at least, or so often at most. */
const measurableMs = 30
const mostRepeats = 40
/** At a time, so that the engine is busy and nobody waits. */
const atOnce = 16
const lagos = stateById(24)!

interface Month {
  readonly mode: Mode
  readonly nowMs: number
  /** In the middle of the list. */
  readonly someId: number
}

const write = async (mode: Mode, n: number, count: number, nowMs: number): Promise<number> => {
  const beginMs = Date.parse(`${monthOf(new Date(nowMs).toISOString())}-01`)
  const atMs = Math.floor(beginMs + ((nowMs - beginMs) * n) / count)
  const [id, now] = [generateId(atMs, Math.random()), new Date(atMs).toISOString()]
  const lga = lgasOf(lagos)[n % lgasOf(lagos).length]!
  const place = { stateName: lagos.name, lgaName: lga.name, street: `${id} Long Street` }
  const customerReference = `order-${n}`
  const order = addressVerification(
    { ...place, customerReference },
    { organisationId, mode, id, now, clientId },
  )
  await acceptVerification(order, atMs)
  if (n % lookupShare === 0) await lookUp(mode, atMs)
  const key = verificationKeyOf(order)
  if (n % rareShare === 1) await cancel(key, now)
  else if (n % openShare === 0) {
    const dueAt = new Date(atMs + 48 * hourMs).toISOString()
    await openAssignment(key, order, { taskToken: '', at: now, dueAt, isListed: true })
    const opened = n / openShare
    const agent = `agent-${Math.floor(opened / heldShare / claimsPerAgent)}`
    const until = new Date(nowMs + 24 * hourMs).toISOString()
    if (opened % heldShare === 1 || opened % heldShare === 2)
      await claimVisit((await findAssignment(key))!, { by: agent, at: now, until }, 2 * claimsPerAgent)
    if (opened % heldShare === 2)
      await fileReport((await findAssignment(key))!, { by: agent, report: { submittedAt: now } as never })
  } else {
    const decision = { outcome: 'verified', decidedAt: now, decidedBy: 'reviewer-1' } as const
    await decideVerification(order, { decision, report: { submittedAt: now } as never })
  }
  return id
}

const lookUp = async (mode: Mode, atMs: number): Promise<void> => {
  const [id, at] = [generateId(atMs, Math.random()), new Date(atMs).toISOString()]
  const lookup: ConcludedLookup = {
    organisationId,
    mode,
    id,
    product: 'nin',
    idNumberDigest: `${id}`,
    idNumberLast4: '6213',
    clientId,
    requestedAt: at,
    completedAt: at,
    price: 150,
    verdict: {
      matchStatus: 'EXACT_MATCH',
      status: 'verified',
      fieldMatches: { firstname: true, lastname: true },
      matchDetails: { firstname: 'exact', lastname: 'exact' },
    },
  }
  // As `insertLookup` writes it, which counts each on a line of the log, too.
  await database.transact({
    record: { put: lookupItem(lookup), condition: absent },
    charge: chargeWrites(toLookupCharge(lookup)),
  })
}

export const writeMonth = async (mode: Mode, count: number): Promise<Month> => {
  const nowMs = Date.now()
  const ids: number[] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const n = next++
      ids[n] = await write(mode, n, count, nowMs)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const tenant = { organisationId, mode }
  await forEachLedgerLine(tenant, monthOf(new Date(nowMs).toISOString()), lines => countCharges(lines, nowMs))
  return { mode, nowMs, someId: ids[Math.floor(count / 2)]! }
}

const operationsOf = ({ mode, nowMs, someId }: Month): Readonly<Record<string, () => Promise<unknown>>> => {
  const tenant = { organisationId, mode }
  const caller: Caller = { ...tenant, clientId, scopes: ['addresses', 'employments', 'identities.nin'] }
  const month = monthOf(new Date(nowMs).toISOString())
  const page = { limit: pageSize }
  const lines = (limit: number) => () => listCallerCharges({ caller, query: { month, limit }, nowMs })
  const addresses = (query: object) => () => listCallerVerifications('address', { caller, query })
  const key = { ...tenant, verificationId: someId }
  const whole = lgasOf(lagos).map(({ id }) => id)
  const visits = (lgaIds: readonly number[]) => ({ lgaIds, ...page, nowMs })
  return {
    'charges of a month': () => readCharges(caller, { month, nowMs }, () => true),
    '20 charge lines': lines(20),
    '1,000 charge lines': lines(1000),
    'first page of addresses': addresses({ limit: 20 }),
    'addresses before the middle': addresses({ limit: 20, to: new Date(nowMs - 24 * hourMs).toISOString() }),
    'addresses by a status of many': addresses({ limit: 20, status: 'VERIFIED' }),
    'addresses by a status of few': addresses({ limit: 20, status: 'CANCELLED' }),
    'addresses by a status of nobody': addresses({ limit: 20, status: 'NO_ACCESS' }),
    'addresses by reference': addresses({ limit: 20, customerReference: 'order-1' }),
    'one verification': () => findVerification(tenant, someId, nowMs),
    'first page of look-ups': () => listCallerLookups({ caller, query: { limit: 20 }, nowMs }),
    'what can be claimed in a state': () => listClaimable(mode, visits(whole), () => true),
    'what can be claimed in an LGA': () => listClaimable(mode, visits(whole.slice(0, 1)), () => true),
    'what agents hold in a state': () => listClaimed(mode, visits(whole)),
    'open visits of an LGA': () => listOpenVisits(mode, visits(whole.slice(0, 1)), () => true),
    'what an agent holds': () => listHeld(mode, 'agent-1'),
    'what waits for a reviewer': () => listReported(mode, () => true, page),
    'one piece of work': () => findTask(key),
    'a page of open cases': () => listOpenCases(mode, page, nowMs),
    'a page of cases that nobody holds': () => listOpenCases(mode, { ...page, state: 'open' }, nowMs),
    'a page of late ones in an LGA': () =>
      listOpenCases(mode, { ...page, state: 'open', due: 'late', lgaId: whole[0]! }, nowMs),
    'a page of reported cases': () => listOpenCases(mode, { ...page, state: 'reported' }, nowMs),
    'the overview’s open work': () => readWorkCount(mode, nowMs),
    'a page of what is open': () =>
      listOpen(tenant, allOpenShards[0]!, { beforeMs: nowMs, after: undefined }),
    'a call of `verifications stuck`': () => listStuck({ command: 'listStuck', ...tenant }),
    'a call of `ledger`': () => listLedger({ command: 'listLedger', ...tenant, month }),
  }
}

interface Cost {
  readonly cpuMs: number
  readonly calls: number
  readonly items: number
}

/** Counts what the work asks of the table. */
const countReads = async (work: () => Promise<unknown>): Promise<Omit<Cost, 'cpuMs'>> => {
  const { get, getMany, query } = database
  let [calls, items] = [0, 0]
  const note = (found: number) => {
    calls += 1
    items += found
  }
  Object.assign(database, {
    get: async (...asked: Parameters<typeof get>) => {
      const found = await get(...asked)
      note(found ? 1 : 0)
      return found
    },
    getMany: async (...asked: Parameters<typeof getMany>) => {
      const found = await getMany(...asked)
      note(found.length)
      return found
    },
    query: async (...asked: Parameters<typeof query>) => {
      const page = await query(...asked)
      note(page.items.length)
      return page
    },
  })
  try {
    await work()
  } finally {
    Object.assign(database, { get, getMany, query })
  }
  return { calls, items }
}

/** The CPU time of one of so many calls. */
const spend = async (work: () => Promise<unknown>, calls: number): Promise<number> => {
  const before = process.cpuUsage()
  for (let call = 0; call < calls; call++) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / calls
}

const measure = async (
  [ofFew, ofMany]: readonly [() => Promise<unknown>, () => Promise<unknown>],
  rounds: number,
): Promise<readonly [Cost, Cost, number]> => {
  const [few, many] = [await countReads(ofFew), await countReads(ofMany)]
  const calls = Math.ceil(Math.min(mostRepeats, measurableMs / Math.max(0.1, await spend(ofFew, 3))))
  const costs: [number, number][] = []
  for (let round = 0; round < rounds; round++)
    costs.push([await spend(ofFew, calls), await spend(ofMany, calls)])
  const [spentFew, spentMany] = [costs.map(([each]) => each), costs.map(([, each]) => each)]
  return [
    { ...few, cpuMs: median(spentFew) },
    { ...many, cpuMs: median(spentMany) },
    pairedRatio(spentMany, spentFew),
  ]
}

const cell = (text: string | number): string => `${text}`.padStart(9)

/** Prints what each costs beside both months. @returns those that grow more than they may */
export const measureOperations = async (
  [few, many]: readonly [number, number],
  rounds: number,
): Promise<readonly string[]> => {
  // Each decision is logged.
  const { info } = console
  console.info = () => {}
  const startedMs = performance.now()
  const months = [await writeMonth('test', few), await writeMonth('live', many)] as const
  console.info = info
  const seconds = Math.round((performance.now() - startedMs) / 1000)
  console.log(`${few} and ${many} verifications written in ${seconds} s\n`)
  console.log(
    `${'operation'.padEnd(34)}${['CPU ms', '', 'calls', '', 'items', '', 'CPU ×'].map(cell).join('')}`,
  )
  const [small, large] = months.map(operationsOf)
  const grown: string[] = []
  for (const [name, work] of Object.entries(small!)) {
    const [one, other, growth] = await measure([work, large![name]!], rounds)
    const cpu = [one, other].map(({ cpuMs }) => cpuMs.toFixed(1))
    const counts = [one.calls, other.calls, one.items, other.items]
    const isMore = growth > mostGrowth
    const bound = declaredBounds[name]
    if (isMore && bound === undefined) grown.push(name)
    const mark = isMore ? `  ${bound ?? 'GROWS'}` : ''
    console.log(`${name.padEnd(34)}${[...cpu, ...counts, growth.toFixed(2)].map(cell).join('')}${mark}`)
  }
  const last = grown.length === 0 ? 'none without a declared bound' : grown.join('; ')
  console.log(`\nMore than ${mostGrowth} × as much CPU: ${last}`)
  return grown
}
