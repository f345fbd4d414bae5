import { describe, expect, it } from 'vitest'
import { simulatedPerson } from '../../infra/local/registry-simulator.ts'
import { type ApiClient, call } from '../support/api-client.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { products } from '../support/identities.ts'
import {
  addressOrder,
  businessAddressOrder,
  employmentOrder,
  extraData,
  proAddressOrder,
} from '../support/orders.ts'
import { canaries, type Table } from '../support/planted-values.ts'
import { openedWritesIn } from '../support/written.ts'

/*
 * Every field of every request holds a value of its own, which stands nowhere else. Once everything has settled, each
 * is where it belongs and in no other place.
 */

const planted = canaries()
const { text, phone, date, mail, digits } = planted

/** The attributes of the table's items in which a caller's words may stand, by kind of item. All others hold none. */
const allowed: Table = {
  verification: [
    'customerReference',
    'applicant',
    'street',
    'landmark',
    'city',
    'business',
    'property',
    'employerName',
    'employerEmail',
    'employerPhone',
    'contactPersonName',
    'jobTitle',
    'consentReference',
    'gsi2pk',
    'report',
    'startDate',
    'endDate',
  ],
  assignment: ['report'],
  endpoint: ['url', 'description'],
  'endpoint-url': ['url'],
  idempotency: ['answer'],
  'ledger-reference': ['customerReference'],
}

/** Values that are kept nowhere at all: not even in the item of the order or look-up that they came with. */
const fleeting = {
  addressIdNumber: digits(),
  proIdNumber: digits(),
  businessIdNumber: digits(),
  employmentIdNumber: digits(),
  key: text('Key'),
  token: text('Token'),
  secret: text('Secret'),
  agent: text('Agent'),
  stray: text('Stray'),
  cursor: text('Cursor'),
  path: text('Path'),
  listed: text('Listed'),
  malformed: text('Malformed'),
  ping: text('Ping'),
  header: text('Header'),
}

const applicant = (idNumber: string, idType: string) => ({
  firstname: text('First'),
  middlename: text('Middle'),
  lastname: text('Last'),
  phone: phone(),
  dob: date(),
  gender: 'female',
  email: mail(),
  idType,
  idNumber,
})

const placed = () => ({
  customerReference: text('Reference'),
  street: text('Street'),
  landmark: text('Landmark'),
  city: text('City'),
  [fleeting.stray]: fleeting.stray,
})

const orders = {
  '/v1/addresses': addressOrder({
    ...placed(),
    applicant: applicant(fleeting.addressIdNumber, text('Type')),
  }),
  '/v1/addresses/pro': proAddressOrder({
    ...placed(),
    applicant: applicant(fleeting.proIdNumber, text('Type')),
    addressExtraData: extraData({
      houseNumber: text('House'),
      generalDescription: text('Description'),
      buildingColour: text('Colour'),
    }),
  }),
  '/v1/addresses/business': businessAddressOrder({
    ...placed(),
    applicant: applicant(fleeting.businessIdNumber, 'nin'),
    rcNumber: text('Rc'),
    businessName: text('Business'),
  }),
  '/v1/employments': employmentOrder({
    customerReference: text('Reference'),
    employerName: text('Employer'),
    employerEmail: mail(),
    employerPhone: phone(),
    jobTitle: text('Job'),
    contactPersonName: text('Contact'),
    consentReference: text('Consent'),
    applicant: applicant(fleeting.employmentIdNumber, 'bvn'),
  }),
}

const claim = () => ({
  lastname: text('Claimlast'),
  middlename: text('Claimmiddle'),
  dob: date(),
  phone: phone(),
  email: mail(),
  // Nobody else writes it so.
  gender: 'WOMAN',
})

let sandbox: ApiClient
let live: ApiClient
/** Everything that was answered as an error, and to somebody else. */
const errors: string[] = []
const strangers: string[] = []
const claims: string[] = []

const order = async () => {
  for (const [index, [path, body]] of Object.entries(orders).entries()) {
    const headers = { 'idempotency-key': `${fleeting.key}${index}`, 'user-agent': fleeting.agent }
    const answer = await sandbox.post(path, body, headers)
    expect(answer.status).toBe(201)
    strangers.push(
      JSON.stringify(
        (
          await (
            await world.client('other-test')
          ).get(`${path.replace(/\/(business|pro)$/, '')}/${answer.body.id}`)
        ).body,
      ),
    )
  }
}

const lookUp = async () => {
  for (const product of products) {
    const mine = { [product.firstnameField]: text('Claimfirst'), ...claim() }
    claims.push(...Object.values(mine))
    const headers = { 'idempotency-key': `${fleeting.key}-${product.name}` }
    await live.post(product.path(product.ending('131')), mine, headers)
    world.simulator.behave('error')
    const late = await live.post(product.path(product.ending('132')), mine, { prefer: 'respond-async' })
    world.simulator.behave('answer')
    expect(late.status).toBe(202)
  }
  // Of the one person whom a claim is right about, everything is told.
  world.simulator.behave('error')
  const right = await live.post(products[0]!.path(products[0]!.ending('133')), simulatedPerson, {
    prefer: 'respond-async',
  })
  world.simulator.behave('answer')
  expect(right.status).toBe(202)
}

const fail = async () => {
  const wrong = { ...orders['/v1/addresses'], stateName: fleeting.stray, lgaName: fleeting.stray }
  const answers = [
    await sandbox.post('/v1/addresses', wrong),
    await sandbox.post('/v1/addresses', `{"${fleeting.malformed}`),
    await sandbox.post('/v1/addresses', orders['/v1/addresses'], { 'idempotency-key': `${fleeting.key} é` }),
    await sandbox.get(`/v1/addresses/${fleeting.path}`),
    await sandbox.get(`/v1/addresses?cursor=${fleeting.cursor}&limit=${fleeting.cursor}`),
    await sandbox.get(`/v1/${fleeting.path}/${fleeting.path}`),
    await sandbox.get(`/v1/file/${fleeting.path.repeat(3)}`),
    await sandbox.post(products[0]!.path(fleeting.path), claim()),
    await sandbox.post('/v1/webhooks', { url: `ftp://${fleeting.path}.example/` }),
    await sandbox.post('/v1/webhooks', {
      url: receiver.url,
      headers: [{ name: 'X-Planted', value: `${fleeting.header}\r\n` }],
    }),
    await call(`${world.url}/v1/token`, 'POST', {
      body: { clientId: fleeting.token, secret: fleeting.secret },
    }),
    await call(`${world.url}/v1/addresses`, 'GET', {
      headers: { authorization: `Bearer ${fleeting.token.repeat(3)}` },
    }),
  ]
  expect(answers.filter(({ status }) => status < 400)).toEqual([])
  errors.push(...answers.map(({ body }) => JSON.stringify(body)))
}

const world = await joinWorld()
;[sandbox, live] = [await world.client(), await world.client('local-live')]
const receiver = await world.receiver()
for (const client of [sandbox, live]) {
  const headers = [{ name: 'X-Planted', value: fleeting.header }]
  const webhook = { url: `${receiver.url}/${text('Url')}`, description: text('Description'), headers }
  const made = await client.post('/v1/webhooks', webhook)
  await client.post(`/v1/webhooks/${made.body.id}/ping`, undefined, { 'idempotency-key': fleeting.ping })
}
await order()
await lookUp()
await fail()
await sandbox.get(`/v1/addresses?customerReference=${fleeting.listed}`)
const expected = Object.keys(orders).length + products.length + 1
await eventually(() => receiver.received.filter(({ id }) => id.startsWith('evt_')).length >= expected)

/** What registries said of a person, in late results too. */
const registered = Object.values(simulatedPerson).filter(value => value.length > 3)

const leaksIn = (
  whole: string,
  values: readonly string[] = [...planted.values(), ...registered],
): string[] => {
  const lower = whole.toLowerCase()
  return values.filter(value => lower.includes(value.toLowerCase()))
}

const recorded = (...services: string[]): string =>
  world.emulator.recorded
    .filter(({ service }) => services.includes(service))
    .map(({ body }) => body)
    .join('\n')

describe('whatever a caller or a registry says', () => {
  it('reaches the customer who asked', () => {
    const bodies = receiver.received.map(({ body }) => body).join()
    expect(leaksIn(bodies)).toEqual(expect.arrayContaining([simulatedPerson.photo]))
    expect(planted.values().length).toBeGreaterThan(80)
  })

  it('stands in no log line and no metric, which are lines', () => {
    expect(world.logLines.length).toBeGreaterThan(30)
    expect(leaksIn(world.logLines.join('\n'))).toEqual([])
  })

  it.each(['sqs', 'states', 'scheduler', 'events', 'secretsmanager'])(
    'stands in nothing that %s is sent',
    service => {
      expect(leaksIn(recorded(service))).toEqual([])
    },
  )

  it('was looked for where there is something', () => {
    expect(recorded('sqs').length).toBeGreaterThan(1000)
    expect(recorded('states').length).toBeGreaterThan(300)
  })

  it('stands in no photo, in no link to one and in nothing that is told beside it', async () => {
    const bodies = receiver.received.map(({ body }) => body).join()
    const links = bodies.match(/https?:[^"]+\/v1\/file\/[^"]+/g) ?? []
    expect(links.length).toBeGreaterThan(3)
    for (const link of links) {
      const photo = await fetch(link)
      const content = Buffer.from(await photo.arrayBuffer()).toString('latin1')
      expect(photo.status).toBe(200)
      expect(content.length).toBeGreaterThan(100)
      expect(leaksIn([link, photo.url, ...photo.headers, content].join())).toEqual([])
    }
  })

  it('stands in no error, and in nothing that somebody else is answered', () => {
    expect(errors.length).toBeGreaterThan(10)
    expect(leaksIn(errors.join('\n'))).toEqual([])
    expect(leaksIn(strangers.join('\n'))).toEqual([])
  })

  it('stands in the table in its own attributes, and in no others', async () => {
    const found = (await openedWritesIn(world)).flatMap(({ kind, name, value }) => {
      const seen = leaksIn(value)
      return seen.length > 0 && !allowed[kind]?.includes(name) ? [`${kind}.${name}: ${seen}`] : []
    })
    expect([...new Set(found)]).toEqual([])
  })

  it('keeps of an id number a digest and the last four, nothing more', async () => {
    const written = (await openedWritesIn(world)).map(({ value }) => value).join('\n')
    for (const idNumber of Object.values(fleeting).slice(0, 4)) {
      expect(written).toContain(`"idNumberLast4":"${idNumber.slice(-4)}"`)
      expect(written).not.toContain(idNumber)
    }
  })

  it('is not kept at all where nothing is to be kept of it', async () => {
    const written = (await openedWritesIn(world)).map(({ value }) => value).join('\n')
    expect(written).toContain('Street')
    expect(leaksIn(written, [...Object.values(fleeting), ...claims, ...registered])).toEqual([])
  })
})
