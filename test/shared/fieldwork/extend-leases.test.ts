import { beforeAll, describe, expect, it } from 'vitest'
import { claimVisit, countHeld, releaseVisit } from '../../../shared/work/assignment/claim-store.ts'
import { listClaimable, listClaimed } from '../../../shared/work/assignment/list-store.ts'
import { fileReport } from '../../../shared/work/assignment/report-store.ts'
import { findAssignment, openAssignment } from '../../../shared/work/assignment/store.ts'
import { saveUnsent } from '../../../shared/evidence/unsent-store.ts'
import { extendLeases } from '../../../shared/fieldwork/extend-leases.ts'
import { database } from '../../../shared/table/driver.ts'
import { eventsIn } from '../../../shared/trail/entry.ts'
import { readTrail } from '../../../shared/trail/read-store.ts'
import { verificationKey } from '../../../shared/verification/kinds.ts'
import { fieldworkLimits } from '../../support/fieldwork-limits.ts'
import { startTable } from '../../support/table.ts'
import { addressVerification, drawIds, liveTenant } from '../../support/verifications.ts'

/* Each test has an agent of its own, whose leases are of two hours. */

const nowMs = Date.parse('2026-11-27T10:00:00.000Z')
const minutes = (n: number): string => new Date(nowMs + n * 60_000).toISOString()
const tenant = liveTenant(7)
const draw = drawIds(nowMs - 40 * 3_600_000)
const lgaId = 2411

beforeAll(async () => {
  await startTable()
  process.env.FIELDWORK_LIMITS = fieldworkLimits({ agentLeaseSeconds: 7200 })
})

const visit = async () => {
  const id = draw()
  const verification = addressVerification(
    { street: `${id} Allen Avenue`, stateId: 24, lgaId },
    { id, ...tenant },
  )
  await database.write({ put: { ...verification, ...verificationKey(tenant, id) } })
  const key = { ...tenant, verificationId: id }
  const opening = { taskToken: 't', at: minutes(-600), dueAt: minutes(600), isListed: true }
  await openAssignment(key, verification, opening)
  return key
}
type VisitKey = Awaited<ReturnType<typeof visit>>

interface Claiming {
  readonly by: string
  readonly until: number
  readonly at?: number
  readonly offeredBy?: string
}
const claim = async (key: VisitKey, { by, until, at = -60, offeredBy }: Claiming) => {
  const lease = { by, at: minutes(at), until: minutes(until), offeredBy }
  expect(await claimVisit((await findAssignment(key))!, lease, 20)).toBe('claimed')
}

let agents = 0
/** An agent whose phone has said that it holds a report. */
const holder = async (saidAt = -30) => {
  const agentId = `holder-${++agents}`
  await saveUnsent('live', { agentId, deviceId: 'd' }, { number: 1, reports: 1, photos: 3 }, minutes(saidAt))
  return agentId
}

const leaseOf = async (key: VisitKey) => {
  const { leaseUntil, isLeaseExtended } = (await findAssignment(key))!
  return [leaseUntil, isLeaseExtended]
}
const extensionsOf = async (key: VisitKey) =>
  eventsIn(await readTrail(key)).filter(({ what }) => what === 'leaseExtended')

const idsIn = async (list: typeof listClaimed, atMs: number) =>
  (await list('live', { lgaIds: [lgaId], limit: 100, nowMs: atMs })).items.map(
    ({ assignment }) => assignment.verificationId,
  )

describe('a lease that ends within 15 minutes, of an agent whose phone holds something', () => {
  it('is extended by the time of a claim, once', async () => {
    const by = await holder()
    const key = await visit()
    await claim(key, { by, until: 10 })
    expect(await extendLeases('live', nowMs)).toBe(1)
    expect(await leaseOf(key)).toEqual([minutes(130), true])
    expect(await extensionsOf(key)).toMatchObject([
      { by: 'service', facts: { agent: by, leaseUntil: minutes(130) }, at: minutes(0) },
    ])
    // It is held in the lists, and counts among what the agent holds.
    const laterMs = nowMs + 20 * 60_000
    expect(await idsIn(listClaimed, laterMs)).toEqual([key.verificationId])
    expect(await idsIn((mode, query) => listClaimable(mode, query, () => true), laterMs)).toEqual([])
    expect(await countHeld('live', by, laterMs)).toBe(1)
    expect(await extendLeases('live', nowMs + 120 * 60_000)).toBe(0)
    expect(await leaseOf(key)).toEqual([minutes(130), true])
    expect(
      await claimVisit(
        (await findAssignment(key))!,
        { by: 'other', at: minutes(131), until: minutes(251) },
        20,
      ),
    ).toBe('claimed')
    expect(await leaseOf(key)).toEqual([minutes(251), undefined])
  })

  it('is not extended again after its agent has renewed it, and is after they gave it back and took it anew', async () => {
    const by = await holder()
    const key = await visit()
    await claim(key, { by, until: 10 })
    await extendLeases('live', nowMs)
    await claim(key, { by, until: 12 })
    expect(await extendLeases('live', nowMs)).toBe(0)
    expect(await leaseOf(key)).toEqual([minutes(12), true])
    expect(await releaseVisit((await findAssignment(key))!, { by, at: minutes(-50) })).toBe(true)
    await claim(key, { by, until: 10, at: -40 })
    expect(await leaseOf(key)).toEqual([minutes(10), undefined])
    expect(await extendLeases('live', nowMs)).toBe(1)
  })

  it('is extended once by two counts at the same time, and for two phones of the agent', async () => {
    const by = await holder()
    await saveUnsent(
      'live',
      { agentId: by, deviceId: 'e' },
      { number: 1, reports: 0, photos: 1 },
      minutes(-20),
    )
    const keys = [await visit(), await visit()]
    for (const key of keys) await claim(key, { by, until: 10 })
    const counts = await Promise.all([extendLeases('live', nowMs), extendLeases('live', nowMs)])
    expect(counts[0] + counts[1]).toBe(2)
    for (const key of keys) {
      expect(await leaseOf(key)).toEqual([minutes(130), true])
      expect(await extensionsOf(key)).toHaveLength(1)
    }
  })
})

describe('a lease is not extended', () => {
  it('that ends later, or has ended', async () => {
    const by = await holder()
    const [later, ended] = [await visit(), await visit()]
    await claim(later, { by, until: 16 })
    await claim(ended, { by, until: 0 })
    expect(await extendLeases('live', nowMs)).toBe(0)
    expect(await extendLeases('live', nowMs + 60_000)).toBe(1)
    expect(await leaseOf(later)).toEqual([minutes(136), true])
  })

  it('whose agent’s phone has said nothing, holds nothing any more, or spoke before the claim', async () => {
    const silent = `silent-${++agents}`
    const [done, early] = [await holder(), await holder(-61)]
    await saveUnsent(
      'live',
      { agentId: done, deviceId: 'd' },
      { number: 2, reports: 0, photos: 0 },
      minutes(-1),
    )
    for (const by of [silent, done, early]) await claim(await visit(), { by, until: 10 })
    expect(await extendLeases('live', nowMs)).toBe(0)
  })

  it('of what the agent has not accepted, has reported, or holds no more', async () => {
    const by = await holder()
    const [offered, reported, moved] = [await visit(), await visit(), await visit()]
    await claim(offered, { by, until: 10, offeredBy: 'supervisor-1' })
    for (const key of [reported, moved]) await claim(key, { by, until: 10 })
    await fileReport((await findAssignment(reported))!, {
      by,
      report: { submittedAt: minutes(-5) } as never,
    })
    await claim(moved, { by: 'another-agent', until: 10, at: -5, offeredBy: 'supervisor-1' })
    expect(await extendLeases('live', nowMs)).toBe(0)
  })

  it('of another mode', async () => {
    await claim(await visit(), { by: await holder(), until: 10 })
    expect(await extendLeases('test', nowMs)).toBe(0)
    expect(await extendLeases('live', nowMs)).toBe(1)
  })
})
