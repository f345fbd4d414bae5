import type { ApiClient } from '../../support/api-client.ts'
import { enrolledDevice, type TestDevice, takePhoto } from '../../support/capture.ts'
import { decide, onceTold } from '../../support/disputes.ts'
import type { World } from '../../support/environment.ts'
import { eventually } from '../../support/eventually.ts'
import { messageTo } from '../../support/messages.ts'
import { northBy, type Shot, stated, stepsOf } from '../../support/live-visit.ts'
import { addressOrder, applicant } from '../../support/orders.ts'
import { vips } from '../../support/pictures.ts'
import { type Receiver, receivedEvent } from '../../support/receiver.ts'
import { signInOwn } from '../../support/sign-in.ts'
import { photo } from './assumptions.ts'

/*
 * A verification as people live it, in live mode, each step as their pages and programs ask for it: ordered with a link
 * for the applicant, listed, claimed, photographed, reported, reviewed, decided, told, its report and receipt fetched once.
 */

/** What goes between people's devices and the bucket, past all functions. */
export interface Direct {
  readonly puts: number
  readonly gets: number
  /** Of what was got. */
  readonly bytes: number
}

const slots = [
  'exteriorPhotos.photo1',
  'exteriorPhotos.photo2',
  'interiorPhotos.photo1',
  'extraPhotos.photo1',
] as const

let drawn = 0
/** Like no other, also to whoever looks for what is alike, and as heavy as it is stated to be. */
const drawPhoto = (): Uint8Array => {
  const { width, height } = photo
  const shapes = vips.Image.gaussnoise(12, 9, { mean: 128, sigma: 60, seed: ++drawn })
  const grain = vips.Image.gaussnoise(width, height, { mean: 0, sigma: photo.grain, seed: drawn })
  const scene = shapes.resize(width / 12, { vscale: height / 9, kernel: 'cubic' })
  const grey = scene.add(grain).cast('uchar')
  return grey.bandjoin([grey, grey]).copy({ interpretation: 'srgb' }).jpegsaveBuffer({ Q: 85 })
}

const shotsOf = (wanted: readonly Shot['slot'][]): Shot[] =>
  wanted.map((slot, index) => ({ slot, metres: 20 + index, bytes: drawPhoto() }))

/** As many as the agent's page sends with a photo. */
const fixesAt = (metres: number) =>
  [...Array(photo.fixes).keys()].map(index => {
    const at = new Date(Date.now() - 1000 * (photo.fixes - index)).toISOString()
    return { ...northBy(metres + index / 3), accuracyMetres: 14.2 + index, at, receivedAt: at }
  })

const get = async (by: ApiClient, path: string) => {
  const answer = await by.get(path)
  if (answer.status >= 400) throw new Error(`${path} was answered ${answer.status}`)
  return answer
}

const found = {
  findings: { addressExists: true, hadAccess: true, isThere: true },
  addressType: 'Bungalow',
  comment: 'A cream bungalow behind a black gate.',
  neighbor: { comment: 'Knows her.', firstname: 'Bola', lastname: 'Ade', phone: '08099440022' },
}

/** People and programs that verify one address after another. */
export const openVisits = async (world: World, receiver: Receiver) => {
  const customer = await world.client('local-live')
  await customer.post('/v1/webhooks', { url: receiver.url })
  const agent = await signInOwn(world, 'visit-agent', 'agent')
  const reviewer = await signInOwn(world, 'visit-reviewer', 'reviewer')
  const second = await signInOwn(world, 'second-reviewer', 'reviewer')
  const device: TestDevice = await enrolledDevice(agent)
  const direct = { puts: 0, gets: 0, bytes: 0 }
  let orders = 0

  const order = async () => {
    const phone = `0809${`${++orders}`.padStart(7, '0')}`
    const { status, body } = await customer.post(
      '/v1/addresses',
      addressOrder({
        street: `${orders} Allen Avenue`,
        ...stated,
        applicant: { ...applicant, phone },
        applicantLink: true,
      }),
    )
    if (status !== 201) throw new Error(`An order was answered ${status}`)
    await messageTo(world, `+234${phone.slice(1)}`)
    const isOpened = (line: string) => line.includes('assignment.opened') && line.includes(`${body.id}`)
    await eventually(() => world.logLines.some(isOpened), 'the assignment')
    return { id: body.id as number, assignment: `${body.address.organisationId}-${body.id}` }
  }

  const photograph = async (assignment: string, shots: readonly Shot[]) => {
    const steps = stepsOf(assignment)
    const recorded = await steps.record(
      agent,
      shots.map(({ slot, bytes, metres }) =>
        device.capture(assignment, bytes, { slot, fixes: fixesAt(metres) }),
      ),
    )
    for (const [index, one] of shots.entries()) {
      await steps.upload(recorded[index].upload, one)
      direct.puts++
    }
    for (const one of shots)
      await eventually(
        async () => (await takePhoto(agent, assignment, one.bytes, one.slot)).status === 200,
        'a photo to be taken',
      )
  }

  /** What the agent's page asks for. */
  const visit = async (assignment: string) => {
    for (const list of ['mine', 'open&lgaId=2411&limit=30'])
      await get(agent, `/v1/operations/assignments?list=${list}`)
    await stepsOf(assignment).claim(agent, 222)
    await get(agent, `/v1/operations/assignments/${assignment}`)
    await photograph(assignment, shotsOf(slots))
    await stepsOf(assignment).report(agent, found)
  }

  /** What the desk asks for, with each photo in full. */
  const look = async (by: ApiClient, assignment: string) => {
    await get(by, '/v1/operations/assignments?list=reported')
    await stepsOf(assignment).claim(by)
    for (const part of ['', '/trail']) await get(by, `/v1/operations/assignments/${assignment}${part}`)
    const { body } = await get(by, `/v1/operations/assignments/${assignment}/photos`)
    for (const { photoUrl } of body.data) {
      const { headers } = await get(by, new URL(photoUrl).pathname)
      direct.gets++
      direct.bytes += (await (await fetch(headers.get('location')!)).arrayBuffer()).byteLength
    }
  }

  const approve = async (by: ApiClient, assignment: string) => {
    const { status, body } = await decide(by, assignment, {
      decision: 'approve',
      adminComment: 'All is well.',
    })
    if (status !== 200) throw new Error(`A decision was answered ${status}: ${JSON.stringify(body)}`)
  }

  /** The customer's server is told, and its program fetches what an audit file needs. */
  const conclude = async (id: number) => {
    await receivedEvent(receiver, `evt_${id}_completed`)
    for (const part of ['report', 'receipt']) await get(customer, `/v1/addresses/${id}/${part}`)
  }

  const plain = async (): Promise<Awaited<ReturnType<typeof order>>> => {
    const work = await order()
    await visit(work.assignment)
    await look(reviewer, work.assignment)
    await approve(reviewer, work.assignment)
    await conclude(work.id)
    return work
  }

  /** The reviewer wants one photo anew. */
  const returned = async () => {
    const { id, assignment } = await order()
    await visit(assignment)
    await look(reviewer, assignment)
    await decide(reviewer, assignment, { decision: 'return', comment: 'Show the whole gate.' })
    await get(agent, '/v1/operations/assignments?list=mine')
    await photograph(assignment, shotsOf(slots.slice(0, 1)))
    await stepsOf(assignment).report(agent, found)
    await look(reviewer, assignment)
    await approve(reviewer, assignment)
    await conclude(id)
  }

  /** The customer objects, and another reviewer upholds what was decided. */
  const disputed = async () => {
    const { id, assignment } = await plain()
    const raised = await onceTold(() =>
      customer.post(`/v1/addresses/${id}/dispute`, {
        reason: 'The house is another one.',
        ground: 'evidence',
      }),
    )
    if (raised.status !== 201) throw new Error(`A dispute was answered ${raised.status}`)
    await look(second, `${assignment}-d1`)
    await approve(second, `${assignment}-d1`)
  }

  return { plain, returned, disputed, direct: (): Direct => ({ ...direct }) }
}
