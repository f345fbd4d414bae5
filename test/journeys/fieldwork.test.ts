import { describe, expect, it } from 'vitest'
import { claimKey } from '../../shared/work/assignment/kinds.ts'
import { database } from '../../shared/table/driver.ts'
import { eventsIn } from '../../shared/trail/entry.ts'
import { assignmentKey } from '../../shared/verification/assignment-kind.ts'
import { enrolDevice, newDevice } from '../support/capture.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { openWork, visitReport, worker } from '../support/fieldwork.ts'
import { addressOrder, applicant } from '../support/orders.ts'
import { reachTable } from '../support/reach-table.ts'
import { signInOwn } from '../support/sign-in.ts'

/* The day of the agents of one state, as its supervisor reads it: what is to do, what is done, and what phones hold. */

const health = '/v1/operations/fieldwork-health'
const cases = '/v1/operations/cases'
const devices = '/v1/operations/devices'

const world = await joinWorld()
await reachTable(world.emulator)
const agent = await signInOwn(world, 'ebonyi-agent', 'agent')
const idle = await signInOwn(world, 'ebonyi-idle', 'agent')
const supervisor = await worker(world, 'ebonyi-supervisor', ['supervisor'])
const operator = await worker(world, 'ebonyi-operator', ['operator'])
const reviewer = await worker(world, 'ebonyi-reviewer', ['reviewer'])

const [ebonyi, abakaliki, afikpoNorth] = [11, 1101, 1102]
await world.administer({ command: 'setTeam', teamId: 'ebonyi', name: 'Ebonyi', areas: [ebonyi] })
for (const agentId of ['ebonyi-agent', 'ebonyi-idle'])
  await world.administer({ command: 'setMember', agentId, teamId: 'ebonyi', dailyCapacity: 7 })

let streets = 0
const orderIn = (lgaName: string) =>
  openWork(
    world,
    '/v1/addresses',
    addressOrder({
      street: `${++streets} Fieldwork Street`,
      lgaName,
      stateName: 'Ebonyi',
      allowRevisit: true,
      applicant: { ...applicant, phone: `0803${3_000_000 + streets}` },
    }),
  )

const count = async () => {
  await world.emulator.invoke('verification-local-fieldwork-count', {})
  const { status, body } = await supervisor.get(`${health}?stateId=${ebonyi}`)
  expect(status).toBe(200)
  return body
}
/** The stream tells of a report a moment after it. */
const countedWith = (done: number) =>
  eventually(async () => {
    const body = await count()
    return body.counted.area.done === done ? body : undefined
  }, `${done} visits to be counted`)
const idsIn = async (query: string) =>
  (await supervisor.get(`${cases}?${query}`)).body.data.map(({ id }: { id: string }) => id)

describe('the day of a state', () => {
  it('counts what is to do and done, by LGA, with the plan of its teams', async () => {
    const works = [await orderIn('Abakaliki'), await orderIn('Abakaliki'), await orderIn('Afikpo North')]
    const [first, second, third] = works.map(({ assignment }) => assignment)
    await agent.post(`/v1/operations/assignments/${first}/claim`)
    await agent.post(`/v1/operations/assignments/${first}/report`, visitReport())
    await idle.post(`/v1/operations/assignments/${second}/claim`)
    const { mode, stateId, workingDay, counted } = await countedWith(1)
    expect([mode, stateId]).toEqual(['live', ebonyi])
    expect(workingDay).toEqual({ fromHour: 8, toHour: 18, timeZone: 'Africa/Lagos' })
    const line = { plan: 14, agentsPlanned: 2, agentsActive: 1, unsentReports: 0, late: 0 }
    expect(counted.area).toMatchObject({ ...line, done: 1, toDo: 2, open: 1, claimed: 1, medianMinutes: 0 })
    const places = counted.places.filter(({ toDo, done }: { toDo: number; done: number }) => toDo + done > 0)
    expect(places).toMatchObject([
      { ...line, id: abakaliki, done: 1, toDo: 1, open: 0, claimed: 1 },
      { ...line, id: afikpoNorth, done: 0, toDo: 1, open: 1, claimed: 0, medianMinutes: null },
    ])
    // Whose visits have strong flags comes first; the order names no position, and the report has none and no photo.
    expect(counted.agents).toMatchObject([
      { id: 'ebonyi-agent', teamId: 'ebonyi', plan: 7, done: 1, stronglyFlagged: 1 },
      { id: 'ebonyi-idle', teamId: 'ebonyi', plan: 7, done: 0, stronglyFlagged: 0 },
    ])
    expect(await idsIn(`list=visits&stateId=${ebonyi}`)).toEqual([second, third])
    expect(await idsIn(`list=visits&lgaId=${abakaliki}&state=claimed`)).toEqual([second])
    expect(await idsIn('list=visits&agent=ebonyi-idle')).toEqual([second])
    expect(await idsIn(`list=visited&stateId=${ebonyi}`)).toEqual([first])
    expect(await idsIn('list=visited&agent=ebonyi-agent')).toEqual([first])
    expect(await idsIn('list=visited&agent=ebonyi-idle')).toEqual([])
  })

  it('is among the states of the country', async () => {
    await world.emulator.invoke('verification-local-fieldwork-count', {})
    const { stateId, counted } = (await operator.get(health)).body
    expect(stateId).toBe(null)
    const [line] = counted.places.filter(({ id }: { id: number }) => id === ebonyi)
    expect(line).toMatchObject({ plan: 14, done: 1, toDo: 2 })
    expect(counted.area.toDo).toBeGreaterThanOrEqual(2)
  })

  it('is read by supervisors and operators alone, as are the lists by reviewers, too', async () => {
    for (const by of [agent, reviewer]) expect((await by.get(health)).status).toBe(403)
    for (const by of [supervisor, operator]) expect((await by.get(health)).status).toBe(200)
    const list = `${cases}?list=visited`
    expect((await agent.get(list)).status).toBe(403)
    for (const by of [supervisor, operator, reviewer]) expect((await by.get(list)).status).toBe(200)
  })

  it('names what is wrong with a question', async () => {
    const wrong = async (path: string) => {
      const { status, body } = await supervisor.get(path)
      return [status, body.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code])]
    }
    expect(await wrong(`${health}?stateId=lagos`)).toEqual([400, [['query/stateId', 'wrong_form']]])
    expect(await wrong(`${cases}?list=visits`)).toEqual([400, [['query/stateId', 'area_needed']]])
    expect(await wrong(`${cases}?list=visited&due=late&state=open`)).toEqual([
      400,
      [
        ['query/state', 'not_of_list'],
        ['query/due', 'not_of_list'],
      ],
    ])
  })
})

describe('what a phone holds', () => {
  const phone = newDevice()
  const at = `${devices}/${phone.id}/unsent`
  const unsentOf = async () => {
    const { area, agents } = (await count()).counted
    const { unsentReports, unsentPhotos, unsentAt } = agents.find(
      ({ id }: { id: string }) => id === 'ebonyi-idle',
    )
    return [area.unsentReports, unsentReports, unsentPhotos, typeof unsentAt]
  }

  it('is said by its agent, and known until the phone says otherwise', async () => {
    expect((await enrolDevice(idle, phone)).status).toBe(201)
    expect((await idle.request('PUT', at, { number: 1, reports: 2, photos: 9 })).status).toBe(204)
    expect(await unsentOf()).toEqual([2, 2, 9, 'string'])
    expect((await count()).counted.agents[0].id).toBe('ebonyi-idle')
    expect((await idle.request('PUT', at, { number: 2, reports: 0, photos: 0 })).status).toBe(204)
    // A word that was late on its way changes nothing.
    expect((await idle.request('PUT', at, { number: 1, reports: 2, photos: 9 })).status).toBe(204)
    expect(await unsentOf()).toEqual([0, 0, 0, 'object'])
  })

  it('extends the lease of its agent once by itself, which lists and trail say', async () => {
    const forgetful = await signInOwn(world, 'ebonyi-forgetful', 'agent')
    await world.administer({ command: 'setMember', agentId: 'ebonyi-forgetful', teamId: 'ebonyi' })
    const { id, assignment } = await orderIn('Abakaliki')
    const work = `/v1/operations/assignments/${assignment}`
    await forgetful.post(`${work}/claim`)
    const device = newDevice()
    await enrolDevice(forgetful, device)
    const unsent = `${devices}/${device.id}/unsent`
    await forgetful.request('PUT', unsent, { number: 1, reports: 1, photos: 3 })
    const heldLine = async () => {
      const { data } = (await supervisor.get(`/v1/operations/assignments?list=claimed&lgaId=${abakaliki}`))
        .body
      return data.find((each: { id: string }) => each.id === assignment).held
    }
    await count()
    expect(await heldLine()).toMatchObject({ agent: 'ebonyi-forgetful', isLeaseExtended: false })
    // Ten minutes are left of the lease.
    const endsAtMs = Date.now() + 600_000
    const set = { leaseUntil: new Date(endsAtMs).toISOString() }
    const tenant = { organisationId: world.organisationId, mode: 'live' } as const
    const shorten = async () => {
      await database.write({ update: assignmentKey(tenant, id), set })
      await database.write({ update: claimKey('live', 'ebonyi-forgetful', 0), set })
    }
    await shorten()
    await count()
    const until = new Date(endsAtMs + 86_400_000).toISOString()
    expect(await heldLine()).toMatchObject({ agent: 'ebonyi-forgetful', until, isLeaseExtended: true })
    const [mine] = (await forgetful.get('/v1/operations/assignments?list=mine')).body.data
    expect(mine).toMatchObject({ id: assignment, leaseUntil: until, isLeaseExtended: true })
    await shorten()
    await count()
    expect((await forgetful.get(work)).body).toMatchObject({
      leaseUntil: set.leaseUntil,
      isLeaseExtended: true,
    })
    const { entries } = (await operator.get(`${cases}/${assignment}/trail`)).body
    expect(eventsIn(entries).filter(({ what }) => what === 'leaseExtended')).toMatchObject([
      { by: 'service', facts: { agent: 'ebonyi-forgetful', leaseUntil: until } },
    ])
    await forgetful.request('PUT', unsent, { number: 2, reports: 0, photos: 0 })
    await forgetful.delete(`${work}/claim`)
  })

  it('is said of a device of one’s own alone', async () => {
    const word = { number: 9, reports: 1, photos: 1 }
    expect((await agent.request('PUT', at, word)).body.code).toBe('not_found')
    expect((await supervisor.request('PUT', at, word)).status).toBe(403)
    expect((await idle.request('PUT', `${devices}/${'x'.repeat(43)}/unsent`, word)).status).toBe(404)
    expect((await idle.request('PUT', `${devices}/short/unsent`, word)).status).toBe(400)
    const { status, body } = await idle.request('PUT', at, { number: 0, reports: -1, photos: 'many' })
    expect(status).toBe(400)
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/number',
      '/reports',
      '/photos',
    ])
    expect(await unsentOf()).toEqual([0, 0, 0, 'object'])
  })
})
