import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildBackCheck } from '../../../../shared/work/assignment/back-check-store.ts'
import { claimVisit, releaseVisit } from '../../../../shared/work/assignment/claim-store.ts'
import { areaPageKeyPattern, workInLga } from '../../../../shared/work/assignment/kinds.ts'
import {
  type AssignmentTask,
  findTask,
  listClaimable,
  listClaimed,
  listDue,
  listHeld,
  listOpenVisits,
} from '../../../../shared/work/assignment/list-store.ts'
import { fileReport, saveReturnedReport } from '../../../../shared/work/assignment/report-store.ts'
import { closeAssignment, findAssignment, openAssignment } from '../../../../shared/work/assignment/store.ts'
import { findLga, findState } from '../../../../shared/location/find-place.ts'
import { type Lga, lgasOf, type State, stateById } from '../../../../shared/location/location.ts'
import { database } from '../../../../shared/table/driver.ts'
import { assignmentKey } from '../../../../shared/verification/assignment-kind.ts'
import type { Product } from '../../../../shared/verification/contract/product.ts'
import { verificationKey } from '../../../../shared/verification/kinds.ts'
import type { Verification } from '../../../../shared/verification/verification.ts'
import { type RecordedTable, startRecordedTable } from '../../../support/recorded-table.ts'
import {
  addressVerification,
  drawIds,
  employmentVerification,
  liveTenant,
} from '../../../support/verifications.ts'

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const hourMs = 3_600_000
const after = (hours: number): string => new Date(nowMs + hours * hourMs).toISOString()
const lgaOf = (name: string, stateName = 'Lagos') => findLga(findState(stateName) as State, name) as Lga
const draw = drawIds(nowMs)
const tenant = liveTenant(1)

let table: RecordedTable
beforeAll(async () => {
  table = await startRecordedTable()
})
afterAll(() => table[Symbol.asyncDispose]())

type Visited = Exclude<Product, 'employment'>

/** Work that is open, as the workflow opens it, due so many hours from now. */
const open = async (lga: Lga | undefined, dueHours: number, product: Visited = 'address') => {
  const id = draw()
  const verification = lga
    ? {
        ...addressVerification(
          { lgaName: lga.name, stateName: lga.stateId === 24 ? 'Lagos' : 'Kano' },
          { id, ...tenant },
        ),
        product,
      }
    : employmentVerification({}, { id, ...tenant })
  const key = { ...tenant, verificationId: id }
  await database.write({ put: { ...verification, ...verificationKey(tenant, id) } })
  const opening = { taskToken: 'token', at: after(-1), dueAt: after(dueHours), isListed: true }
  await openAssignment(key, verification, opening)
  return key
}
type Key = Awaited<ReturnType<typeof open>>

const claim = async (key: Key, by: string, leaseHours = 24) =>
  claimVisit((await findAssignment(key))!, { by, at: after(leaseHours - 24), until: after(leaseHours) }, 1000)

interface Listing {
  readonly lgas: readonly (Lga | undefined)[]
  readonly limit?: number
  readonly after?: string | undefined
  readonly products?: readonly Product[]
}

const list = async ({ lgas, limit = 20, after, products }: Listing) => {
  const lgaIds = lgas.map(lga => lga?.id ?? 0)
  table.calls.length = 0
  const page = await listClaimable('live', { lgaIds, products, nowMs, limit, after }, () => true)
  return { ...page, ids: page.items.map(({ assignment }) => assignment.verificationId) }
}
const idsOf = (keys: readonly Key[]) => keys.map(({ verificationId }) => verificationId)
/** Each call, with how many items it may read. */
const callsMade = () =>
  table.calls.map(({ action, body }) => {
    const { Limit, RequestItems } = JSON.parse(body)
    const tables = Object.values(RequestItems ?? {}) as { Keys: unknown[] }[]
    return [action, Limit ?? tables[0]?.Keys.length]
  })

describe('a list of an LGA, in a state where much is open and more is claimed', () => {
  const surulere = lgaOf('Surulere')
  const ours: Key[] = []

  beforeAll(async () => {
    for (let n = 0; n < 25; n++) ours.push(await open(surulere, n + 1))
    for (let n = 0; n < 60; n++) await open(lgaOf('Ikeja'), n / 10)
    for (let n = 0; n < 60; n++) await claim(await open(surulere, -n), `agent-${n % 3}`)
  })

  it('is two calls, which read neither what others hold nor what is open elsewhere', async () => {
    const page = await list({ lgas: [surulere] })
    expect(page.ids).toEqual(idsOf(ours.slice(0, 20)))
    expect(callsMade()).toEqual([
      ['Query', 20],
      ['BatchGetItem', 40],
    ])
  })

  it('goes on where it ended, to its end', async () => {
    const { after } = await list({ lgas: [surulere] })
    const rest = await list({ lgas: [surulere], after })
    expect([rest.ids, rest.after]).toEqual([idsOf(ours.slice(20)), undefined])
    expect(callsMade()).toEqual([
      ['Query', 21],
      ['BatchGetItem', 10],
    ])
  })

  it('is one of several LGAs, by the time when each is due, each once', async () => {
    const areas = [surulere, lgaOf('Ikeja'), lgaOf('Epe')]
    const whole = await list({ lgas: areas, limit: 100 })
    expect(whole.ids).toHaveLength(85)
    const due = whole.items.map(({ assignment }) => assignment.dueAt)
    expect(due).toEqual(due.toSorted())
    const walked: number[] = []
    let after: string | undefined
    do {
      const page = await list({ lgas: areas, limit: 7, after })
      walked.push(...page.ids)
      after = page.after
    } while (after !== undefined)
    expect(walked).toEqual(whole.ids)
  })

  it('is two calls for a home of all LGAs of the state, which read what it shows', async () => {
    const page = await list({ lgas: lgasOf(stateById(24)!) })
    expect(page.ids).toHaveLength(20)
    expect(callsMade()).toEqual([
      ['Query', 20],
      ['BatchGetItem', 40],
    ])
    const walked = new Set<number>()
    let after: string | undefined
    do {
      const next = await list({ lgas: lgasOf(stateById(24)!), limit: 9, after })
      for (const id of next.ids) walked.add(id)
      after = next.after
    } while (after !== undefined)
    expect(walked.size).toBe(25 + 60)
  })

  it('of a kind of work is not read on for a full page where it found something, and is where it found nothing', async () => {
    const [epe, badagry] = [lgaOf('Epe'), lgaOf('Badagry')]
    const before: Key[] = []
    for (let n = 0; n < 7; n++) before.push(await open(epe, n))
    const business = [await open(epe, 100, 'business-address'), await open(epe, 200, 'business-address')]
    const products = ['business-address'] as const
    // The first six of Epe are addresses.
    const sparse = await list({ lgas: [epe, badagry], limit: 1, products })
    expect([sparse.ids, callsMade()]).toEqual([
      idsOf(business.slice(0, 1)),
      [
        ['Query', 6],
        ['Query', 6],
        ['Query', 13],
        ['Query', 13],
        ['BatchGetItem', 2],
      ],
    ])
    const near = await open(epe, 2.5, 'business-address')
    const mixed = await list({ lgas: [epe], limit: 2, products })
    expect([mixed.ids, callsMade()]).toEqual([
      idsOf([near, business[0]!]),
      [
        ['Query', 9],
        ['BatchGetItem', 4],
      ],
    ])
    for (const key of [...before, ...business, near]) await closeAssignment(key, nowMs)
  })

  it('reads the LGA: nothing of an empty one, and no more than there is of one with three', async () => {
    const [epe, badagry, ikeja] = [lgaOf('Epe'), lgaOf('Badagry'), lgaOf('Ikeja')]
    const elsewhere = (await listDue('live', 1000)).assignments.filter(({ lgaId }) => lgaId !== badagry.id)
    expect(elsewhere.length).toBe(25 + 60 + 60)
    const few = [await open(badagry, 3), await open(badagry, 1), await open(badagry, 2)]
    const held = await open(badagry, -5)
    await claim(held, 'agent-8')
    const read = async (work: () => Promise<readonly AssignmentTask[]>) => {
      let entries = 0
      const { query } = database
      const reading = vi.spyOn(database, 'query').mockImplementation(async wanted => {
        const page = await query(wanted)
        entries += page.items.length
        return page as never
      })
      const tasks = await work()
      reading.mockRestore()
      return [entries, tasks.length]
    }
    const page = (lga: Lga) => ({ lgaIds: [lga.id], nowMs, limit: 20 })
    const itemsOf = async (listed: Promise<{ readonly items: readonly AssignmentTask[] }>) =>
      (await listed).items
    const claimable = (lga: Lga) => () => itemsOf(listClaimable('live', page(lga), () => true))
    const claimed = (lga: Lga) => () => itemsOf(listClaimed('live', page(lga)))
    const visits = (lga: Lga) => () => itemsOf(listOpenVisits('live', page(lga), () => true))
    const late = (lga: Lga) => () =>
      itemsOf(listOpenVisits('live', page(lga), ({ dueAt }) => dueAt < after(0)))
    const counts: (readonly number[])[] = []
    for (const list of [claimable, claimed, visits, late])
      for (const lga of [epe, badagry, ikeja]) counts.push(await read(list(lga)))
    expect(counts).toEqual([
      [0, 0],
      [3, 3],
      [20, 20],
      [0, 0],
      [1, 1],
      [0, 0],
      [0, 0],
      [4, 4],
      [60, 20],
      [0, 0],
      [4, 1],
      [60, 0],
    ])
    for (const key of [...few, held]) await closeAssignment(key, nowMs)
  })

  it('has what of several states is asked for: the whole of one, and an LGA of the other', async () => {
    const gwale = await open(lgaOf('Gwale', 'Kano'), 0.05)
    const dala = await open(lgaOf('Dala', 'Kano'), 0.01)
    const page = await list({ lgas: [...lgasOf(stateById(24)!), lgaOf('Gwale', 'Kano')], limit: 3 })
    expect(page.ids[1]).toBe(gwale.verificationId)
    expect(page.ids).not.toContain(dala.verificationId)
    expect(callsMade().map(([action]) => action)).toEqual(['Query', 'Query', 'BatchGetItem'])
    for (const key of [gwale, dala]) await closeAssignment(key, nowMs)
  })

  it('has what an agent held for too long before what is open, without anybody doing anything', async () => {
    const [early, late] = [await open(surulere, 30), await open(surulere, 40)]
    for (const key of [early, late]) await claim(key, 'agent-9', -1)
    const page = await list({ lgas: [surulere], limit: 3 })
    expect(page.ids.toSorted()).toEqual(idsOf([early, late, ours[0]!]).toSorted())
    expect(page.ids[2]).toBe(ours[0]!.verificationId)
    expect(callsMade()[0]).toEqual(['Query', 3])
    // Whoever claims it takes it off.
    expect(await claim(early, 'agent-1')).toBe('claimed')
    expect(await claim(late, 'agent-2')).toBe('claimed')
    expect((await list({ lgas: [surulere], limit: 1 })).ids).toEqual(idsOf([ours[0]!]))
  })

  it('has a visit that was given back where it was before', async () => {
    const [first, second] = [ours[0]!, ours[1]!]
    await claim(first, 'agent-4')
    expect((await list({ lgas: [surulere], limit: 2 })).ids[0]).toBe(second.verificationId)
    expect((await listHeld('live', 'agent-4')).map(({ assignment }) => assignment.verificationId)).toEqual([
      first.verificationId,
    ])
    const held = (await findTask(first))!.assignment
    expect(await releaseVisit(held, { by: 'agent-4', at: after(0) })).toBe(true)
    expect((await list({ lgas: [surulere], limit: 2 })).ids).toEqual(idsOf([first, second]))
  })
})

describe('a list', () => {
  const [kano, dala] = [lgaOf('Gwale', 'Kano'), lgaOf('Dala', 'Kano')]
  let visit: Key
  beforeEach(async () => {
    visit = await open(kano, 5)
  })
  const close = () => closeAssignment(visit, nowMs)

  it('has work that needs no visit, and of many kinds of work those that are asked for', async () => {
    const calls = [await open(undefined, 1), await open(undefined, 2), await open(undefined, 3)]
    await claim(calls[1]!, 'agent-5')
    await claim(calls[2]!, 'agent-5', -1)
    const visits = await list({ lgas: [undefined, kano] })
    // Calls are due before the visit, and are no reason to show that later.
    expect(visits.ids).toEqual(idsOf([visit]))
    expect(callsMade().map(([action]) => action)).toEqual(['Query', 'BatchGetItem'])
    expect(areaPageKeyPattern.test(visits.after!)).toBe(true)
    const behind = await list({ lgas: [undefined, kano], after: visits.after })
    expect([behind.ids, behind.after]).toEqual([idsOf([calls[2]!, calls[0]!]), undefined])
    const first = await list({ lgas: [undefined, kano], after: visits.after, limit: 1 })
    expect(areaPageKeyPattern.test(first.after!)).toBe(true)
    const second = await list({ lgas: [undefined, kano], after: first.after })
    expect([first.ids, second.ids]).toEqual([idsOf([calls[2]!]), idsOf([calls[0]!])])
    expect((await list({ lgas: [undefined], products: ['employment'] })).ids).toEqual(
      idsOf([calls[2]!, calls[0]!]),
    )
    // A cursor of another list: these areas have no calls.
    expect((await list({ lgas: [kano], after: visits.after })).ids).toEqual([])
    await Promise.all([close(), ...calls.map(key => closeAssignment(key, nowMs))])
    expect((await list({ lgas: [undefined, kano] })).ids).toEqual([])
  })

  it('has a back-check with the record that it is about, by one more call', async () => {
    const again = { id: draw(), at: after(0), dueAt: after(6), tookPart: [] }
    const [put] = buildBackCheck((await findAssignment(visit))!, again)
    await database.write(put!)
    const { items } = await list({ lgas: [kano] })
    expect(items.map(({ assignment, verification }) => [assignment.verificationId, verification.id])).toEqual(
      [
        [visit.verificationId, visit.verificationId],
        [again.id, visit.verificationId],
      ],
    )
    expect(callsMade()).toEqual([
      ['Query', 20],
      ['BatchGetItem', 4],
      ['BatchGetItem', 1],
    ])
    await Promise.all([close(), closeAssignment({ ...tenant, verificationId: again.id }, nowMs)])
  })

  it('leaves out what is no longer open in the table, whatever the index says', async () => {
    const stale = await open(dala, 1)
    const { items } = await listClaimable(
      'live',
      { lgaIds: [dala.id], nowMs, limit: 5 },
      ({ verificationId }) => verificationId !== stale.verificationId,
    )
    expect(items).toEqual([])
    await close()
  })

  it('has a returned report again once its agent has held it for too long', async () => {
    await claim(visit, 'agent-7')
    const held = (await findAssignment(visit))!
    const reportedAt = after(1)
    const report = { submittedAt: reportedAt } as never
    await database.write({
      update: { ...verificationKey(tenant, visit.verificationId), sk: 'assignment' },
      set: { status: 'reported', report, reportedAt },
    })
    const reported = { ...held, status: 'reported', reportedAt } as typeof held
    const returned = { at: after(2), by: 'reviewer-1', comment: 'Photograph the gate.' }
    expect(await saveReturnedReport(reported, returned, after(-0.5))).toBe(true)
    expect((await list({ lgas: [kano] })).ids).toEqual(idsOf([visit]))
    await close()
  })
})

it('has nothing of a visit once it is reported, though the workflow opens its next state, and nothing once it ends', async () => {
  const gwale = lgaOf('Gwale', 'Kano')
  const key = await open(gwale, 7)
  await claim(key, 'agent-6')
  const report = { submittedAt: after(0.5) } as never
  expect(await fileReport((await findAssignment(key))!, { by: 'agent-6', report })).toBe(true)
  const verification = await database.get<Verification>(verificationKey(tenant, key.verificationId))
  const opening = { taskToken: 'next', at: after(1), dueAt: after(7), isListed: true }
  expect(await openAssignment(key, verification!, opening)).toBe(true)
  const query = { lgaIds: [gwale.id], nowMs, limit: 20 }
  const lists = () =>
    Promise.all([
      listClaimable('live', query, () => true),
      listClaimed('live', query),
      listOpenVisits('live', query, () => true),
    ])
  expect((await lists()).map(({ items }) => items)).toEqual([[], [], []])
  await closeAssignment(key, nowMs)
  const ended = await database.get(assignmentKey(tenant, key.verificationId))
  for (const gone of ['gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi3pk']) expect(ended).not.toHaveProperty(gone)
  expect(await database.query(workInLga('live', gwale.id))).toEqual({ items: [] })
})

it('is read whole for the overview: what is open and what is claimed', async () => {
  const { assignments } = await listDue('live', 1000)
  const countOf = (status: string) => assignments.filter(one => one.status === status).length
  expect([countOf('open'), countOf('claimed')]).toEqual([25 + 60 + 1, 60 + 2])
})
