import { afterAll, expect, it } from 'vitest'
import type { Answer, ApiClient } from '../support/api-client.ts'
import {
  openBackCheck,
  openQuietWork,
  openStaff,
  quietOrder,
  startBackCheckWorld,
  workPath,
} from '../support/back-checks.ts'
import {
  enrolledDevice,
  recordPhotos,
  sendPhoto,
  sha256Of,
  type TestDevice,
  takePhoto,
  upload,
} from '../support/capture.ts'
import { approval, openWork, visitReport, worker } from '../support/fieldwork.ts'
import { linkIn, messagesTo, messageTo } from '../support/messages.ts'
import { applicant, proAddressOrder, shownHouse } from '../support/orders.ts'
import { jpegOf } from '../support/pictures.ts'
import { keptPhotos } from '../support/stored-items.ts'

/* Whoever makes a back-check does not find out what the first visit found, nor that there was one. */

const world = await startBackCheckWorld()
afterAll(() => world[Symbol.asyncDispose]())
const staff = await openStaff(world)

/** All that somebody can ask of a visit, in the order in which it is done. */
const walk = async (by: ApiClient, device: TestDevice, id: string): Promise<readonly unknown[]> => {
  const bytes = jpegOf(640, 480)
  const answers: unknown[] = []
  const note = async (asked: Promise<Answer>) => {
    const answer = await asked
    answers.push([answer.status, answer.body])
    for (const [url] of JSON.stringify(answer.body ?? null).matchAll(/http[^"]+\/v1\/file\/[^"]+/g)) {
      const { status, headers } = await fetch(url, { redirect: 'manual' })
      answers.push([
        status,
        Buffer.from(url.split(/[/.]/).at(-2)!, 'base64url').toString(),
        headers.get('location'),
      ])
    }
    return answer
  }
  const read = async () => {
    for (const what of ['', '/photos', '/attempts', '/links', '/trail'])
      await note(by.get(workPath(id, what)))
    for (const list of ['', '&list=mine']) await note(by.get(`/v1/operations/assignments?stateId=35${list}`))
    for (const decision of ['approve', 'reject', 'return'])
      await note(by.post(workPath(id, '/decision'), { decision }))
  }
  await read()
  await note(by.post(workPath(id, '/claim')))
  await read()
  const recorded = await note(recordPhotos(by, id, device.capture(id, bytes)))
  expect((await upload(recorded.body.data[0].upload, bytes)).status).toBe(200)
  await note(takePhoto(by, id, bytes))
  await read()
  for (const _time of [1, 2]) await note(by.post(workPath(id, '/report'), visitReport()))
  await read()
  await note(by.delete(workPath(id, '/claim')))
  await note(by.post(workPath(id, '/claim')))
  await read()
  return answers
}

/** Without what differs between any two visits: id, times, and signatures. */
const masked = (answers: readonly unknown[], id: string): unknown =>
  JSON.parse(
    JSON.stringify(answers)
      .replaceAll(id.split('-')[1]!, '0')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|\b\d{10} /g, 'TIME')
      .replace(/(\/v1\/file\/)[\w.-]+/g, '$1TOKEN')
      .replace(/(?<=[0-9a-f]{64}-)[0-9a-f]{16}/g, 'STATEMENT')
      .replace(/X-Amz-(Date|Signature|Security-Token)=[^&"]+/g, '$1')
      .replace(/"(requestId|deviceId)":"[^"]*"/g, '"$1":"…"'),
  )

/** An order with all that an applicant shows and says. */
const saidAndShown = async (phone: string): Promise<string> => {
  const known = messagesTo(world, phone).length
  const addressExtraData = shownHouse(jpegOf(320, 240))
  const person = { ...applicant, phone: phone.replace('+234', '0') }
  const { assignment } = await openWork(
    world,
    '/v1/addresses/pro',
    proAddressOrder({ ...quietOrder(), addressExtraData, applicant: person, applicantLink: true }),
  )
  const body = new URLSearchParams({ consent: 'given', time: 'after 4 pm' })
  const said = await fetch(linkIn(await messageTo(world, phone, known)), {
    method: 'POST',
    redirect: 'manual',
    body,
  })
  expect(said.status).toBe(303)
  return assignment
}

it.each([
  ['an agent', ['agent'], '+2348000771021'],
  ['an agent who reviews besides', ['agent', 'reviewer'], '+2348000771022'],
] as const)('is to %s as any first visit is, field by field', async (who, roles, phone) => {
  const by = await worker(world, `second ${who}`.replaceAll(' ', '-'), roles)
  const device = await enrolledDevice(by)
  const visited = await saidAndShown(phone)
  await staff.first.post(workPath(visited, '/claim'))
  const shot = await sendPhoto(staff.first, await enrolledDevice(staff.first), visited, jpegOf(640, 481))
  expect(shot.status).toBe(200)
  await staff.first.post(workPath(visited, '/report'), visitReport({ comment: 'A secret of the first.' }))
  const decision = { decision: 'approve', flagsAnswer: 'The same wall as before.' }
  expect((await staff.reviewer.post(workPath(visited, '/decision'), decision)).status).toBe(200)
  const [again] = await openQuietWork(by)
  const ofSecond = await walk(by, device, again!)
  const alike = await saidAndShown(phone)
  expect(masked(ofSecond, again!)).toEqual(masked(await walk(by, device, alike), alike))
  // Nor does anything, signed or stored elsewhere, name the verification of the first visit.
  expect(JSON.stringify(ofSecond)).not.toMatch(`${visited.split('-')[1]}`)
  expect(JSON.stringify(ofSecond)).not.toContain('A secret')
})

it('goes to nobody who had a part in the matter', async () => {
  const both = await worker(world, 'agent-and-reviewer', ['agent', 'reviewer'])
  const gaveUp = await worker(world, 'agent-who-gave-up', ['agent'])
  const returned = await worker(world, 'agent-who-returned-it', ['agent', 'reviewer'])
  const read = await worker(world, 'agent-who-read-it', ['agent', 'reviewer'])
  const late = await worker(world, 'agent-who-reads-it-later', ['agent', 'reviewer'])
  const { assignment } = await openWork(world, '/v1/addresses', quietOrder())
  await gaveUp.post(workPath(assignment, '/claim'))
  await gaveUp.delete(workPath(assignment, '/claim'))
  await staff.first.post(workPath(assignment, '/claim'))
  await staff.second.get(workPath(assignment))
  await staff.first.post(workPath(assignment, '/report'), visitReport())
  await read.get(workPath(assignment))
  await returned.post(workPath(assignment, '/decision'), { decision: 'return', comment: 'Once more.' })
  await staff.first.post(workPath(assignment, '/report'), visitReport())
  expect((await both.post(workPath(assignment, '/decision'), approval)).status).toBe(200)
  const [again] = await openQuietWork(staff.second)
  for (const barred of [staff.first, gaveUp, returned, read, both])
    expect(await openQuietWork(barred)).toEqual([])
  await late.get(workPath(assignment))
  for (const barred of [staff.first, gaveUp, returned, read, both, late])
    expect((await barred.post(workPath(again!, '/claim'))).body).toMatchObject({
      status: 403,
      code: 'own_visit',
    })
  expect((await staff.second.post(workPath(again!, '/claim'))).status).toBe(200)
  await staff.second.post(workPath(again!, '/report'), visitReport())
})

it('has photos that no customer sees, and that are erased with the record', async () => {
  const { again, verificationId } = await openBackCheck(world, staff)
  const number = again.split('-')[1]!
  const bytes = jpegOf(640, 482)
  await staff.second.post(workPath(again, '/claim'))
  expect((await sendPhoto(staff.second, await enrolledDevice(staff.second), again, bytes)).status).toBe(200)
  expect((await staff.second.post(workPath(again, '/report'), visitReport())).status).toBe(200)
  const customer = await world.client('local-live')
  for (const what of ['', '/report', '/receipt', '/revisions']) {
    const { status, body } = await customer.get(`/v1/addresses/${verificationId}${what}`)
    expect([what, status]).toEqual([what, 200])
    const told = JSON.stringify(body) + Buffer.from(`${body.receipt}`.split('.')[1] ?? '', 'base64url')
    expect(told).not.toMatch(new RegExp(`${number}|${sha256Of(bytes)}`))
  }
  const other = await worker(world, 'reviewer-c', ['reviewer'])
  const [photo] = (await other.get(workPath(again, '/photos'))).body.data
  const keptNow = async () => (await keptPhotos(world)).filter(key => key.includes(number))
  expect((await keptNow()).length).toBeGreaterThan(0)
  await world.administer({ command: 'erase', organisationId: 1, mode: 'live', verificationId })
  expect(await keptNow()).toEqual([])
  expect((await fetch(photo.photoUrl)).status).toBe(404)
  for (const by of [staff.second, other]) expect((await by.get(workPath(again))).status).toBe(404)
})

it('is not there for the agent of the first visit, nor the first visit for its own', async () => {
  const { again, verificationId } = await openBackCheck(world, staff)
  const before = `${again.split('-')[0]}-${verificationId}`
  expect((await staff.second.post(workPath(again, '/claim'))).status).toBe(200)
  expect((await staff.first.get(workPath(again))).status).toBe(404)
  expect((await staff.second.get(workPath(before))).status).toBe(404)
  expect((await staff.second.get(workPath(again))).status).toBe(200)
})
