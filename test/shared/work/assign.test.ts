import { beforeAll, describe, expect, it } from 'vitest'
import { countHeld, releaseVisit } from '../../../shared/work/assignment/claim-store.ts'
import { listClaimable, listClaimed, listHeld } from '../../../shared/work/assignment/list-store.ts'
import { closeAssignment, findAssignment, openAssignment } from '../../../shared/work/assignment/store.ts'
import { toAssignmentId } from '../../../shared/work/assignment/assignment.ts'
import { subjectKey } from '../../../shared/identity/subject-kind.ts'
import { database } from '../../../shared/table/driver.ts'
import { deleteMember, saveMember, saveTeam } from '../../../shared/work/team/store.ts'
import { eventsIn } from '../../../shared/trail/entry.ts'
import { readTrail } from '../../../shared/trail/read-store.ts'
import { verificationKey } from '../../../shared/verification/kinds.ts'
import { assignAll } from '../../../shared/work/assign.ts'
import { claimWork, releaseWork } from '../../../shared/work/claim.ts'
import { proposeAll } from '../../../shared/review/propose.ts'
import { fieldworkLimits } from '../../support/fieldwork-limits.ts'
import { startTable } from '../../support/table.ts'
import {
  addressVerification,
  drawIds,
  employmentVerification,
  liveTenant,
} from '../../support/verifications.ts'

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const at = (hours: number): string => new Date(nowMs + hours * 3_600_000).toISOString()
const tenant = liveTenant(1)
const draw = drawIds(nowMs)
const ikeja = 2411

const caller = (clientId: string, ...scopes: readonly string[]) =>
  ({ clientId, organisationId: 0, mode: 'live', scopes }) as never
const supervisor = caller('supervisor-1', 'operations.supervisor')
const agentCaller = (id: string) => caller(id, 'operations.agent')

beforeAll(async () => {
  await startTable()
  process.env.FIELDWORK_LIMITS = fieldworkLimits()
  await saveTeam({ id: 'lagos', name: 'Lagos', areas: [ikeja] })
  for (const agentId of ['a', 'b', 'c', 'd', 'e'])
    await saveMember({ agentId, teamId: 'lagos', dailyCapacity: 3 })
})

const open = async (verification = addressVerification({}, { id: draw(), ...tenant })) => {
  const key = { ...tenant, verificationId: verification.id }
  await database.write({ put: { ...verification, ...verificationKey(tenant, verification.id) } })
  const opening = { taskToken: 'token', at: at(-1), dueAt: at(10), isListed: true }
  await openAssignment(key, verification as never, opening)
  return { key, id: toAssignmentId(key) }
}
type Work = Awaited<ReturnType<typeof open>>

const assign = async (work: Work, agent: string | null, hours = 0, by = supervisor) => {
  const [done] = await assignAll([{ id: work.id, agent }], {
    caller: by,
    nowMs: nowMs + hours * 3_600_000,
  })
  return done!
}
const holderOf = async ({ key }: Work) => {
  const { status, agent, offeredBy } = (await findAssignment(key))!
  return [status, agent, offeredBy]
}
const wordsOf = async ({ key }: Work) =>
  eventsIn(await readTrail(key, nowMs)).map(({ what, by }) => `${what} ${by}`)
const areaOf = { lgaIds: [ikeja], limit: 100 }
const isIn = async (list: 'open' | 'claimed', { key }: Work, hours = 0) => {
  const query = { ...areaOf, nowMs: nowMs + hours * 3_600_000 }
  const { items } =
    list === 'open' ? await listClaimable('live', query, () => true) : await listClaimed('live', query)
  return items.some(({ assignment }) => assignment.verificationId === key.verificationId)
}
const done = ({ key }: Work) => closeAssignment(key, nowMs)
const accept = (work: Work, agent: string, hours = 0) =>
  claimWork({ caller: agentCaller(agent), id: work.id, nowMs: nowMs + hours * 3_600_000 })
const release = (work: Work, agent: string, reason?: 'tooFar') =>
  releaseWork({ caller: agentCaller(agent), id: work.id, nowMs, reason })

describe('what a supervisor assigns', () => {
  it('is the agent’s to accept, and leaves the list of what is open', async () => {
    const work = await open()
    expect(await assign(work, 'a')).toEqual({
      id: work.id,
      agent: 'a',
      result: 'assigned',
      leaseUntil: at(4),
    })
    expect(await holderOf(work)).toEqual(['claimed', 'a', 'supervisor-1'])
    expect([await isIn('open', work), await isIn('claimed', work)]).toEqual([false, true])
    expect((await listHeld('live', 'a')).map(({ assignment }) => assignment.verificationId)).toEqual([
      work.key.verificationId,
    ])
    expect(await accept(work, 'a', 1)).toEqual({ id: work.id, way: 'claimed', leaseUntil: at(25) })
    expect(await holderOf(work)).toEqual(['claimed', 'a', undefined])
    expect((await findAssignment(work.key))!.claimedAt).toBe(at(1))
    expect(await wordsOf(work)).toEqual(['assigned supervisor-1', 'claimed a'])
    await release(work, 'a')
    await done(work)
  })

  it('comes back by itself when the agent says nothing', async () => {
    const work = await open()
    await assign(work, 'd')
    expect(await isIn('open', work, 3.9)).toBe(false)
    expect([await isIn('open', work, 4), await isIn('claimed', work, 4)]).toEqual([true, false])
    expect(await countHeld('live', 'd', nowMs + 4 * 3_600_000)).toBe(0)
    expect(await accept(work, 'e', 5)).toMatchObject({ way: 'claimed' })
    expect(await holderOf(work)).toEqual(['claimed', 'e', undefined])
    await release(work, 'e')
    await done(work)
  })

  it('is refused with a reason, which it keeps, and is open again', async () => {
    const work = await open()
    await assign(work, 'a')
    await expect(release(work, 'a')).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: 'query/reason', code: 'reason_needed' }],
    })
    await release(work, 'a', 'tooFar')
    expect(await isIn('open', work)).toBe(true)
    const { refusals, status, agent } = (await findAssignment(work.key))!
    expect([status, agent, refusals]).toEqual([
      'open',
      undefined,
      [{ agent: 'a', reason: 'tooFar', at: at(0) }],
    ])
    expect(await countHeld('live', 'a', nowMs)).toBe(0)
    await done(work)
  })

  it('moves from one agent to another, whose places are counted each, and is taken back', async () => {
    const work = await open()
    await accept(work, 'a')
    expect(await assign(work, 'b')).toMatchObject({ result: 'assigned' })
    expect(await holderOf(work)).toEqual(['claimed', 'b', 'supervisor-1'])
    expect([await countHeld('live', 'a', nowMs), await countHeld('live', 'b', nowMs)]).toEqual([0, 1])
    expect(await listHeld('live', 'a')).toEqual([])
    await expect(accept(work, 'a')).rejects.toMatchObject({ code: 'already_claimed' })
    expect(await assign(work, null)).toMatchObject({ result: 'unassigned', leaseUntil: null })
    expect([await countHeld('live', 'b', nowMs), await isIn('open', work)]).toEqual([0, true])
    expect(await assign(work, null)).toMatchObject({ result: 'unassigned' })
    await done(work)
  })

  it('changes nothing when it is asked for again', async () => {
    const work = await open()
    const first = await assign(work, 'a')
    const words = await wordsOf(work)
    expect(await assign(work, 'a', 1)).toEqual(first)
    expect(await wordsOf(work)).toEqual(words)
    await assign(work, null)
    await done(work)
  })
})

describe('what a supervisor cannot assign', () => {
  it('is named, each by itself, and the rest is assigned', async () => {
    const works = await Promise.all(Array.from({ length: 5 }, () => open()))
    const [first, ...more] = works as [Work, ...Work[]]
    const asked = [
      { id: '1-1', agent: 'a' },
      { id: first.id, agent: 'nobody' },
      ...more.map(({ id }) => ({ id, agent: 'a' })),
    ]
    const results = await assignAll(asked, { caller: supervisor, nowMs })
    // The fourth is one more than the agent can do in a day.
    expect(results.map(({ result }) => result)).toEqual([
      'not_found',
      'no_such_agent',
      'assigned',
      'assigned',
      'assigned',
      'too_many_claims',
    ])
    for (const { id } of more) await assignAll([{ id, agent: null }], { caller: supervisor, nowMs })
    for (const work of works) await done(work)
  })

  it('is work that the agent does not do, or that is over', async () => {
    await saveMember({ agentId: 'c', teamId: 'lagos', products: ['employment'] })
    const [visit, call] = [
      await open(),
      await open(employmentVerification({}, { id: draw(), ...tenant }) as never),
    ]
    expect((await assign(visit, 'c')).result).toBe('cannot_do')
    expect((await assign(call, 'c')).result).toBe('assigned')
    await assign(call, null)
    await done(call)
    const key = verificationKey(tenant, visit.key.verificationId)
    await database.write({ update: key, set: { outcome: 'cancelled' } })
    expect((await assign(visit, 'a')).result).toBe('already_decided')
    await done(visit)
    await saveMember({ agentId: 'c', teamId: 'lagos', dailyCapacity: 3 })
  })
})

describe('many at once', () => {
  it('leave each visit with one agent, who holds it in one place, whoever assigns, claims, accepts and refuses', async () => {
    const works = await Promise.all(Array.from({ length: 6 }, () => open()))
    const agents = ['a', 'b', 'c'] as const
    const quietly = (act: Promise<unknown>) => act.catch(() => undefined)
    // No two requests come in the same millisecond.
    let tick = 0
    const next = () => ++tick / 3_600_000
    for (let round = 0; round < 5; round++) {
      const acts = works.flatMap((work, n) => [
        assign(work, agents[(n + round) % 3]!, next(), caller('supervisor-1', 'operations.supervisor')),
        assign(work, agents[(n + round + 1) % 3]!, next(), caller('supervisor-2', 'operations.supervisor')),
        quietly(accept(work, agents[(n + 2) % 3]!, next())),
        ...(round % 2 === 1 ? [quietly(release(work, agents[n % 3]!, 'tooFar'))] : []),
      ])
      await Promise.all(acts)
      const held = await Promise.all(agents.map(agent => listHeld('live', agent)))
      const ids = held.flatMap(tasks => tasks.map(({ assignment }) => assignment.verificationId))
      expect(new Set(ids).size).toBe(ids.length)
      // Each is in one list, of what is open or of what is claimed, and in no other.
      for (const work of works) {
        const lists = [await isIn('open', work), await isIn('claimed', work)]
        const [status] = await holderOf(work)
        expect(lists).toEqual([status === 'open', status === 'claimed'])
      }
      const counts = await Promise.all(agents.map(agent => countHeld('live', agent, nowMs)))
      expect(Math.max(...counts)).toBeLessThanOrEqual(3)
      for (const [index, tasks] of held.entries()) expect(counts[index]).toBeGreaterThanOrEqual(tasks.length)
    }
    for (const work of works) {
      const assignment = (await findAssignment(work.key))!
      if (assignment.agent)
        await releaseVisit(assignment, { by: 'supervisor-1', at: at(0) }, assignment.agent)
      await done(work)
    }
  })
})

describe('a proposal', () => {
  it('leaves out who refused it, and who visited the same applicant before', async () => {
    const phoneDigest = 'digest of one phone'
    const of = (id: number) => {
      const verification = addressVerification({}, { id, ...tenant })
      return { ...verification, applicant: { ...verification.applicant, phoneDigest } }
    }
    const before = await open(of(draw()) as never)
    const again = await open(of(draw()) as never)
    for (const { key } of [before, again])
      await database.write({ put: { ...subjectKey(tenant, phoneDigest, key.verificationId) } })
    for (const agentId of ['d', 'e']) await deleteMember(agentId)
    await accept(before, 'a')
    await assign(again, 'b')
    await release(again, 'b', 'tooFar')
    const propose = async () => {
      const { data } = await proposeAll({ caller: supervisor, lgaId: ikeja, nowMs, limit: 20 })
      return data
    }
    expect(await propose()).toEqual([
      {
        id: again.id,
        product: 'address',
        dueAt: at(10),
        agent: 'c',
        refusals: [{ agent: 'b', reason: 'tooFar', at: at(0) }],
      },
    ])
    await saveMember({ agentId: 'c', teamId: 'lagos', products: ['employment'] })
    expect((await propose())[0]!.agent).toBeUndefined()
    for (const work of [before, again]) await done(work)
  })
})
