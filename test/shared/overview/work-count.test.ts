import { beforeAll, expect, it, vi } from 'vitest'
import { claimVisit, releaseVisit } from '../../../shared/work/assignment/claim-store.ts'
import { findAssignment, openAssignment } from '../../../shared/work/assignment/store.ts'
import { countWork, readWorkCount } from '../../../shared/overview/work-count.ts'
import { database } from '../../../shared/table/driver.ts'
import { acceptedAddress } from '../../support/links.ts'
import { startTable } from '../../support/table.ts'

/* More open work than a page, of which the first is late and held. */

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const hours = (n: number): string => new Date(nowMs + n * 3_600_000).toISOString()
const [countedMs, readMs] = [nowMs + 60_000, nowMs + 120_000]

const open = async (n: number) => {
  const { key, verification } = await acceptedAddress(nowMs, { street: `${n} Counted Street` })
  const opening = { taskToken: '', at: hours(-2), dueAt: hours(n || -1), isListed: true }
  await openAssignment(key, verification, opening)
  return key
}
const work = async (key: Awaited<ReturnType<typeof open>>) => (await findAssignment(key))!

/** How many items are read of the table. */
const reading = async <Found>(read: () => Promise<Found>): Promise<readonly [Found, number]> => {
  const { query } = database
  let items = 0
  const spy = vi.spyOn(database, 'query').mockImplementation(async wanted => {
    const page = await query(wanted)
    items += page.items.length
    return page as never
  })
  const found = await read()
  spy.mockRestore()
  return [found, items]
}

const openOf = ({ work: { states } }: Awaited<ReturnType<typeof readWorkCount>>) =>
  states.map(({ late, dueSoon, dueLater }) => late + dueSoon + dueLater)

let late: Awaited<ReturnType<typeof open>>

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  await startTable()
  late = await open(0)
  const lease = { by: 'agent-1', at: hours(-1), until: hours(20) }
  expect(await claimVisit(await work(late), lease, 20)).toBe('claimed')
})

it('counts what fits on a page as it is, whatever was counted before', async () => {
  await countWork('live', nowMs)
  for (let n = 1; n < 3; n++) await open(n)
  const found = await readWorkCount('live', readMs)
  expect([openOf(found), found.held]).toEqual([[2, 1, 0, 0], { 'agent-1': { claimed: 1, reported: 0 } }])
  expect(found.work).toMatchObject({ isMore: false, countedAt: new Date(readMs).toISOString() })
  expect(found.late.map(({ verificationId }) => verificationId)).toEqual([late.verificationId])
})

it('answers of more the last count, whole, and reads a page, however much there is', async () => {
  for (let n = 3; n < 130; n++) await open(n)
  await countWork('live', countedMs)
  const [counted, items] = await reading(() => readWorkCount('live', readMs))
  expect(openOf(counted)).toEqual([129, 1, 0, 0])
  expect(counted.work).toMatchObject({ isMore: false, countedAt: new Date(countedMs).toISOString() })
  for (let n = 130; n < 180; n++) await open(n)
  const [again, more] = await reading(() => readWorkCount('live', readMs))
  expect(openOf(again)).toEqual([129, 1, 0, 0])
  expect([items, more]).toEqual([100, 100])
  // A count that comes late takes no place of a later one.
  await countWork('live', nowMs)
  expect(openOf(await readWorkCount('live', readMs))).toEqual([129, 1, 0, 0])
  await countWork('live', countedMs + 1)
  expect(openOf(await readWorkCount('live', readMs))).toEqual([179, 1, 0, 0])
})

it('has as late what is so now, though the count says otherwise', async () => {
  await releaseVisit(await work(late), { by: 'agent-1', at: hours(0) })
  const { late: found } = await readWorkCount('live', readMs)
  expect(found.map(({ verificationId, status }) => [verificationId, status])).toEqual([
    [late.verificationId, 'open'],
  ])
})

it('says that there is more than it counted where nobody has counted yet', async () => {
  for (let n = 0; n < 102; n++) {
    const { key, verification } = await acceptedAddress(nowMs, { street: `${n} Test Street` }, 'test')
    const opening = { taskToken: '', at: hours(-2), dueAt: hours(30), isListed: true }
    await openAssignment(key, verification, opening)
  }
  const found = await readWorkCount('test', readMs)
  expect([openOf(found), found.work.isMore]).toEqual([[100, 0, 0, 0], true])
})
