import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { database } from '../../shared/table/driver.ts'
import type { Trail } from '../../shared/trail/contract.ts'
import { eventsIn } from '../../shared/trail/entry.ts'
import { trailKey } from '../../shared/trail/kinds.ts'
import { joinWorld } from '../support/environment.ts'
import { approval, openWork, reportedWork, worker } from '../support/fieldwork.ts'
import { reachTable } from '../support/reach-table.ts'

/* Who did what to a live verification: written by the service, read by reviewers, exported, checked offline. */

const folder = mkdtempSync(join(tmpdir(), 'trail-test-'))

const world = await joinWorld()
afterAll(async () => {
  rmSync(folder, { recursive: true })
})
await reachTable(world.emulator)
const agent = await worker(world, 'trail-agent', ['agent'])
const reviewer = await worker(world, 'trail-reviewer', ['agent', 'reviewer'])

const at = (assignment: string, what = '/trail') => `/v1/operations/assignments/${assignment}${what}`
const trailOf = async (assignment: string): Promise<Trail> => (await reviewer.get(at(assignment))).body
const exported = async (verificationId: number) =>
  (await world.administer({ command: 'trail', organisationId: 1, mode: 'live', verificationId })) as Trail

/** `npm run admin -- trail check` on what was exported, its last entry noted. */
const verified = (trail: Trail) =>
  new Promise<{ code: number; said: string }>(resolve => {
    const file = join(folder, 'trail.json')
    writeFileSync(file, JSON.stringify(trail))
    const { n, digest } = trail.entries.at(-1)!
    const words = ['infra/admin/main.ts', 'trail', 'check', '--file', file, '--place', `${n}:${digest}`]
    execFile(process.execPath, words, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), said: `${out}${err}` }),
    )
  })

const keyOf = (id: number, n: number) =>
  trailKey({ organisationId: world.organisationId, mode: 'live' }, id, n)

describe('the trail of a visit', () => {
  it('tells who did what, each step of it, and that it was read', async () => {
    const { id, assignment } = await reportedWork(world, agent)
    await reviewer.get(at(assignment, ''))
    await reviewer.post(at(assignment, '/claim'))
    const decided = await reviewer.post(at(assignment, '/decision'), approval)
    expect(decided.status).toBe(200)
    const { entries, ...trail } = await trailOf(assignment)
    const { organisationId } = world
    expect(trail).toEqual({
      organisationId,
      mode: 'live',
      verificationId: id,
      broken: null,
      nextCursor: null,
    })
    // The first reads are those of the test, which waits for the work to be open.
    const steps = eventsIn(entries).filter(({ by }) => by === 'trail-agent' || by === 'trail-reviewer')
    expect(steps.map(({ what, by }) => [what, by])).toEqual([
      ['claimed', 'trail-agent'],
      ['reported', 'trail-agent'],
      ['viewed', 'trail-reviewer'],
      ['reviewing', 'trail-reviewer'],
      ['decided', 'trail-reviewer'],
      ['viewed', 'trail-reviewer'],
    ])
    expect(steps.at(-1)!.facts).toEqual({ part: 'trail' })
  })

  it('is exported as a reviewer reads it, and holds for whoever checks it', async () => {
    const { id, assignment } = await reportedWork(world, agent)
    const read = await trailOf(assignment)
    const trail = await exported(id)
    expect({ ...trail, nextCursor: null }).toEqual(read)
    const { n, digest } = trail.entries.at(-1)!
    expect(await verified(trail)).toEqual({ code: 0, said: `ok, ${n} entries\n${n}:${digest}\n` })
  })

  it('holds no more where an entry was altered, removed or moved in the table, and says where', async () => {
    const changed = async (change: (id: number) => Promise<unknown>) => {
      const { id, assignment } = await reportedWork(world, agent)
      await change(id)
      const trail = await exported(id)
      expect((await trailOf(assignment)).broken).toEqual(trail.broken)
      return [trail.broken, await verified(trail)]
    }
    const brokenAt = (sequence: number, kind: string, reason: string) => [
      { place: sequence, kind, reason },
      { code: 1, said: `broken at entry ${sequence} (${kind}): ${reason}\n` },
    ]
    const altered = await changed(id => database.write({ update: keyOf(id, 2), set: { at: '' } }))
    expect(altered).toEqual(brokenAt(2, 'altered', 'the entry is not what its digest was made of'))
    const removed = await changed(id => database.write({ delete: keyOf(id, 2) }))
    expect(removed).toEqual(brokenAt(2, 'removed', 'the entry is missing'))
    const moved = await changed(async id => {
      const [one, other] = await Promise.all([2, 3].map(n => database.get(keyOf(id, n))))
      await database.transact({
        second: { put: { ...other, ...keyOf(id, 2) } },
        third: { put: { ...one, ...keyOf(id, 3) } },
      })
    })
    expect(moved).toEqual(brokenAt(2, 'moved', 'another entry stands here'))
  })
})

describe('reading a trail', () => {
  it('is a reviewer’s, of a visit that is not theirs', async () => {
    const customer = await world.client('local-live')
    const { assignment } = await reportedWork(world, reviewer)
    expect((await reviewer.get(at(assignment))).body).toMatchObject({ status: 403, code: 'own_visit' })
    for (const other of [agent, customer])
      expect((await other.get(at(assignment))).body).toMatchObject({
        status: 403,
        code: 'product_not_enabled',
      })
    expect((await reviewer.get(at('1-77'))).status).toBe(404)
  })

  it('is an operator’s of what was opened for people, and of nothing else', async () => {
    const { id } = await openWork(world)
    const key = { organisationId: 1, mode: 'live', verificationId: id }
    for (const other of [{ mode: 'test' }, { organisationId: 2 }, { verificationId: 77 }])
      await expect(world.administer({ command: 'trail', ...key, ...other })).rejects.toThrow(
        'verificationId: it has no trail',
      )
  })
})
