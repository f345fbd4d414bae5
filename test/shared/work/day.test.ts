import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  claimVisit,
  countHeld,
  deleteClaim,
  releaseVisit,
} from '../../../shared/work/assignment/claim-store.ts'
import { listClaimable, listClaimed, listHeld } from '../../../shared/work/assignment/list-store.ts'
import { fileReport } from '../../../shared/work/assignment/report-store.ts'
import { findAssignment, openAssignment } from '../../../shared/work/assignment/store.ts'
import { lgasOf, stateById } from '../../../shared/location/location.ts'
import { database } from '../../../shared/table/driver.ts'
import { findHome } from '../../../shared/work/team/home.ts'
import { saveMember, saveTeam } from '../../../shared/work/team/store.ts'
import { eventsIn } from '../../../shared/trail/entry.ts'
import { readTrail } from '../../../shared/trail/read-store.ts'
import { verificationKey } from '../../../shared/verification/kinds.ts'
import { assignAll } from '../../../shared/work/assign.ts'
import { toWorkItem } from '../../../shared/review/assignment-response.ts'
import { WorkList } from '../../../shared/review/contract.ts'
import { proposeAll } from '../../../shared/review/propose.ts'
import { fieldworkLimits } from '../../support/fieldwork-limits.ts'
import { type RecordedTable, startRecordedTable } from '../../support/recorded-table.ts'
import { isNightly } from '../../support/tier.ts'
import { addressVerification, drawIds, liveTenant } from '../../support/verifications.ts'

/*
 * A day of agents who list, claim, lose, give back and report visits, and of supervisors who assign them, all at once on
 * the real engine, each in the order in which the engine answers. Eight visits an agent, as a day of 5,000 agents and
 * 40,000 visits has them.
 */

const agents = isNightly ? 100 : 12
const visits = 8 * agents
const areas = isNightly ? 8 : 3
const hourMs = 3_600_000
const startMs = Date.parse('2026-11-20T07:00:00.000Z')
const tenant = liveTenant(1)
const draw = drawIds(startMs)
const lgas = lgasOf(stateById(24)!).slice(0, areas)

let table: RecordedTable
const names = Array.from({ length: agents }, (_, n) => `agent-${n}`)
const keys: { organisationId: number; mode: 'live' | 'test'; verificationId: number }[] = []

/** Each act is a second later than the one before. */
let clockMs = startMs
const now = (): number => (clockMs += 1000)
const timeOf = (ms: number): string => new Date(ms).toISOString()

beforeAll(async () => {
  table = await startRecordedTable()
  process.env.FIELDWORK_LIMITS = fieldworkLimits({ agentLeaseSeconds: 3600, offerSeconds: 600 })
  for (const { id } of lgas) await saveTeam({ id: `team-${id}`, name: 'Team', areas: [id] })
  for (const [n, agentId] of names.entries())
    await saveMember({
      agentId,
      teamId: `team-${lgas[n % areas]!.id}`,
      dailyCapacity: 8,
      products: ['address'],
    })
  for (let n = 0; n < visits; n++) {
    const id = draw()
    const key = { ...tenant, verificationId: id }
    const order = {
      lgaName: lgas[n % areas]!.name,
      stateName: 'Lagos',
      street: `${n} Long Allen Avenue Extension`,
    }
    const verification = addressVerification(order, { id, ...tenant })
    await database.write({ put: { ...verification, ...verificationKey(tenant, id) } })
    const dueAt = timeOf(startMs + 48 * hourMs + n)
    await openAssignment(key, verification, { taskToken: 't', at: timeOf(startMs), dueAt, isListed: true })
    keys.push(key)
  }
})
afterAll(() => table[Symbol.asyncDispose]())

const listOf = async (agentId: string) => {
  const home = (await findHome(agentId, startMs))!
  const query = { lgaIds: home.lgaIds, products: home.products, nowMs: now(), limit: 30 }
  return (await listClaimable('live', query, () => true)).items
}

it('begins with a list of 3 calls and 30 KB at most', async () => {
  await listOf('agent-0')
  table.calls.length = 0
  const tasks = await listOf('agent-0')
  expect(table.calls.map(({ action }) => action)).toEqual(['GetItem', 'Query', 'BatchGetItem'])
  expect(tasks.length).toBeGreaterThanOrEqual(Math.min(30, visits / areas))
  const data = tasks.map(task => toWorkItem(task, { worker: 'agent-0', nowMs: startMs }))
  const body = JSON.stringify(z.parse(WorkList, { data, nextCursor: null }))
  expect(body.length).toBeLessThanOrEqual(30 * 1024)
})

const chance = (share: number): boolean => Math.random() < share
const lease = (by: string) => {
  const ms = now()
  return { by, at: timeOf(ms), until: timeOf(ms + hourMs) }
}

/** What an agent does next with a visit that they have claimed. A phone may die anywhere between. */
const workOn = async (by: string, key: (typeof keys)[number]): Promise<void> => {
  const held = (await findAssignment(key))!
  if (held.status !== 'claimed' || held.agent !== by) return
  if (chance(0.1)) return
  if (chance(0.1)) {
    await releaseVisit(held, { by, at: timeOf(now()), reason: 'noTime' })
    return
  }
  const report = { submittedAt: timeOf(now()) } as never
  const isFiled = await fileReport(held, { by, report })
  if (isFiled && chance(0.8)) await deleteClaim(held, by)
}

const actAs = async (by: string): Promise<void> => {
  const mine = await listHeld('live', by)
  for (const { assignment } of mine) {
    // What a supervisor gave them is accepted by a claim.
    if (assignment.offeredBy && (await claimVisit(assignment, lease(by), 8)) !== 'claimed') continue
    await workOn(by, assignment)
  }
  const tasks = await listOf(by)
  const wanted = tasks[Math.floor(Math.random() * Math.min(tasks.length, 5))]
  if (!wanted) return
  if ((await claimVisit(wanted.assignment, lease(by), 8)) === 'claimed') await workOn(by, wanted.assignment)
}

const supervisor = { clientId: 'supervisor', organisationId: 0, mode: 'live', scopes: [] } as never
const supervise = async (lgaId: number): Promise<void> => {
  const { data } = await proposeAll({ caller: supervisor, lgaId, nowMs: now(), limit: 10 })
  const assignees = data.flatMap(({ id, agent }) => (agent && chance(0.5) ? [{ id, agent }] : []))
  if (assignees.length > 0) await assignAll(assignees, { caller: supervisor, nowMs: now() })
}

/** More at once would wait for the engine's only writer longer than a call may. */
const mostAtOnce = 25

/** Lets some act, each as soon as one before has ended. */
const inTurn = async <Actor>(actors: readonly Actor[], act: (actor: Actor) => Promise<unknown>) => {
  const waiting = actors.values()
  const takeTurns = async () => {
    for (const actor of waiting) await act(actor)
  }
  await Promise.all(Array.from({ length: mostAtOnce }, takeTurns))
}

/** Each visit is reported, with one agent, or in the list of what is open: nothing is in two places, and nothing in none. */
const checkAll = async (): Promise<number> => {
  const lgaIds = lgas.map(({ id }) => id)
  const where = new Map<number, string[]>()
  const put = (list: string, ids: readonly number[]) => {
    for (const id of ids) where.set(id, [...(where.get(id) ?? []), list])
  }
  const query = { lgaIds, nowMs: clockMs, limit: visits }
  const idsIn = (items: Awaited<ReturnType<typeof listHeld>>) =>
    items.map(({ assignment }) => assignment.verificationId)
  put('open', idsIn((await listClaimable('live', query, () => true)).items))
  put('claimed', idsIn((await listClaimed('live', query)).items))
  const reported: number[] = []
  await inTurn(keys, async key => {
    if ((await findAssignment(key))!.status === 'reported') reported.push(key.verificationId)
  })
  put('reported', reported)
  expect([...where.values()].filter(lists => lists.length !== 1)).toEqual([])
  expect(where.size).toBe(visits)
  const held: number[] = []
  await inTurn(names, async name => {
    held.push(...idsIn(await listHeld('live', name)))
  })
  expect(new Set(held).size).toBe(held.length)
  for (const name of names) expect(await countHeld('live', name, clockMs)).toBeLessThanOrEqual(8)
  return reported.length
}

it('loses no visit, reports none twice, and gives none to two', async () => {
  let done = 0
  for (let round = 0; done < visits; round++) {
    expect(round).toBeLessThan(100)
    const supervisors = round % 3 === 0 ? lgas.map(({ id }) => supervise(id)) : []
    await Promise.all([inTurn(names, actAs), ...supervisors])
    // Phones that died: their leases run out, and nobody does anything for it.
    if (round % 4 === 3) clockMs += hourMs
    done = await checkAll()
  }
  for (const key of keys) {
    const events = eventsIn(await readTrail(key, startMs))
    expect(events.filter(({ what }) => what === 'reported')).toHaveLength(1)
  }
})

interface UpdateRequest {
  readonly Key: { readonly pk: { readonly S: string } }
  readonly UpdateExpression: string
  readonly ExpressionAttributeValues?: Readonly<Record<string, { readonly S?: string }>>
}

it('writes four units an undisturbed visit to its area’s partition: opened, claimed and reported', async () => {
  const id = draw()
  const key = { ...tenant, verificationId: id }
  const verification = addressVerification({ lgaName: lgas[0]!.name, stateName: 'Lagos' }, { id, ...tenant })
  await database.write({ put: { ...verification, ...verificationKey(tenant, id) } })
  table.calls.length = 0
  const opening = { taskToken: 't', at: timeOf(now()), dueAt: timeOf(now()), isListed: true }
  await openAssignment(key, verification, opening)
  await claimVisit((await findAssignment(key))!, lease('agent-0'), 100)
  const held = (await findAssignment(key))!
  await fileReport(held, { by: 'agent-0', report: { submittedAt: timeOf(now()) } as never })
  const updates = table.calls.flatMap(({ action, body }): readonly UpdateRequest[] => {
    const request = JSON.parse(body)
    if (action === 'UpdateItem') return [request]
    return action === 'TransactWriteItems'
      ? request.TransactItems.flatMap((one: { Update?: UpdateRequest }) => one.Update ?? [])
      : []
  })
  const indexed = updates.flatMap(({ ExpressionAttributeValues: values }) => values?.[':set_gsi1pk']?.S ?? [])
  const area = 'work#live#open#24'
  expect(indexed).toEqual([area, area, expect.stringMatching(/^work#live#reported#\d$/)])
  // One to enter the partition and one to leave it; two to move within.
  const isArea = (partition: string | undefined): number => Number(partition === area)
  const units = indexed.map((partition, n) => isArea(partition) + isArea(indexed[n - 1]))
  expect(units).toEqual([1, 2, 1])
})
