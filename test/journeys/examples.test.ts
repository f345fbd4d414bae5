import { afterAll, describe, expect, it } from 'vitest'
import { seededClients } from '../../infra/local/seed.ts'
import { stages } from '../../infra/stages.ts'
import type { Route } from '../../shared/http/contract/route.ts'
import { lookupPath } from '../../shared/identity/contract/lookup-route.ts'
import type { SandboxCase } from '../../shared/identity/contract/sandbox.ts'
import { findIdentityProduct, lookupDefinitions } from '../../shared/identity/products.ts'
import { operationExamples } from '../../shared/openapi/examples.ts'
import { type ActionName, routes } from '../../shared/routes.ts'
import { decidableOutcomes, possibleOutcomes, statusOf } from '../../shared/verification/contract/outcome.ts'
import { collectionOf } from '../../shared/verification/contract/product.ts'
import { type Answer, type ApiClient, call } from '../support/api-client.ts'
import { enrolledDevice, newDevice, sendPhoto, sha256Of } from '../support/capture.ts'
import { deref, operationOf, type Operation } from '../support/document.ts'
import { heldEmployment } from '../support/employer.ts'
import { joinWorld, startWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { approval, openWork, reportedWork, worker } from '../support/fieldwork.ts'
import { products } from '../support/identities.ts'
import { addressOrder, applicant, businessAddressOrder, employmentOrder } from '../support/orders.ts'
import { jpegOf } from '../support/pictures.ts'
import { openPortal, portalLink } from '../support/portal.ts'
import { isRecording, recordDelivery, recordResponse } from '../support/record-examples.ts'
import { signIn } from '../support/sign-in.ts'

/* Every example request of the document is sent as it is; where it names something, that is made by another example. */

// Examples are recorded of the first organisation, whose orders an agent does not visit at once.
const verification = { ...stages.local.verification, simulatedAgentDelaySeconds: 8 }
const world = await (isRecording ? startWorld({ settings: { verification } }) : joinWorld())
afterAll(() => world[Symbol.asyncDispose]())
const client = await world.client()
// The client whose credentials the examples show.
const credentials = operationOf(routes.createToken).requestBody!.content['application/json']!.examples!
  .example!.value
const [seeded] = seededClients
await world.administer({ command: 'createClient', ...seeded, ...(credentials as object) })
const agent = await world.client('local-agent')
const reviewer = await world.client('local-reviewer')
const operator = await worker(world, 'an-operator', ['operator'])
const supervisor = await worker(world, 'a-supervisor', ['supervisor'])
const person = await signIn(world, 'agent-1')
const portal = await openPortal(world)
const device = await enrolledDevice(agent)

const photo = jpegOf(640, 480)

/** Which example makes what these are about. */
const madeBy: Readonly<Record<string, ActionName>> = {
  '/v1/addresses/{id}': 'createAddress',
  '/v1/employments/{id}': 'createEmployment',
  '/v1/webhooks/{id}': 'createWebhook',
  '/v1/sandbox/verifications/{id}': 'createBusinessAddress',
}

/** The parameters of an example, once what it is about has been put in their place. */
const pathWith = (path: string, { parameters }: Operation, id: string | undefined): string =>
  parameters
    .map(deref)
    .filter(one => one.in === 'path')
    .reduce((text, { name, example }) => text.replace(`{${name}}`, `${name === 'id' ? id : example}`), path)

/** An example of these is of a page that was read before, or of an hour that is over. */
const ofAnotherRun: readonly string[] = ['cursor', 'inclusion']

const queryOf = ({ parameters }: Operation): string => {
  const given = parameters.map(deref).filter(one => one.in === 'query' && !ofAnotherRun.includes(one.name))
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(Object.fromEntries(given.map(one => [one.name, `${one.example}`])))}`
}

/** Those that the body has to agree with; a key would make a second try the first one's repeat. */
const headersOf = ({ parameters }: Operation): Record<string, string> =>
  Object.fromEntries(
    parameters
      .map(deref)
      .filter(({ in: place, name }) => place === 'header' && /^mcp-/i.test(name))
      .map(({ name, example }) => [name, `${example}`]),
  )

/** What whoever has not made a visit may do with it. */
const reviewing: readonly ActionName[] = ['decideAssignment', 'getAssignmentTrail', 'handOverAssignment']

/** What nobody asks but the portal's own page. */
const ofPortal: readonly ActionName[] = ['openPortal', 'signInToPortal', 'getPortalSession', 'closePortal']

const overseeing: readonly ActionName[] = [
  'getOverview',
  'listOpenCases',
  'mendStuck',
  'searchCases',
  'getCase',
  'getCaseTrail',
  'getCaseReport',
  'getCaseReceipt',
  'listCaseNotes',
  'writeCaseNote',
]

const supervising: readonly ActionName[] = ['assignWork', 'proposeAssignees', 'getFieldworkHealth']

const callerOf = (action: ActionName): Pick<ApiClient, 'request'> => {
  if (ofPortal.includes(action)) return { request: portal.ask }
  if (routes[action].path === '/v1/session') return person
  if (!routes[action].path.startsWith('/v1/operations')) return client
  if (overseeing.includes(action)) return operator
  if (supervising.includes(action)) return supervisor
  return reviewing.includes(action) ? reviewer : agent
}

/** What an example says of a photo is of another visit, signed by another device; a link works once; only 30 days can be recovered. */
const bodyFor: Readonly<Partial<Record<ActionName, (id: string) => object | Promise<object>>>> = {
  assignWork: id => ({ assignees: [{ id, agent: 'agent-1' }] }),
  openPortal: async () => ({ link: (await portalLink(client)).link }),
  // The example's time has passed.
  setAppointment: () => ({ at: new Date(Date.now() + 3_600_000).toISOString(), isOnTheWay: true }),
  enrolDevice: () => newDevice().enrolmentFor(agent.id),
  recordPhotos: id => ({ records: [device.capture(id, photo, { slot: 'exteriorPhotos.photo1' })] }),
  recoverWebhook: () => ({ since: new Date(Date.now() - 86_400_000).toISOString() }),
  takePhoto: () => ({ sha256: sha256Of(photo) }),
}

const send = async (action: ActionName, id?: string, changes: object = {}): Promise<Answer> => {
  const route: Route = routes[action]
  const operation = operationOf(route)
  const media = operation.requestBody?.content['application/json']
  const shown = media?.examples?.example?.value as object | undefined
  const body = (await bodyFor[action]?.(id!)) ?? shown
  const path = `${pathWith(route.path, operation, id)}${queryOf(operation)}`
  const named = body && 'verificationId' in body && { verificationId: Number(id) }
  const sent = body && { ...body, ...named, ...changes }
  return callerOf(action).request(route.method, path, sent, headersOf(operation))
}

const again = { allowRevisit: true }

/** What nobody visits by himself, so that there is something left to cancel and to complete. */
const unvisited = { ...again, applicant: { ...applicant, phone: '08000001010' } }
const needsTime = (action: ActionName): boolean => /^(cancel|completeTest|moveTest)/.test(action)

/** Follows the link that an answer offers to this action. */
const linked = ({ body, status }: Answer, from: ActionName, to: ActionName): string => {
  const response = operationOf(routes[from]).responses[status]!
  expect(Object.keys(response.links ?? {})).toContain(to)
  return `${body.id}`
}

const subjectOf = async (action: ActionName): Promise<string | undefined> => {
  const { path } = routes[action] as Route
  const maker = Object.entries(madeBy).find(([start]) => path.startsWith(start))?.[1]
  if (!maker) return undefined
  const changes = needsTime(action) ? unvisited : again
  const made = await send(maker, undefined, maker === 'createWebhook' ? {} : changes)
  if (made.status !== 409) return linked(made, maker, action)
  // The URL of the example has its endpoint already.
  return `${(await client.get('/v1/webhooks')).body.data[0].id}`
}

const anEvent = (): Promise<string> =>
  eventually(async () => (await client.get('/v1/events')).body.data[0]?.id as string | undefined, 'an event')

const claimedVisit = async (): Promise<string> => {
  const { assignment } = await openWork(world)
  await send('claimAssignment', assignment)
  return assignment
}

/** Decided, and told. */
const decidedCase = async (): Promise<string> => {
  const { id, assignment } = await reportedWork(world, agent)
  await reviewer.post(`/v1/operations/assignments/${assignment}/decision`, approval)
  const live = await world.client('local-live')
  await eventually(
    async () => (await live.get(`/v1/addresses/${id}/receipt`)).status === 200,
    `the end of ${id}`,
  )
  return assignment
}

const ordered = new Map<ActionName, Promise<Answer>>()

/** What was ordered, once its end was told. */
const endedOf = async (maker: ActionName, next: ActionName): Promise<string> => {
  const order = ordered.get(maker) ?? send(maker, undefined, again)
  ordered.set(maker, order)
  const id = linked(await order, maker, next)
  const event = `/v1/events/evt_${id}_completed`
  await eventually(async () => (await client.get(event)).status === 200, `the end of ${id}`)
  return id
}

/** What can be asked for only once time has passed, or from elsewhere. */
const lateIdOf: Readonly<Partial<Record<ActionName, () => Promise<string>>>> = {
  getEvent: anEvent,
  resendEvent: anEvent,
  moveTestClock: async () => `${(await send('createEmployment', undefined, unvisited)).body.id}`,
  getAssignment: async () => (await openWork(world)).assignment,
  claimAssignment: async () => (await openWork(world)).assignment,
  releaseAssignment: async () => (await openWork(world)).assignment,
  assignWork: async () => (await openWork(world)).assignment,
  proposeAssignees: async () => (await openWork(world)).assignment,
  setAppointment: claimedVisit,
  deleteAppointment: claimedVisit,
  fileReport: claimedVisit,
  decideAssignment: async () => (await reportedWork(world, agent)).assignment,
  handOverAssignment: async () => {
    // Whom the example names.
    await signIn(world, 'reviewer-2')
    const { assignment } = await reportedWork(world, agent)
    await reviewer.post(`/v1/operations/assignments/${assignment}/claim`)
    return assignment
  },
  listCaseNotes: async () => (await reportedWork(world, agent)).assignment,
  writeCaseNote: async () => (await reportedWork(world, agent)).assignment,
  saveUnsent: async () => device.id,
  recordPhotos: claimedVisit,
  listPhotos: claimedVisit,
  takePhoto: async () => {
    const assignment = await claimedVisit()
    await sendPhoto(agent, device, assignment, photo, { slot: 'exteriorPhotos.photo1' })
    return assignment
  },
  recordContactAttempt: async () => (await heldEmployment(world, agent)).assignment,
  listContactAttempts: async () => (await heldEmployment(world, agent)).assignment,
  sendLink: async () => (await heldEmployment(world, agent)).assignment,
  listLinks: async () => (await heldEmployment(world, agent)).assignment,
  getAssignmentTrail: async () => (await reportedWork(world, agent)).assignment,
  mendStuck: async () => (await openWork(world)).assignment,
  getCase: async () => (await openWork(world)).assignment,
  getCaseTrail: async () => (await openWork(world)).assignment,
  getCaseReport: decidedCase,
  getCaseReceipt: decidedCase,
  getAddressReceipt: () => endedOf('createAddress', 'getAddressReceipt'),
  getEmploymentReceipt: () => endedOf('createEmployment', 'getEmploymentReceipt'),
  disputeAddress: () => endedOf('createAddress', 'disputeAddress'),
  disputeEmployment: () => endedOf('createEmployment', 'disputeEmployment'),
  listAddressRevisions: () => endedOf('createAddress', 'listAddressRevisions'),
  listEmploymentRevisions: () => endedOf('createEmployment', 'listEmploymentRevisions'),
  getAddressReport: () => endedOf('createAddress', 'getAddressReport'),
  getEmploymentReport: () => endedOf('createEmployment', 'getEmploymentReport'),
  getIdentityReport: async () => linked(await send('lookUpNin'), 'lookUpNin', 'getIdentityReport'),
  getIdentityReceipt: async () => linked(await send('lookUpNin'), 'lookUpNin', 'getIdentityReceipt'),
  getIdentity: async () => linked(await send('lookUpNin'), 'lookUpNin', 'getIdentity'),
}

const all = Object.keys(routes).filter(action => action !== 'getFile') as ActionName[]
// What is deleted last was there for all others.
const order = all.toSorted(
  (one, other) => Number(one === 'deleteWebhook') - Number(other === 'deleteWebhook'),
)

/** The first example of these is of another case than the one that their request meets. */
const recordedBelow: readonly string[] = [
  'getIdentity',
  'getEvent',
  'listAddressRevisions',
  'pingWebhook',
  'getOpenApi',
  'listStates',
  'listLgas',
  'getReceiptKeys',
  'getAddressReceipt',
  'getAssignmentTrail',
  'getCase',
  'getCaseTrail',
  'getCaseReceipt',
  'getHealth',
  'callMcp',
]

it.each(order)('succeeds as it is: the example of %s', async action => {
  const id = await (lateIdOf[action] ?? (() => subjectOf(action)))()
  const answer = await send(action, id)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  expect(Object.keys((routes[action] as Route).answers)).toContain(`${answer.status}`)
  if (isRecording && !recordedBelow.includes(action)) recordResponse(action, answer.status, answer.body)
})

it('opens the photo of an event by its link alone', async () => {
  await send('createAddress', undefined, again)
  const { data } = await eventually(async () => {
    const { body } = await client.get('/v1/events?event=address&limit=100')
    for (const { id } of body.data) {
      const event = (await client.get(`/v1/events/${id}`)).body.body
      if (event.data.address?.exteriorPhotos.photo1) return event
    }
    return undefined
  }, 'an event with a photo')
  expect((await call(data.address.exteriorPhotos.photo1, 'GET')).status).toBe(302)
})

describe.runIf(isRecording)('records, besides the first example of each response,', () => {
  const record = async (action: ActionName, name: string, answer: Promise<Answer>) => {
    const { status, body } = await answer
    recordResponse(action, status, body, name)
  }

  it('repeated orders and finished records', async () => {
    for (const action of ['createAddress', 'createBusinessAddress', 'createEmployment'] as const) {
      await send(action)
      await record(action, 'duplicate', send(action))
    }
    await record('getAddress', 'verified', send('getAddress', await endedOf('createAddress', 'getAddress')))
    const employment = await endedOf('createEmployment', 'getEmployment')
    await record('getEmployment', 'verified', send('getEmployment', employment))
  })

  it('every verdict of every look-up', async () => {
    for (const [action, product] of Object.entries(lookupDefinitions)) {
      const { body } = operationExamples[action as ActionName]!
      const lookUp = (kind: SandboxCase, headers?: Record<string, string>) =>
        client.post(lookupPath(product).replace(/\{.*\}/, product.sandbox.numbers[kind]), body, headers)
      await record(action as ActionName, 'partial-match', lookUp('partial'))
      await record(action as ActionName, 'no-match', lookUp('none'))
      const late = await lookUp('unavailable', { prefer: 'respond-async' })
      recordResponse(action, late.status, late.body, 'later')
      await record('getIdentity', 'in-progress', client.get(`/v1/identities/${late.body.id}`))
    }
  })

  it('a ping that is answered, and what a reviewer sees', async () => {
    await using receiver = await world.receiver()
    const { body } = await client.post('/v1/webhooks', { url: receiver.url })
    await record('pingWebhook', 'delivered', client.post(`/v1/webhooks/${body.id}/ping`))
    await client.delete(`/v1/webhooks/${body.id}`)
    const { assignment } = await reportedWork(world, agent)
    const list = '/v1/operations/assignments'
    await record('listAssignments', 'waiting-for-a-reviewer', reviewer.get(`${list}?list=reported&limit=1`))
    await record('getAssignment', 'to-a-reviewer', reviewer.get(`${list}/${assignment}`))
  })

  const eventOf = async (id: string): Promise<{ event: string; body: object }> =>
    eventually(async () => {
      const { status, body } = await client.get(`/v1/events/${id}`)
      return status === 200 && body
    }, id)

  const orders = {
    address: ['/v1/addresses', addressOrder],
    'business-address': ['/v1/addresses/business', businessAddressOrder],
    employment: ['/v1/employments', employmentOrder],
  } as const
  const orderOf = async (product: keyof typeof orders): Promise<string> => {
    const [path, order] = orders[product]
    const { body } = await client.post(path, { ...order(unvisited) })
    return `${body.id}`
  }
  const complete = (id: string, subStatus: string) =>
    client.post(`/v1/sandbox/verifications/${id}/complete`, { subStatus })
  const end = (product: keyof typeof orders, id: string, subStatus: string) => {
    if (subStatus === 'FAILED - EXPIRED')
      return client.post('/v1/sandbox/clock', { to: 'expired', verificationId: Number(id) })
    return subStatus === 'CANCELLED' ? client.delete(`${listOf(product)}/${id}`) : complete(id, subStatus)
  }
  const listOf = (product: keyof typeof orders) => `/v1/${collectionOf[product]}`
  const ends = (Object.keys(orders) as (keyof typeof orders)[]).flatMap(product =>
    possibleOutcomes(product).map(outcome => [product, statusOf(outcome).subStatus] as const),
  )

  it.each(ends)('the event of %s: %s', async (product, subStatus) => {
    const id = await orderOf(product)
    await end(product, id, subStatus)
    const event = await eventOf(`evt_${id}_completed`)
    recordDelivery(event.event, `${product}-${subStatus.toLowerCase().replace(/[^a-z]+/g, '-')}`, event.body)
  })

  it.each(['address', 'employment'] as const)('the other events of %s', async product => {
    await using receiver = await world.receiver()
    const { body: endpoint } = await client.post('/v1/webhooks', {
      url: receiver.url,
      events: [`${product}.*`],
    })
    const id = await orderOf(product)
    await client.post('/v1/sandbox/clock', { to: 'delayed', verificationId: Number(id) })
    await complete(id, 'VERIFIED')
    await eventOf(`evt_${id}_completed`)
    await client.post(`${listOf(product)}/${id}/dispute`, { ground: 'other', reason: 'They moved.' })
    await complete(id, statusOf(decidableOutcomes[product].at(-1)!).subStatus)
    for (const [type, name] of [
      ['started', 'started'],
      ['delayed', 'delayed'],
      ['updated_2', 'updated'],
    ] as const)
      recordDelivery(product, `${product}-${name}`, (await eventOf(`evt_${id}_${type}`)).body)
    await client.delete(`/v1/webhooks/${endpoint.id}`)
  })

  /** Recorded of the test person, whose number is answered late; the names that are claimed choose the verdict. */
  const verdicts = products.flatMap(product => {
    const { firstname, lastname } = findIdentityProduct(product.name).sandbox.person
    return [
      [`${product.name}-verified`, product, { firstname, lastname }],
      [`${product.name}-partial-match`, product, { firstname, lastname: 'Bello' }],
      [`${product.name}-no-match`, product, { firstname: 'Musa', lastname: 'Bello' }],
    ] as const
  })

  it.each(verdicts)('the event %s', async (name, product, { firstname, lastname }) => {
    const claim = { [product.firstnameField]: firstname, lastname }
    const { late } = findIdentityProduct(product.name).sandbox.numbers
    const { body } = await client.post(product.path(late), claim, { prefer: 'respond-async' })
    recordDelivery('identity', name, (await eventOf(`evt_${body.id}_completed`)).body)
  })
})
