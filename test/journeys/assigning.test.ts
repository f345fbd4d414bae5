import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../support/api-client.ts'
import { joinWorld } from '../support/environment.ts'
import { openWork, visitReport, worker } from '../support/fieldwork.ts'
import { addressOrder, applicant } from '../support/orders.ts'
import { signInOwn } from '../support/sign-in.ts'

/* Work by area: an agent's list is that of their team, and a supervisor assigns what is in it. */

const assignments = '/v1/operations/assignments'
const assignees = '/v1/operations/assignees'

const world = await joinWorld()
const near: ApiClient = await signInOwn(world, 'kano-near', 'agent')
const other = await signInOwn(world, 'kano-other', 'agent')
const homeless = await worker(world, 'agent-without-team', ['agent'])
const supervisor = await worker(world, 'kano-supervisor', ['supervisor'])

const [kano, warawa, tofa] = [19, 1943, 1939]
const setTeam = (areas: readonly number[]) =>
  world.administer({ command: 'setTeam', teamId: 'kano', name: 'Kano', areas })
const setMember = (agentId: string, more: object = {}) =>
  world.administer({ command: 'setMember', agentId, teamId: 'kano', ...more })
await setTeam([warawa, tofa])
await setMember('kano-near', { dailyCapacity: 2, products: ['address', 'business-address'] })
await setMember('kano-other', { dailyCapacity: 2, products: ['address', 'business-address'] })

let streets = 0
const orderIn = (lgaName: string, stateName: string) =>
  openWork(
    world,
    '/v1/addresses',
    addressOrder({
      street: `${++streets} Area Street`,
      lgaName,
      stateName,
      allowRevisit: true,
      // Who visited an applicant before is not proposed again.
      applicant: { ...applicant, phone: `0803${1_000_000 + streets}` },
    }),
  )
const idsOf = ({ body }: { body: { data: readonly { id: string }[] } }) => body.data.map(({ id }) => id)
const list = async (by: typeof near, query = '') => idsOf(await by.get(`${assignments}${query}`))
const assign = async (id: string, agent: string | null) =>
  (await supervisor.post(assignees, { assignees: [{ id, agent }] })).body.data[0]
const claim = (by: typeof near, id: string) => by.post(`${assignments}/${id}/claim`)
const release = (by: typeof near, id: string, reason = '') =>
  by.delete(`${assignments}/${id}/claim${reason && `?reason=${reason}`}`)

describe('an agent’s list', () => {
  it('has all that is open in the areas of their team, and nothing of the rest of the country', async () => {
    const elsewhere = [await orderIn('Ikeja', 'Lagos'), await orderIn('Gwale', 'Kano')]
    const here = [
      await orderIn('Warawa', 'Kano'),
      await orderIn('Tofa', 'Kano'),
      await orderIn('Warawa', 'Kano'),
    ]
    const ids = here.map(({ assignment }) => assignment)
    expect(await list(near)).toEqual(ids)
    expect(await list(near, `?lgaId=${tofa}`)).toEqual([ids[1]])
    expect(await list(near, '?product=business-address')).toEqual([])
    const state = await list(near, `?stateId=${kano}`)
    expect(state).toEqual(expect.arrayContaining([...ids, elsewhere[1]!.assignment]))
    expect(state).not.toContain(elsewhere[0]!.assignment)
    expect(await list(near, `?stateId=24&lgaId=${tofa}`)).toEqual([])
    const page = (await near.get(`${assignments}?limit=2`)).body
    expect(idsOf({ body: page })).toEqual(ids.slice(0, 2))
    expect(await list(near, `?limit=2&cursor=${page.nextCursor}`)).toEqual(ids.slice(2))
    for (const id of ids) await claim(near, id)
    // Two are as many as they can do in a day.
    expect(await list(near)).toEqual(ids.slice(2))
    for (const id of ids) await release(near, id)
    expect((await list(near)).toSorted()).toEqual(ids.toSorted())
  })

  it('needs an area of whoever is in no team', async () => {
    const { status, body } = await homeless.get(assignments)
    expect([status, body.code, body.errors]).toEqual([
      400,
      'invalid_request',
      [{ pointer: 'query/stateId', code: 'area_needed', detail: expect.stringContaining('no team') }],
    ])
    expect((await homeless.get(`${assignments}?stateId=${kano}`)).status).toBe(200)
    expect((await homeless.get(`${assignments}?list=mine`)).body.data).toEqual([])
  })

  it('says of four suburbs without a position where they are, and no distance', async () => {
    const works = []
    for (const lga of ['Surulere', 'Mushin', 'Agege', 'Epe']) works.push(await orderIn(lga, 'Lagos'))
    const places = []
    for (const { assignment } of works) {
      const { place } = (await homeless.get(`${assignments}/${assignment}`)).body
      places.push(place)
    }
    expect(places.map(({ precision }) => precision)).toEqual(Array(4).fill('lga_centre'))
    expect(new Set(places.map(({ lgaName, latitude }) => `${lgaName} ${latitude}`)).size).toBe(4)
  })
})

describe('a supervisor', () => {
  it('assigns, and the agent accepts and reports', async () => {
    const { assignment } = await orderIn('Warawa', 'Kano')
    expect(await assign(assignment, 'kano-near')).toMatchObject({ agent: 'kano-near', result: 'assigned' })
    const [mine] = (await near.get(`${assignments}?list=mine`)).body.data
    expect(mine).toMatchObject({ id: assignment, isMine: true, isOffered: true, held: null })
    const [held] = (await supervisor.get(`${assignments}?list=claimed&lgaId=${warawa}`)).body.data
    expect(held).toMatchObject({ id: assignment, held: { agent: 'kano-near', isOffered: true } })
    expect(await list(other)).not.toContain(assignment)
    expect((await claim(other, assignment)).body.code).toBe('already_claimed')
    expect((await claim(near, assignment)).status).toBe(200)
    const [accepted] = (await near.get(`${assignments}?list=mine`)).body.data
    expect(accepted).toMatchObject({ id: assignment, isOffered: false })
    expect((await near.post(`${assignments}/${assignment}/report`, visitReport())).status).toBe(200)
    expect(await assign(assignment, 'kano-other')).toMatchObject({ result: 'already_reported' })
  })

  it('hears why an agent refuses, and is proposed another', async () => {
    const { assignment } = await orderIn('Tofa', 'Kano')
    await assign(assignment, 'kano-other')
    expect((await release(other, assignment)).body.errors).toMatchObject([{ code: 'reason_needed' }])
    expect((await release(other, assignment, 'nowhere')).status).toBe(400)
    expect((await release(other, assignment, 'tooFar')).status).toBe(204)
    const { data, agents } = (await supervisor.get(`${assignees}?lgaId=${tofa}`)).body
    const proposal = data.find(({ id }: { id: string }) => id === assignment)
    expect(proposal).toMatchObject({
      agent: 'kano-near',
      refusals: [{ agent: 'kano-other', reason: 'tooFar' }],
    })
    expect(agents).toEqual([
      { agent: 'kano-near', left: 2 },
      { agent: 'kano-other', left: 2 },
    ])
    expect(await list(other)).toContain(assignment)
  })

  it('assigns many at once, and hears of each what came of it', async () => {
    const works = [
      await orderIn('Warawa', 'Kano'),
      await orderIn('Warawa', 'Kano'),
      await orderIn('Warawa', 'Kano'),
    ]
    const ids = works.map(({ assignment }) => assignment)
    const bulk = (agent: string | null) =>
      supervisor.post(assignees, { assignees: ids.map(id => ({ id, agent })) })
    const results = async (agent: string | null) =>
      (await bulk(agent)).body.data.map(({ result }: { result: string }) => result)
    expect(await results('kano-near')).toEqual(['assigned', 'assigned', 'too_many_claims'])
    expect(await results('kano-other')).toEqual(['assigned', 'assigned', 'too_many_claims'])
    expect(await results('nobody')).toEqual(Array(3).fill('no_such_agent'))
    expect(await results(null)).toEqual(Array(3).fill('unassigned'))
    const twice = [ids[0], ids[0]].map(id => ({ id, agent: 'kano-near' }))
    expect((await supervisor.post(assignees, { assignees: twice })).body.errors).toMatchObject([
      { pointer: '/assignees' },
    ])
  })

  it('alone may assign, and has no visit of their own', async () => {
    const { assignment } = await orderIn('Warawa', 'Kano')
    for (const by of [near, await world.client('local-reviewer')]) {
      const body = { assignees: [{ id: assignment, agent: 'kano-near' }] }
      expect((await by.post(assignees, body)).status).toBe(403)
      expect((await by.get(`${assignees}?lgaId=${warawa}`)).status).toBe(403)
      expect((await by.get(`${assignments}?list=claimed&lgaId=${warawa}`)).status).toBe(403)
    }
    expect((await claim(supervisor, assignment)).status).toBe(403)
  })
})

it('changes nothing of what agents hold when their team moves', async () => {
  const { assignment } = await orderIn('Warawa', 'Kano')
  await claim(near, assignment)
  await world.administer({ command: 'removeMember', agentId: 'kano-near' })
  expect((await near.get(assignments)).status).toBe(400)
  expect(await list(near, '?list=mine')).toEqual([assignment])
  await expect(world.administer({ command: 'removeTeam', teamId: 'kano' })).rejects.toThrow('1 agents')
  await expect(setTeam([1999])).rejects.toThrow('there is no state or LGA 1999')
  await expect(setMember('kano-near', { teamId: 'nowhere' })).rejects.toThrow('no such team')
  await expect(setMember('agent-without-team')).rejects.toThrow(
    'agentId: this is a client; a team has people',
  )
})
