import { afterAll, describe, expect, it } from 'vitest'
import { readCompacted } from '../../shared/table/compacted-object.ts'
import { findAnyCompaction } from '../../shared/table/compaction-store.ts'
import { database } from '../../shared/table/driver.ts'
import { trailKey } from '../../shared/table/keys.ts'
import type { VerificationKey } from '../../shared/table/tenant.ts'
import type { Trail } from '../../shared/trail/contract.ts'
import { compactVerification } from '../../shared/trust/compaction/compact.ts'
import { exportedKinds } from '../../shared/trust/export-exclusions.ts'
import { exportReaders } from '../../shared/trust/export-files.ts'
import { closeHours } from '../../shared/trust/trail-log/close-hours.ts'
import { findLastClosedHour } from '../../shared/trust/trail-log/log.ts'
import { age, ageObject, trailItems } from '../support/aged.ts'
import type { ApiClient } from '../support/api-client.ts'
import { quickly, startWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { stepsOf } from '../support/live-visit.ts'
import { functionNamed } from '../support/names.ts'
import { addressOrder } from '../support/orders.ts'
import { reachTable } from '../support/reach-table.ts'
import { signIn } from '../support/sign-in.ts'
import { bucketOf, keptItems, keptObjects } from '../support/stored-items.ts'
import { keptValues, sayEverything, valuesIn } from '../support/subject.ts'

/*
 * A month after their ends, verifications of which everything was said become objects. Whoever reads them through any
 * door reads the same as before, and an erasure leaves nothing of the person.
 */

const world = await startWorld({ settings: { fieldwork: { ...quickly.fieldwork!, fourEyes: false } } })
afterAll(() => world[Symbol.asyncDispose]())
await reachTable(world.emulator)
Object.assign(process.env, {
  API_URL: world.url,
  MEDIA_BUCKET: bucketOf(world),
  TRAIL_LOG_BUCKET: bucketOf(world).replace('media', 'trail-log'),
  RECEIPT_KEY_SECRET: 'verification-local-receipt-key',
  PERSONAL_DATA_SECRET: 'verification-local-personal-data-key',
  FIELDWORK_LIMITS: JSON.stringify({ ...quickly.fieldwork, fourEyes: false }),
})
const told = await sayEverything(world)
const { customer, reviewer } = told
const second = await signIn(world, 'reviewer-2')
// The applicant objects to what was decided of the visit, and it stays.
await stepsOf(`${told.visited.assignment}-d1`).decide(second, {
  decision: 'approve',
  adminComment: 'It stays.',
})

const dayMs = 86_400_000
const hourMs = 3_600_000
const laterMs = Date.now() + 31 * dayMs

const keyOf = (verificationId: number, mode: 'live' | 'test' = 'live'): VerificationKey => ({
  organisationId: 1,
  mode,
  verificationId,
})

/** Links to photos are made anew for every answer, and a report says in which minute it was made. */
const withoutMoment = (answer: unknown): string =>
  JSON.stringify(answer)
    .replace(/https?:[^"\\]+\/v1\/file\/[^"\\]+/g, 'a link')
    .replace(/This report was made on [^()]+\(\d\d:\d\d UTC\)/, 'This report was made now')

const shown = async (by: ApiClient, path: string): Promise<string> => {
  const { status, body } = await by.get(path)
  expect([path, status]).toEqual([path, 200])
  // Deliveries go on.
  const { events: _, ...rest } = typeof body === 'object' ? body : { body }
  return withoutMoment(rest)
}

interface Work {
  readonly id: number
  readonly assignment: string
}

/** All that is answered of it, by path. What was opened is in the trail: the first time it is looked at, and not again. */
const readPages = async ({ id, assignment }: Work, collection: string, ...more: readonly string[]) => {
  const own = ['report', 'receipt', 'revisions', ...more].map(
    part => [customer, `/v1/${collection}/${id}/${part}`] as const,
  )
  const work = collection === 'addresses' ? ['', '/photos'] : ['', '/links', '/attempts']
  const desk = work.map(part => [reviewer, `/v1/operations/assignments/${assignment}${part}`] as const)
  const file = ['', '/report', '/receipt', '/notes'].map(
    part => [reviewer, `/v1/operations/cases/${assignment}${part}`] as const,
  )
  const pages: Record<string, string> = {}
  for (const [by, path] of [...own, ...desk, ...file]) pages[path] = await shown(by, path)
  return pages
}

const readTrails = async ({ id, assignment }: Work) => {
  const command = { command: 'trail', organisationId: 1, mode: 'live', verificationId: id }
  const byOperator = (await world.administer(command)) as Trail
  const places = [`cases/${assignment}`, `assignments/${assignment}`]
  const answers = await Promise.all(places.map(place => reviewer.get(`/v1/operations/${place}/trail`)))
  return [byOperator, ...answers.map(({ body }) => body as Trail)]
}

/** Deliveries go on. */
const settledKinds = exportedKinds.filter(kind => kind !== 'attempt')

const readExport = async (id: number) => {
  const lists = await Promise.all(settledKinds.map(kind => exportReaders[kind](keyOf(id))))
  return Promise.all(lists.flat().map(async file => ({ ...file, bytes: `${await file.bytes()}` })))
}

const prefixOf = (trail: Trail, length: number): Trail => ({
  ...trail,
  entries: trail.entries.slice(0, length),
})

const both = [
  ['visited', 'addresses'],
  ['employed', 'employments'],
] as const

// Whoever looks is noted once an hour: from here on nobody adds to these trails.
for (const [name, collection] of both) {
  await readPages(told[name], collection)
  await readTrails(told[name])
}
/** When this hour is over, and closed. */
const closedMs = Date.now() + 2 * hourMs
await closeHours(closedMs)
const closedUpTo = (await findLastClosedHour(closedMs))!

describe.each(both)('the one that was %s', (name, collection) => {
  const work = told[name]
  const key = keyOf(work.id)

  it('reads as before through every door', async () => {
    const read = () => readPages(work, collection, 'receipt?inclusion=true')
    const pages = await read()
    const trails = await readTrails(work)
    const exported = await readExport(work.id)
    const isCompacted = (nowMs: number) => compactVerification(key, { closedUpTo, nowMs })
    expect(await isCompacted(laterMs)).toBe('stored')
    expect(await isCompacted(laterMs + dayMs)).toBe('compacted')
    const { n, object } = (await findAnyCompaction(key))!
    expect((await trailItems(key)).map(({ sk }) => Number(sk)).filter(each => each <= n)).toEqual([0])
    expect((await readCompacted(key, object!))!.length).toBeGreaterThan(n)
    // First of all: staff who look again are noted again, since who looked in this hour is in the object.
    expect(await readExport(work.id)).toEqual(exported)
    expect(await read()).toEqual(pages)
    const after = await readTrails(work)
    expect(after.map(({ broken }) => broken)).toEqual([null, null, null])
    expect(after.map((trail, index) => prefixOf(trail, trails[index]!.entries.length))).toEqual(trails)
  })
})

it('is found by the function of the day, which leaves an object and one item in place of a trail', async () => {
  const test = await world.client('local-test')
  const { id } = (await test.post('/v1/addresses', addressOrder({ applicantLink: true }))).body
  const key = keyOf(id, 'test')
  const isOver = async () => (await test.get(`/v1/addresses/${id}`)).body.status.state === 'COMPLETE'
  await eventually(isOver, 'its end')
  await eventually(async () => (await test.get(`/v1/addresses/${id}/receipt`)).status === 200, 'its event')
  const receipt = (await test.get(`/v1/addresses/${id}/receipt`)).body
  const restore = await age(key)
  const step = async (result: string) => {
    await world.emulator.invoke(functionNamed('trust-compact-all'), {})
    const isDone = (line: string) =>
      line.includes('verification.compacted') && line.includes(`${id}`) && line.includes(`"${result}"`)
    await eventually(() => world.logLines.some(isDone), result)
  }
  await world.emulator.invoke(functionNamed('trust-close-trails'), {})
  await step('stored')
  await step('stored')
  await ageObject(key)
  await step('compacted')
  expect((await trailItems(key)).map(each => Number(each.sk))).toEqual([0])
  expect(await database.get(trailKey(key, id, 1))).toBeUndefined()
  await restore()
  expect((await test.get(`/v1/addresses/${id}/receipt`)).body).toBe(receipt)
})

it('is checked against the log, in the table and in its object', async () => {
  const { findings } = (await world.administer({ command: 'checkTrailLog' })) as {
    findings: readonly { fault: string }[]
  }
  // Hours were closed too early here: what is wrong with them says nothing of entries.
  const ofEntries = ['missing', 'replaced', 'altered', 'emptied']
  expect(findings.filter(({ fault }) => ofEntries.includes(fault))).toEqual([])
  await world.emulator.invoke(functionNamed('trust-check-trails'), {})
})

it('leaves nothing of the person when it is erased, wherever one looks', async () => {
  const ids = [told.visited.id, told.employed.id]
  for (const verificationId of ids) {
    const key = keyOf(verificationId)
    const { object: before } = (await findAnyCompaction(key))!
    await world.administer({ command: 'erase', organisationId: 1, mode: 'live', verificationId })
    const { object } = (await findAnyCompaction(key))!
    expect(await readCompacted(key, before!)).toBeUndefined()
    expect(valuesIn(JSON.stringify(await readCompacted(key, object!)))).toEqual([])
  }
  const isOf = (text: string) => ids.some(id => text.includes(`${id}`))
  const left = [...(await keptItems(world)), ...(await keptObjects(world))].filter(isOf)
  expect(valuesIn(left.join('\n'))).toEqual([])
  expect(valuesIn(world.logLines.join('\n'), keptValues)).toEqual([])
})
