import { listLedger } from '../../functions/admin/accounts.ts'
import { listStuck } from '../../functions/admin/stuck.ts'
import type { Caller } from '../../shared/account/caller.ts'
import { decideVerification } from '../../shared/assignment/end-verification.ts'
import {
  findTask,
  listClaimable,
  listClaimed,
  listHeld,
  listOpenVisits,
  listReported,
} from '../../shared/assignment/list-store.ts'
import { openAssignment } from '../../shared/assignment/store.ts'
import { listCallerLookups } from '../../shared/identity/list.ts'
import { readCharges } from '../../shared/ledger/charges.ts'
import { monthOf } from '../../shared/ledger/line.ts'
import { forEachLedgerLine } from '../../shared/ledger/read-store.ts'
import { countCharges } from '../../shared/ledger/sum-store.ts'
import { lgasOf, stateById } from '../../shared/location/location.ts'
import { listOpenCases, listOpenWork } from '../../shared/overview/open-cases.ts'
import { listCallerCharges } from '../../shared/portal/charges.ts'
import { database } from '../../shared/table/driver.ts'
import { generateId } from '../../shared/table/id.ts'
import type { Mode } from '../../shared/table/tenant.ts'
import { listCallerVerifications } from '../../shared/verification/list.ts'
import { acceptVerification, findVerification } from '../../shared/verification/store.ts'
import { allOpenShards, listOpen } from '../../shared/verification/transition-store.ts'
import { verificationKeyOf } from '../../shared/verification/verification.ts'
import { addressVerification, cancel } from '../support/verifications.ts'
import { median } from './peers/statistics.ts'

/*
 * Twenty operations beside a small month and beside a large one, each in a mode of its own, as people's lists are of a
 * mode. Rows are written as orders and decisions write them, without the people. Beside the CPU time of this process, in
 * which the engine's is not, it counts calls of the table and the items that they answer: these do not depend on how busy
 * the machine is.
 */

const clientId = 'bench'
const organisationId = 3
const hourMs = 3_600_000
/** One in so many is open; one in so many was cancelled, a status that few have. */
const openShare = 8
const rareShare = 500
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
  const key = verificationKeyOf(order)
  if (n % rareShare === 1) await cancel(key, now)
  else if (n % openShare === 0) {
    const dueAt = new Date(atMs + 48 * hourMs).toISOString()
    await openAssignment(key, order, { taskToken: '', at: now, dueAt, isListed: true })
  } else {
    const decision = { outcome: 'verified', decidedAt: now, decidedBy: 'reviewer-1' } as const
    await decideVerification(order, { decision, report: { submittedAt: now } as never })
  }
  return id
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
  const lines = (limit: number) => () => listCallerCharges({ caller, query: { month, limit }, nowMs })
  const addresses = (query: object) => () => listCallerVerifications('address', { caller, query })
  const key = { ...tenant, verificationId: someId }
  const whole = lgasOf(lagos).map(({ id }) => id)
  const visits = (lgaIds: readonly number[]) => ({ lgaIds, limit: 20, nowMs })
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
    'what waits for a reviewer': () => listReported(mode, () => true, { limit: 20 }),
    'one piece of work': () => findTask(key),
    'a page of open cases': () => listOpenCases(mode, { limit: 20 }, nowMs),
    'the overview’s open work': () => listOpenWork(mode),
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

const measure = async (work: () => Promise<unknown>, rounds: number): Promise<Cost> => {
  const counted = await countReads(work)
  const costs: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    costs.push((user + system) / 1000)
  }
  return { ...counted, cpuMs: median(costs) }
}

const cell = (text: string | number): string => `${text}`.padStart(9)

/** Prints what each costs beside both months. */
export const measureOperations = async (
  [few, many]: readonly [number, number],
  rounds: number,
): Promise<void> => {
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
  for (const [name, work] of Object.entries(small!)) {
    const [one, other] = [await measure(work, rounds), await measure(large![name]!, rounds)]
    const cpu = [one, other].map(({ cpuMs }) => cpuMs.toFixed(1))
    const counts = [one.calls, other.calls, one.items, other.items]
    const growth = (other.cpuMs / one.cpuMs).toFixed(2)
    console.log(`${name.padEnd(34)}${[...cpu, ...counts, growth].map(cell).join('')}`)
  }
}
