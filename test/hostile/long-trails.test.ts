import { expect, it } from 'vitest'
import { announce } from '../../infra/local/announcement.ts'
import { database } from '../../shared/table/driver.ts'
import type { Put } from '../../shared/table/port.ts'
import { findTrailBreak } from '../../shared/trail/check.ts'
import type { Trail, TrailEntry } from '../../shared/trail/contract.ts'
import { eventsIn, nextEntry } from '../../shared/trail/entry.ts'
import { trailKey } from '../../shared/trail/kinds.ts'
import { readTrail } from '../../shared/trail/read-store.ts'
import { run } from '../infra/admin/run.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { approval, reportedWork, worker } from '../support/fieldwork.ts'
import { reachTable } from '../support/reach-table.ts'

/* A trail that grew for years, by readers who open what they decide every hour. */

/** Several pages, and more than the 6 MB that a function answers at once. */
const length = 8000
const words = 'x'.repeat(520)

const later = (before: TrailEntry, n: number): TrailEntry =>
  nextEntry(
    before,
    new Date().toISOString(),
    [{ what: 'viewed', by: `reader-${n % 9}`, facts: { part: 'case', link: n, words } }],
    () => `${n}`,
  )

/** Appends as many entries as readings would, in transactions. */
const grow = async (key: { organisationId: number; mode: 'live'; verificationId: number }) => {
  let last = (await readTrail(key)).at(-1)!
  const expiresAt = Math.floor(Date.now() / 1000) + 86_400
  while (last.n < length) {
    const puts: Put[] = []
    while (puts.length < 100 && last.n < length) {
      last = later(last, last.n + 1)
      puts.push({ put: { ...trailKey(key, key.verificationId, last.n), ...last, expiresAt } })
    }
    await database.transact({ puts })
  }
}

const world = await joinWorld()
await reachTable(world.emulator)
const reviewer = await worker(world, 'long-reviewer', ['reviewer'])
const work = await reportedWork(world, await worker(world, 'long-agent', ['agent']))
const id = work.id
const assignment = work.assignment
await grow({ organisationId: world.organisationId, mode: 'live', verificationId: id })

type Page = Trail & { readonly nextCursor: string | null }

const path = () => `/v1/operations/assignments/${assignment}/trail`
const pageAt = async (cursor: string | null): Promise<Page> => {
  const { status, body } = await reviewer.get(cursor === null ? path() : `${path()}?cursor=${cursor}`)
  expect([status, body.broken]).toEqual([200, null])
  return body
}

const allPages = async (): Promise<readonly Page[]> => {
  const pages = [await pageAt(null)]
  while (pages.at(-1)!.nextCursor !== null) pages.push(await pageAt(pages.at(-1)!.nextCursor))
  return pages
}

it('is read by pages, each of which follows the one before', async () => {
  const pages = await allPages()
  const entries = pages.flatMap(page => page.entries)
  expect(entries.map(({ n }) => n)).toEqual([...Array(entries.length).keys()].map(n => n + 1))
  expect(entries.length).toBeGreaterThanOrEqual(length)
  expect(Math.max(...pages.map(page => page.entries.length))).toBe(1000)
})

it('says at which place of a later page it is broken', async () => {
  const { nextCursor } = await pageAt(null)
  const { n, at } = (await pageAt(nextCursor)).entries[4]!
  const update = trailKey({ organisationId: world.organisationId, mode: 'live' }, id, n)
  await database.write({ update, set: { at: '' } })
  const { body } = await reviewer.get(`${path()}?cursor=${nextCursor}`)
  expect(body.broken).toMatchObject({ place: 1005, kind: 'altered' })
  await database.write({ update, set: { at } })
})

it('is no burden on the decision, the receipt, the report, the export and the erasure', async () => {
  const decided = await reviewer.post(`/v1/operations/assignments/${assignment}/decision`, {
    ...approval,
  })
  expect(decided.status).toBe(200)
  const customer = await world.client('local-live')
  await eventually(
    async () => (await customer.get(`/v1/addresses/${id}/receipt`)).status === 200,
    'the receipt',
  )
  expect((await customer.get(`/v1/addresses/${id}/report`)).status).toBe(200)
  const key = { organisationId: world.organisationId, mode: 'live', verificationId: id }
  announce(world.emulator)
  const given = [
    '--organisation',
    `${key.organisationId}`,
    '--mode',
    'live',
    '--verification',
    `${id}`,
    '--json',
  ]
  const { out } = await run(['trail', 'show', ...given, '--port', new URL(world.url).port])
  const { broken, entries } = JSON.parse(out) as Trail
  expect([broken, findTrailBreak({ ...key, mode: 'live' }, entries)]).toEqual([null, undefined])
  expect(entries.length).toBeGreaterThan(length)
  await world.administer({
    command: 'export',
    ...key,
    page: { kind: 'trail', name: `${id}/trail.json`, offset: 0 },
  })
  await world.administer({ command: 'erase', ...key })
  const left = await readTrail({ ...key, mode: 'live' })
  expect(eventsIn(left).filter(({ facts }) => facts !== undefined && Object.keys(facts).length > 0)).toEqual(
    [],
  )
})
