import { describe, expect, it } from 'vitest'
import { identityProducts } from '../../shared/identity/products.ts'
import { call } from '../support/api-client.ts'
import { joinWorld } from '../support/environment.ts'
import {
  addressOrder,
  applicant,
  businessAddressOrder,
  employmentOrder,
  extraData,
  proAddressOrder,
} from '../support/orders.ts'

/* What existing integrations of the incumbent's API send: they are to work when their base URL is changed. */

const world = await joinWorld()
const client = await world.client()

const credentials = { clientId: 'local-test', secret: 'local-test-secret' }
const license = identityProducts.find(({ name }) => name === 'driver-license')!.sandbox

describe('an existing integration', () => {
  it('signs in at POST /token, and its token opens everything', async () => {
    const { status, body } = await call(`${world.url}/token`, 'POST', { body: credentials })
    expect({ status, body }).toEqual({
      status: 200,
      body: { accessToken: expect.stringMatching(/^[\w-]{20,}$/), expiresIn: 7200, tokenType: 'Bearer' },
    })
    const headers = { authorization: `Bearer ${body.accessToken}` }
    expect((await call(`${world.url}/v1/addresses`, 'GET', { headers })).status).toBe(200)
  })

  it('is refused at /token as at /v1/token', async () => {
    const wrong = await call(`${world.url}/token`, 'POST', { body: { ...credentials, secret: 'another' } })
    expect(wrong).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    const get = await call(`${world.url}/token`, 'GET')
    expect(get.status).toBe(405)
    expect(get.headers.get('allow')).toBe('POST')
  })

  it('looks a licence up under /drivers-license as under /driver-license', async () => {
    const claim = { fistname: license.person.firstname, lastname: license.person.lastname }
    const answers = []
    for (const name of ['driver-license', 'drivers-license'])
      answers.push(await client.post(`/v1/ng/identities/${name}/${license.numbers.exact}`, claim))
    const [one, other] = answers.map(({ status, body: { id, ...body } }) => ({ status, body }))
    expect(one).toMatchObject({ status: 200, body: { status: { status: 'verified' } } })
    expect(other).toEqual(one)
  })

  it('is told of a bad licence number there, too', async () => {
    const { status, body } = await client.post('/v1/ng/identities/drivers-license/123', {
      fistname: 'Ada',
      lastname: 'Obi',
    })
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ pointer: 'path/idNumber', code: 'wrong_form' }])
  })
})

describe('a look-up that is not offered', () => {
  const offered =
    'POST /v1/ng/identities/nin/{idNumber}, POST /v1/ng/identities/nin-premium/{idNumber}, ' +
    'POST /v1/ng/identities/driver-license/{idNumber}, POST /v1/ke/identities/alien-card/{idNumber}, ' +
    'POST /v1/ke/identities/passport/{passportNumber}'

  it.each([
    '/v1/ng/identities/bvn-premium/22222222222',
    '/v1/ng/identities/nuban',
    '/v1/ng/identities/face-verification/nin',
    '/v1/ng/identities/passport/AK0000001',
    '/v1/gh/identities/nin/63184876213',
  ])('is refused with the list of those that are: %s', async path => {
    const { status, body } = await client.post(path, { firstname: 'Ada', lastname: 'Obi' })
    expect([status, body.code]).toEqual([404, 'product_not_offered'])
    expect(body.detail).toBe(`This service offers these look-ups: ${offered}.`)
  })

  it.each(['/v1/ng/identities/nin', '/v1/ng/identities/nin/63184876213/photo'])(
    'is told from one whose path is wrong, and its number is not repeated: %s',
    async path => {
      const { status, body } = await client.post(path, {})
      expect([status, body.code, body.detail]).toEqual([
        404,
        'not_found',
        'No path of this API matches. The look-up is POST /v1/ng/identities/nin/{idNumber}.',
      ])
    },
  )
})

it('reads the residence of a NIN in parts, beside the address', async () => {
  const { person, numbers } = identityProducts.find(({ name }) => name === 'nin')!.sandbox
  const claim = { firstname: person.firstname, lastname: person.lastname }
  const { body } = await client.post(`/v1/ng/identities/nin/${numbers.exact}`, claim)
  expect([body.nin.address, body.nin.residence]).toEqual([
    '12 Allen Avenue, Ikeja, Lagos',
    { address1: '12 Allen Avenue', lga: 'Ikeja', state: 'Lagos' },
  ])
})

const optionalOfApplicant = ['middlename', 'dob', 'gender', 'email', 'idType', 'idNumber']
const applicantWith = (value: unknown) => ({
  ...applicant,
  ...Object.fromEntries(optionalOfApplicant.map(name => [name, value])),
})
const fields = (names: readonly string[], value: unknown) =>
  Object.fromEntries(names.map(name => [name, value]))

describe.each([
  ['an empty string', ''],
  ['null', null],
])('%s in every optional field', (_name, nothing) => {
  const street = `${JSON.stringify(nothing).length} Nothing Street`

  it('is not given in an order of an address', async () => {
    const order = addressOrder({
      street,
      applicant: applicantWith(nothing),
      ...fields(['landmark', 'latitude', 'longitude', 'allowRevisit'], nothing),
    })
    const { status, body } = await client.post('/v1/addresses', order)
    expect(status).toBe(201)
    expect(body.applicant).toMatchObject({ middlename: '', dob: '', gender: '', email: null })
    expect(body.address.location).toMatchObject({ landmark: '', initialLatitude: expect.any(Number) })
  })

  it('is not given in an order of an address with what the applicant shows', async () => {
    const order = proAddressOrder({
      street,
      landmark: nothing,
      applicant: applicantWith(nothing),
      addressExtraData: extraData(
        fields(['houseNumber', 'applicantPhoto1', 'applicantPhoto2', 'applicantPhoto3'], nothing),
      ),
    })
    const { status, body } = await client.post('/v1/addresses/pro', order)
    expect([status, body.address.verificationTypeCode]).toEqual([201, 'address'])
  })

  it('is not given in an order of a business address', async () => {
    const order = businessAddressOrder({ street, landmark: nothing, applicant: applicantWith(nothing) })
    expect((await client.post('/v1/addresses/business', order)).status).toBe(201)
  })

  it('is not given in an order of an employment', async () => {
    const names = ['startDate', 'endDate', 'jobTitle', 'currentlyEmployed', 'contactPersonName']
    const ours = ['consentReference', 'canContactPoc', 'allowRevisit']
    const order = employmentOrder({
      employerName: `Employer of ${street}`,
      applicant: applicantWith(nothing),
      ...fields([...names, ...ours], nothing),
    })
    const { status, body } = await client.post('/v1/employments', order)
    expect(status).toBe(201)
    expect(body.employment.employmentDetails).toEqual({
      currentlyEmployed: true,
      startDate: null,
      endDate: null,
      jobTitle: '',
    })
  })

  it.each(identityProducts.map(product => [product.name, product] as const))(
    'is not given in a look-up: %s',
    async (name, { country, sandbox }) => {
      const { person, numbers } = sandbox
      const optional = fields(['middlename', 'dob', 'phone', 'email', 'gender'], nothing)
      const spelling = name === 'driver-license' ? { fistname: person.firstname, firstname: nothing } : {}
      const claim = { firstname: person.firstname, lastname: person.lastname, ...spelling, ...optional }
      const path = `/v1/${country.code}/identities/${name}/${numbers.exact}`
      const { status, body } = await client.post(path, claim)
      expect([status, body.status]).toEqual([200, { state: 'complete', status: 'verified' }])
      const [check] = Object.values<{ fieldMatches: object }>(body.summary)
      expect(check!.fieldMatches).toEqual({ firstname: true, lastname: true })
    },
  )

  it('is not given when an endpoint is registered, changed or sent to', async () => {
    await using receiver = await world.receiver()
    // A list is null or a list: no integration sends one as text.
    const optional = {
      ...fields(['description', 'enabled', 'payload', 'bodySignature', 'ed25519'], nothing),
      events: null,
    }
    const created = await client.post('/v1/webhooks', { url: receiver.url, ...optional })
    expect(created).toMatchObject({ status: 201, body: { enabled: true, payload: 'full', description: '' } })
    const path = `/v1/webhooks/${created.body.id}`
    await client.patch(path, { description: 'Orders' })
    const changed = await client.patch(path, { ...optional, url: nothing, description: null })
    expect(changed).toMatchObject({
      status: 200,
      body: { url: receiver.url, description: 'Orders', enabled: true },
    })
    const asBefore = { url: receiver.url, events: created.body.events, payload: 'full' }
    for (const change of [
      { payload: 'full', events: null },
      { url: receiver.url, payload: nothing, events: null },
    ])
      expect(await client.patch(path, change)).toMatchObject({ status: 200, body: asBefore })
    expect((await client.patch(path, { description: '' })).body.description).toBe('')
    expect((await client.post(`${path}/secret`, { overlapSeconds: nothing })).body.previous).toHaveLength(1)
    const since = new Date(Date.now() - 60_000).toISOString()
    expect((await client.post(`${path}/recover`, { since, until: nothing })).status).toBe(202)
  })

  it('is not given when the time of an order is moved', async () => {
    const applicant = { firstname: 'Ngozi', lastname: 'Adeyemi', phone: '08000001010' }
    const { body } = await client.post('/v1/addresses', {
      ...addressOrder({ applicant }),
      allowRevisit: true,
    })
    const time = { to: 'expired', verificationId: body.id, eventId: nothing, endpointId: nothing }
    expect((await client.post('/v1/sandbox/clock', time)).status).toBe(202)
  })

  it('is still missed where a field is required', async () => {
    const { status, body } = await client.post('/v1/addresses', addressOrder({ city: nothing }))
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ pointer: '/city' }])
  })
})

it.each([
  [true, true],
  [false, false],
  ['True', true],
  ['TRUE', true],
  ['FALSE', false],
  ['false', false],
  ['yes', true],
  ['No', false],
  ['1', true],
  ['0', false],
])('understands currentlyEmployed: %j', async (answer, expected) => {
  const order = employmentOrder({
    currentlyEmployed: answer,
    // Another employer each, since case makes no other order.
    employerName: `Employer ${Buffer.from(`${typeof answer} ${answer}`).toString('hex')}`,
    endDate: undefined,
  })
  const { status, body } = await client.post('/v1/employments', order)
  expect([status, body.employment.employmentDetails.currentlyEmployed]).toEqual([201, expected])
})

it('sees that somebody who left cannot be employed still, however the yes is written', async () => {
  for (const currentlyEmployed of [true, 'Yes']) {
    const { body } = await client.post('/v1/employments', employmentOrder({ currentlyEmployed }))
    expect(body.errors).toMatchObject([{ pointer: '/currentlyEmployed', code: 'after_end' }])
  }
})

it('reads `message` and `statusCode` on every kind of problem', async () => {
  const problems = [
    await client.post('/v1/addresses', {}),
    await call(`${world.url}/v1/addresses`, 'GET'),
    await client.get('/v1/addresses/1'),
    await client.request('PUT', '/v1/addresses'),
    await client.get('/v1/nowhere'),
  ]
  expect(problems.map(({ status }) => status)).toEqual([400, 401, 404, 405, 404])
  for (const { status, body } of problems)
    expect(body).toMatchObject({
      status,
      statusCode: status,
      message: body.detail,
      detail: expect.any(String),
    })
})
