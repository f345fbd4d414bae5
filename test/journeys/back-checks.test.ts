import { afterAll, expect, it } from 'vitest'
import { nin } from '../../shared/identity/product/nin.ts'
import {
  openBackCheck,
  openQuietWork,
  openStaff,
  quietOrder,
  startBackCheckWorld,
  workPath,
} from '../support/back-checks.ts'
import {
  approval,
  againstFinding,
  openWork,
  reportedWork,
  visitReport,
  worker,
} from '../support/fieldwork.ts'
import { addressOrder, businessAddressOrder } from '../support/orders.ts'

/*
 * What a stage may want besides: a share of approved visits is made again by another agent; and some products are looked
 * into only with consent.
 */

const world = await startBackCheckWorld({ consentRequired: ['business-address', 'nin'] })
afterAll(() => world[Symbol.asyncDispose]())
const staff = await openStaff(world)

const reported = async (): Promise<string> =>
  (await reportedWork(world, staff.first, visitReport(), '/v1/addresses', quietOrder())).assignment

it('that contradicts the decision has it reviewed again, and changes nothing by itself', async () => {
  const { again, verificationId } = await openBackCheck(world, staff)
  const besides = await worker(world, 'second-and-reviewer', ['agent', 'reviewer'])
  await besides.post(workPath(again, '/claim'))
  // The file of the case would tell its agent what the first one found.
  const file = `/v1/operations/cases/${again.split('-')[0]}-${verificationId}`
  for (const part of ['', '/trail', '/report', '/receipt'])
    expect((await besides.get(`${file}${part}`)).body.code).toBe('own_visit')
  const found = { findings: { addressExists: true, hadAccess: true, isThere: false } }
  const report = async () => (await besides.post(workPath(again, '/report'), visitReport(found))).status
  // At once, and once more.
  expect(await Promise.all([report(), report(), report()])).toContain(200)
  expect(await report()).toBe(409)
  const customer = await world.client('local-live')
  expect((await customer.get(`/v1/addresses/${verificationId}`)).body.status.status).toBe('VERIFIED')
  const other = await worker(world, 'reviewer-b', ['reviewer'])
  const dispute = workPath(`${again.split('-')[0]}-${verificationId}-d1`)
  expect((await other.get(dispute)).body.review.objection).toMatchObject({
    by: 'operator',
    reason: `A back-check found: FAILED - NOT IN RESIDENCE. Its report is in ${again}.`,
  })
  expect((await other.get(dispute.replace('-d1', '-d2'))).status).toBe(404)
  expect((await other.get(workPath(again))).body.review.findings).toEqual(found.findings)
  expect((await other.post(workPath(again, '/decision'), approval)).body.code).toBe('already_decided')
  const reject = { decision: 'reject', reason: 'FAILED - NOT IN RESIDENCE', againstFinding }
  for (const barred of [staff.reviewer, besides])
    expect((await barred.post(`${dispute}/decision`, reject)).body.code).toBe('decided_before')
  expect((await other.post(`${dispute}/decision`, reject)).status).toBe(200)
  expect((await customer.get(`/v1/addresses/${verificationId}`)).body.status.status).toBe('WRONG_ADDRESS')
})

it('counts for the agent whose visit it looked at, beside what reviewers made of the others', async () => {
  const assignment = await reported()
  const { agentRecord } = (await staff.reviewer.get(workPath(assignment))).body.review
  const time = expect.any(String)
  expect(agentRecord.slice(0, 2)).toEqual([
    {
      at: time,
      judgedBy: 'back-check',
      found: 'VERIFIED',
      outcome: 'FAILED - NOT IN RESIDENCE',
      agrees: false,
    },
    { at: time, judgedBy: 'review', found: 'VERIFIED', outcome: 'VERIFIED', agrees: true },
  ])
  const reject = { decision: 'reject', reason: 'FAILED - INVALID ADDRESS', againstFinding }
  expect((await staff.reviewer.post(workPath(assignment, '/decision'), reject)).status).toBe(200)
  expect(await openQuietWork(staff.second)).toEqual([])
  const next = await reported()
  expect((await staff.reviewer.get(workPath(next))).body.review.agentRecord[0]).toMatchObject({
    outcome: 'FAILED - INVALID ADDRESS',
    agrees: false,
  })
})

it('shows its agent nothing that the first visit told of the house, as it does to agents of other visits', async () => {
  const there = { street: '7 Told Look Street', lgaName: 'Damaturu', stateName: 'Yobe', allowRevisit: true }
  const before = await openQuietWork(staff.second)
  const told = visitReport({ placeFacts: ['dog'] })
  const { assignment } = await reportedWork(world, staff.first, told, '/v1/addresses', addressOrder(there))
  await staff.reviewer.post(workPath(assignment, '/decision'), approval)
  const [again] = (await openQuietWork(staff.second)).filter(id => !before.includes(id))
  expect((await staff.second.get(workPath(again!))).body.placeFacts).toEqual([])
  const other = await openWork(world, '/v1/addresses', addressOrder(there))
  expect((await staff.second.get(workPath(other.assignment))).body.placeFacts).toEqual(['dog'])
})

it('takes no order without consent where the stage asks for it, and says all else that is bad', async () => {
  const client = await world.client()
  const consent = {
    noticeVersion: 'terms-7',
    purpose: 'Opening an account',
    language: 'en',
    method: 'app',
    givenAt: '2026-11-01T09:00:00.000Z',
  }
  const order = businessAddressOrder({ street: '1 Policy Close', city: '' })
  const wrongIn = async (path: string, body: object) => {
    const { status, body: answer } = await client.post(path, body)
    return [status, answer.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code])]
  }
  expect(await wrongIn('/v1/addresses/business', order)).toEqual([
    400,
    [
      ['/city', 'too_small'],
      ['/consent', 'required'],
    ],
  ])
  const claim = { firstname: 'Ngozi', lastname: 'Adeyemi', consent: null }
  expect(await wrongIn(`/v1/ng/identities/nin/${nin.sandbox.numbers.exact}`, claim)).toEqual([
    400,
    [['/consent', 'required']],
  ])
  const whole = { ...order, city: 'Ikeja', consent }
  expect((await client.post('/v1/addresses/business', whole)).status).toBe(201)
})
