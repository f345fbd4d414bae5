import { afterAll, beforeAll, expect, it } from 'vitest'
import { stages } from '../../infra/stages.ts'
import type { ApiClient } from '../support/api-client.ts'
import { enrolledDevice, recordPhotos } from '../support/capture.ts'
import { startWorld, type World } from '../support/environment.ts'
import { reportedWork, visitReport, worker } from '../support/fieldwork.ts'
import { addressOrder } from '../support/orders.ts'
import { jpegOf } from '../support/pictures.ts'

/* A share of approved visits is made again by another agent, who does not see what the first one found. */

let world: World
let first: ApiClient
let second: ApiClient
let reviewer: ApiClient

beforeAll(async () => {
  world = await startWorld({ settings: { fieldwork: { ...stages.local.fieldwork, backCheckShare: 1 } } })
  first = await worker(world, 'checked-agent', ['agent'])
  second = await worker(world, 'checking-agent', ['agent'])
  reviewer = await worker(world, 'reviewer-a', ['reviewer'])
})
afterAll(() => world[Symbol.asyncDispose]())

const at = (id: string, what = '') => `/v1/operations/assignments/${id}${what}`

let ordered = 0
/** A visit that the first has reported, in a state where nobody else has work. */
const reported = async (report: object = visitReport()): Promise<string> => {
  const place = { street: `${++ordered} Second Look Street`, lgaName: 'Damaturu', stateName: 'Yobe' }
  return (await reportedWork(world, first, report, '/v1/addresses', addressOrder(place))).assignment
}

const decided = async (decision: object): Promise<string> => {
  const assignment = await reported(visitReport({ comment: 'A secret of the first.' }))
  expect((await reviewer.post(at(assignment, '/decision'), decision)).status).toBe(200)
  return `${assignment}-2`
}

it('goes to another agent, blind, and changes nothing of what was decided', async () => {
  const again = await decided({ decision: 'approve' })
  const lists = async (by: ApiClient) =>
    (await by.get('/v1/operations/assignments?stateId=35')).body.data.map(({ id }: { id: string }) => id)
  expect(await lists(second)).toEqual([again])
  expect(await lists(first)).toEqual([])
  expect((await first.get(at(again))).status).toBe(404)
  expect((await first.post(at(again, '/claim'))).body).toMatchObject({ status: 403, code: 'own_visit' })
  expect((await second.post(at(again, '/claim'))).body).toMatchObject({ id: again, way: 'claimed' })
  const { body } = await second.get(at(again))
  expect(body).toMatchObject({ id: again, isMine: true, review: null, returned: null })
  expect(JSON.stringify(body)).not.toContain('A secret of the first.')
  expect((await second.get(at(again.slice(0, -2)))).status).toBe(404)
  // A second look is compared by what it found; the first one's photos stay the record's.
  expect(body.takesPhotos).toBe(false)
  const device = await enrolledDevice(second)
  const record = device.capture(again, jpegOf(640, 480))
  expect((await recordPhotos(second, again, record)).body).toMatchObject({ status: 409, code: 'no_photos' })
  const found = { findings: { addressExists: true, hadAccess: true, isThere: false } }
  expect((await second.post(at(again, '/report'), visitReport(found))).status).toBe(200)
  expect((await second.post(at(again, '/report'), visitReport(found))).body).toMatchObject({
    code: 'already_decided',
  })
  expect(await lists(second)).toEqual([])
  const customer = await world.client('local-live')
  const [, id] = again.split('-')
  expect((await customer.get(`/v1/addresses/${id}`)).body.status.status).toBe('VERIFIED')
})

it('counts for the agent whose visit it looked at, beside what reviewers made of the others', async () => {
  const assignment = await reported()
  const { agentRecord } = (await reviewer.get(at(assignment))).body.review
  const time = expect.any(String)
  expect(agentRecord).toEqual([
    {
      at: time,
      judgedBy: 'back-check',
      found: 'VERIFIED',
      outcome: 'FAILED - NOT IN RESIDENCE',
      agrees: false,
    },
    { at: time, judgedBy: 'review', found: 'VERIFIED', outcome: 'VERIFIED', agrees: true },
  ])
  const reject = { decision: 'reject', reason: 'FAILED - INVALID ADDRESS' }
  expect((await reviewer.post(at(assignment, '/decision'), reject)).status).toBe(200)
  expect((await second.get(at(`${assignment}-2`))).status).toBe(404)
  const next = await reported()
  expect((await reviewer.get(at(next))).body.review.agentRecord[0]).toMatchObject({
    outcome: 'FAILED - INVALID ADDRESS',
    agrees: false,
  })
})
