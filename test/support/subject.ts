import { simulatedPerson } from '../../infra/local/registry-simulator.ts'
import type { Slot } from '../../shared/evidence/contract.ts'
import type { ApiClient } from './api-client.ts'
import { attestation, formOf } from './attestations.ts'
import { enrolledDevice, type TestDevice } from './capture.ts'
import { onceTold } from './disputes.ts'
import { open, pageSentTo, send, sendFile } from './employer.ts'
import type { World } from './environment.ts'
import { eventually } from './eventually.ts'
import { withMetadata } from './exif.ts'
import { asJpeg, housePicture } from './houses.ts'
import { products } from './identities.ts'
import { exifCanary, photograph, recordOf, shot, stepsOf } from './live-visit.ts'
import { addressOrder, employmentOrder, extraData } from './orders.ts'
import { jpegOf } from './pictures.ts'
import { canaries } from './planted-values.ts'
import { type Person, signIn } from './sign-in.ts'

/*
 * One person, of whom something is said through every door that there is: by the customer, by the person, by an
 * employer, by agents and reviewers, by registries and by receivers of webhooks. Every value stands nowhere else.
 */

const planted = canaries()
const { text, phone, date, mail, digits } = planted

/** Told to the service, which keeps a digest of it, or nothing at all. */
export const fleeting = {
  idNumber: products[0]!.ending('131'),
  key: text('Key'),
  fileName: text('File'),
  agent: text('Browser'),
  stray: digits(),
  camera: text('Camera'),
}

const applicant = {
  firstname: text('First'),
  middlename: text('Middle'),
  lastname: text('Last'),
  gender: 'female',
  email: mail(),
  dob: date(),
  idType: 'nin',
  phone: phone(),
  idNumber: fleeting.idNumber,
}

const order = (street: string) =>
  addressOrder({
    street,
    landmark: text('Landmark'),
    city: text('City'),
    customerReference: text('Reference'),
    applicant,
    applicantLink: true,
    stray: fleeting.stray,
  })

/** At a provider of mail, so that no answers from its domain are counted. */
const employment = () =>
  employmentOrder({
    customerReference: text('Reference'),
    employerName: text('Employer'),
    employerEmail: mail(),
    employerPhone: phone(),
    contactPersonName: text('Contact'),
    jobTitle: text('Job'),
    consentReference: text('Consent'),
    applicant,
  })

/** What the applicant says and shows of the house; what a camera wrote into the photo is kept nowhere. */
const house = extraData({
  houseNumber: text('House'),
  generalDescription: text('Description'),
  buildingColour: text('Colour'),
  applicantPhoto1: Buffer.from(withMetadata(jpegOf(640, 480), { canary: fleeting.camera })).toString(
    'base64',
  ),
})

const orders = {
  visited: { ...order(text('Street')), addressExtraData: house },
  held: order(text('Street')),
  employed: employment(),
  undocumented: employment(),
}

const visit = {
  findings: { addressExists: true, hadAccess: true, isThere: true },
  addressType: text('Kind'),
  comment: text('Agentcomment'),
  maritalStatus: text('Marital').slice(0, 30),
  placeFacts: ['askGuard'],
  neighbor: {
    comment: text('Neighbour'),
    firstname: text('Nfirst'),
    lastname: text('Nlast'),
    phone: phone(),
  },
}
const decision = {
  decision: 'approve',
  adminComment: text('Admincomment'),
  // The employer’s word for the job is another one.
  againstFinding: { reason: 'wording', explanation: text('Against') },
}
const note = { words: text('Note') }
const onPage = { consent: 'given', time: text('Time'), phone: phone(), place: text('Place'), moved: 'yes' }
const said = attestation({
  details: {
    ...attestation().details,
    employeeTitle: text('Title'),
    jobLeaveReason: text('Leave'),
    supervisorName: text('Boss'),
    supervisorPhone: phone(),
    supervisorEmail: mail(),
  },
  employer: { ...attestation().employer, comment: text('Employercomment') },
  attestator: { name: text('Attestator'), title: text('Hr'), email: mail(), phone: phone() },
})
const attempt = {
  channel: 'phone',
  outcome: 'noAnswer',
  contactFrom: 'publicListing',
  contact: phone(),
  comment: text('Attempt'),
}
const ofDocuments = {
  has: 'some',
  which: text('Papers'),
  comment: text('Documents'),
  contactName: text('Colleague'),
  contactPhone: phone(),
  contactEmail: mail(),
}
const objections = {
  customer: { reason: text('Customersobjection'), ground: 'wrongDetails' },
  applicant: { object: 'yes', reason: text('Applicantsobjection'), ground: 'other' },
}
const otherwise = {
  decision: 'reject',
  reason: 'FAILED - DETAILS MISMATCH',
  adminComment: text('Otherwise'),
}
const answer = text('Receiver')

/** Everything that was told and is kept somewhere, and what the registry of this world says of everybody. */
export const keptValues: readonly string[] = planted
  .values()
  .filter(value => !(Object.values(fleeting) as string[]).includes(value))
  .concat(exifCanary, simulatedPerson.lastname, simulatedPerson.photo, simulatedPerson.address)

const at = (assignment: string, what = '') => `/v1/operations/assignments/${assignment}${what}`

interface People {
  readonly agent: Person
  readonly reviewer: Person
  readonly device: TestDevice
}

let ordered = 0

const opened = async (agent: Person, customer: ApiClient, path: string, body: object) => {
  const headers = { 'idempotency-key': `${fleeting.key}-${++ordered}`, 'user-agent': fleeting.agent }
  const { status, body: answer } = await customer.post(path, body, headers)
  if (status !== 201) throw new Error(`An order was answered ${JSON.stringify(answer)}`)
  const { id, address, employment } = answer
  const assignment = `${(address ?? employment).organisationId}-${id}`
  await eventually(async () => (await agent.get(at(assignment))).status === 200, 'the work to be open')
  return { id: id as number, assignment }
}

/** Takes a photo and uploads it, but does not say that it is there. */
const leaveHalf = async ({ agent, device }: People, assignment: string, slot: Slot) => {
  const steps = stepsOf(assignment)
  const { bytes, ...taken } = shot('half', slot, { metres: 12 })
  // Larger than one answer of the function that exports it.
  const half = { ...taken, bytes: Buffer.concat([bytes, Buffer.alloc(5_000_000)]) }
  const [{ upload }] = await steps.record(agent, [recordOf(device, assignment, half)])
  await steps.upload(upload, half)
  return { upload, half }
}

/** What is done at the address, and what is said of it. */
const visitAddress = async (world: World, people: People, customer: ApiClient) => {
  const { agent, reviewer, device } = people
  const work = await opened(agent, customer, '/v1/addresses/pro', orders.visited)
  const page = await pageSentTo(world, applicant.phone)
  await open(page)
  await send(page, `${new URLSearchParams(onPage)}`)
  const steps = stepsOf(work.assignment)
  await steps.claim(agent, 222)
  const bytes = withMetadata(asJpeg(housePicture(30)), { canary: `${exifCanary}-whole` })
  await photograph(agent, device, work.assignment, [{ slot: 'exteriorPhotos.photo1', metres: 9, bytes }])
  await steps.report(agent, visit)
  await steps.claim(reviewer)
  await reviewer.post(`/v1/operations/cases/${work.assignment}/notes`, note)
  await steps.decide(reviewer, decision)
  return { ...work, page }
}

/** Somebody has it in hand, and a photo is half there. */
const beginVisit = async (world: World, people: People, customer: ApiClient, known: string) => {
  const work = await opened(people.agent, customer, '/v1/addresses', orders.held)
  const page = await pageSentTo(world, applicant.phone, known)
  await stepsOf(work.assignment).claim(people.agent)
  return { ...work, page, ...(await leaveHalf(people, work.assignment, 'exteriorPhotos.photo1')) }
}

const askEmployer = async (world: World, { agent, reviewer }: People, customer: ApiClient) => {
  const work = await opened(agent, customer, '/v1/employments', orders.employed)
  const steps = stepsOf(work.assignment)
  await steps.claim(agent)
  await agent.post(at(work.assignment, '/attempts'), attempt)
  await agent.post(at(work.assignment, '/links'), { purpose: 'attest', channel: 'email' })
  const page = await pageSentTo(world, orders.employed.employerEmail)
  await send(page, formOf(said))
  await steps.claim(reviewer)
  await steps.decide(reviewer, decision)
  return { ...work, page }
}

/** Called three times for nothing: the applicant sends a photo of a document. */
const askForDocuments = async (world: World, { agent }: People, customer: ApiClient, known: string) => {
  const work = await opened(agent, customer, '/v1/employments', orders.undocumented)
  await stepsOf(work.assignment).claim(agent)
  for (const hours of [5, 3, 1]) {
    const made = new Date(Date.now() - hours * 3_600_000).toISOString()
    await agent.post(at(work.assignment, '/attempts'), { ...attempt, at: made })
  }
  await agent.post(at(work.assignment, '/links'), { purpose: 'documents', channel: 'sms' })
  const page = await pageSentTo(world, applicant.phone, known)
  const payslip = withMetadata(jpegOf(640, 480), { canary: fleeting.fileName })
  await sendFile(page, payslip, `${fleeting.fileName}.jpg`)
  await send(page, `${new URLSearchParams(ofDocuments)}`)
  return { ...work, page }
}

/** One that was answered at once, one that was told late, and one that waits: the registry is silent from then on. */
const lookUp = async ({ simulator }: World, customer: ApiClient) => {
  const [nin] = products
  const path = nin!.path(fleeting.idNumber)
  const { firstname, lastname } = applicant
  const atOnce = await customer.post(path, { firstname, lastname })
  simulator.behave('error')
  const late = await customer.post(path, simulatedPerson, { prefer: 'respond-async' })
  simulator.behave('answer')
  const event = `/v1/events/evt_${late.body.id}_completed`
  await eventually(async () => (await customer.get(event)).status === 200, 'the late event')
  simulator.behave('error')
  const waiting = await customer.post(path, { firstname, lastname }, { prefer: 'respond-async' })
  return { atOnce: atOnce.body.id, late: late.body.id, waiting: waiting.body.id } as Record<string, number>
}

/** Receivers of webhooks: one says again what it was sent, one does so and fails. */
const listen = async (world: World, customer: ApiClient) => {
  const echo = await world.receiver((_count, response, { body }) =>
    response.writeHead(200).end(answer + body),
  )
  const broken = await world.receiver((_count, response, { body }) =>
    response.writeHead(500).end(answer + body),
  )
  for (const { url } of [echo, broken]) await customer.post('/v1/webhooks', { url })
  return { echo, broken }
}

/** The customer objects and another decision comes of it; the applicant does, and nobody has looked at it yet. */
const object = async (
  world: World,
  customer: ApiClient,
  { employed, page }: { readonly employed: { id: number; assignment: string }; readonly page: string },
) => {
  const dispute = `/v1/employments/${employed.id}/dispute`
  await onceTold(() => customer.post(dispute, objections.customer))
  const another = await signIn(world, 'reviewer-2')
  await stepsOf(`${employed.assignment}-d1`).decide(another, otherwise)
  const isTaken = async () =>
    (await send(page, `${new URLSearchParams(objections.applicant)}`)).text.includes('looking at it again')
  await eventually(isTaken, 'the applicant’s objection to be taken')
}

/** Has the whole said. */
export const sayEverything = async (world: World) => {
  const customer = await world.client('local-live')
  const { echo, broken } = await listen(world, customer)
  const agent = await signIn(world, 'agent-1')
  const reviewer = await signIn(world, 'reviewer-1')
  const people = { agent, reviewer, device: await enrolledDevice(agent) }
  const visited = await visitAddress(world, people, customer)
  const held = await beginVisit(world, people, customer, visited.page)
  const employed = await askEmployer(world, people, customer)
  const undocumented = await askForDocuments(world, people, customer, held.page)
  await object(world, customer, { employed, page: visited.page })
  const lookUps = await lookUp(world, customer)
  await eventually(() => broken.received.length >= 3 && echo.received.length >= 3, 'deliveries')
  return { ...people, customer, echo, broken, applicant, visited, held, employed, undocumented, lookUps }
}

export type Told = Awaited<ReturnType<typeof sayEverything>>

/** Which of these values stand in a text. */
export const valuesIn = (whole: string, values: readonly string[] = keptValues): readonly string[] => {
  const lower = whole.toLowerCase()
  return values.filter(value => lower.includes(value.toLowerCase()))
}
