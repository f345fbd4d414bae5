import { beforeAll, describe, expect, it } from 'vitest'
import { problemGuides } from '../../shared/http/contract/problem-guide.ts'
import { nin } from '../../shared/identity/product/nin.ts'
import { newClient } from '../support/clients.ts'
import { joinWorld } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { connect, post, send } from '../support/mcp.ts'
import { addressOrder, applicant, employmentOrder } from '../support/orders.ts'

const world = await joinWorld()
const client = await world.client()
const live = await world.client('local-live')
const other = await world.client('other-test')

const toolNames = [
  'createAddress',
  'getAddress',
  'listAddresses',
  'createEmployment',
  'getEmployment',
  'listEmployments',
  'completeTestVerification',
  'lookUpNin',
  'listEvents',
  'getEvent',
  'explainError',
  'searchDocs',
]

/** Who nobody visits stays in progress. */
const unvisited = (street: string) =>
  addressOrder({ street, applicant: { ...applicant, phone: '08000001010' } })

type Caller = Pick<typeof client, 'token'>

const rpc = (method: string, params: Readonly<Record<string, unknown>> = {}, caller: Caller = client) =>
  post(world.url, caller, { method, params })

/** What a tool answers: its structured result, or its words where it refuses by itself. */
const use = async (name: string, given: object, caller: Caller = client) => {
  const { status, body } = await rpc('tools/call', { name, arguments: given }, caller)
  expect(status).toBe(200)
  const { content, structuredContent, isError = false } = body.result
  if (structuredContent) expect(JSON.parse(content[0].text)).toEqual(structuredContent)
  return { isError, result: structuredContent, text: content[0].text }
}

const linesOf = (action: string): { result?: string; clientId: string; status: number }[] =>
  world.logLines
    .filter(line => line.includes('request.answered') && line.includes(`"action":"${action}"`))
    .map(line => JSON.parse(line.slice(line.indexOf('{'))).message)

describe('the official client', () => {
  it.each(['auto', { pin: '2026-07-28' }] as const)(
    'connects in the mode %o, is told what the tools are for, lists and calls',
    async mode => {
      const connected = await connect(world.url, client, mode)
      expect(connected.getServerVersion()).toEqual({
        name: 'verification-service',
        title: 'Verification service',
        version: '1',
      })
      expect(connected.getServerCapabilities()).toEqual({ tools: {} })
      expect(connected.getInstructions()).toContain('No tool orders or looks anybody up in live mode.')
      const { tools } = await connected.listTools()
      expect(tools.map(({ name }) => name)).toEqual(toolNames)
      const { content } = await connected.callTool({ name: 'explainError', arguments: { code: 'not_final' } })
      expect((content as { text: string }[])[0]!.text).toContain(problemGuides.not_final.whatToDo)
      await expect(connected.callTool({ name: 'nothing' })).rejects.toMatchObject({ code: -32602 })
    },
  )

  it('of a version before is told that there is only this one', async () => {
    await expect(connect(world.url, client, 'legacy')).rejects.toThrow('2026-07-28')
  })
})

describe('a coding agent in test mode', () => {
  it('orders an address, reads it, ends it, finds it in the list, and reads its event', async () => {
    const { result: ordered } = await use('createAddress', unvisited('1 Tool Street'))
    const { id } = ordered
    expect(ordered.status.state).toBe('IN_PROGRESS')
    expect((await use('getAddress', { id })).result).toEqual((await client.get(`/v1/addresses/${id}`)).body)
    const ended = await use('completeTestVerification', { id, subStatus: 'CANNOT ACCESS ADDRESS' })
    expect(ended.result).toMatchObject({ id, status: { status: 'NO_ACCESS', state: 'COMPLETE' } })
    const listed = await use('listAddresses', { status: 'NO_ACCESS', limit: 1 })
    expect(listed.result.data.map((line: { id: number }) => line.id)).toEqual([id])
    const eventId = `evt_${id}_completed`
    const event = await eventually(async () => {
      const { isError, result } = await use('getEvent', { id: eventId })
      return !isError && result
    })
    expect(event.body.data.id).toBe(id)
    const events = await use('listEvents', { event: 'address', limit: 1 })
    expect(events.result.data[0].id).toBe(eventId)
  })

  it('orders an employment, reads it and finds it in the list', async () => {
    const { result } = await use('createEmployment', employmentOrder({ customerReference: 'by-tool' }))
    const read = await use('getEmployment', { id: result.id })
    expect(read.result).toMatchObject({ id: result.id, customerReference: 'by-tool' })
    const listed = await use('listEmployments', { customerReference: 'by-tool' })
    expect(listed.result.data).toHaveLength(1)
  })

  it('looks a person of the sandbox up', async () => {
    const { firstname, lastname } = nin.sandbox.person
    const given = { idNumber: nin.sandbox.numbers.exact, firstname, lastname }
    const { isError, result } = await use('lookUpNin', given)
    expect([isError, result.status.status]).toEqual([false, 'verified'])
  })

  it('has an error explained, and is told which codes there are', async () => {
    const { result } = await use('explainError', { code: 'already_decided' })
    expect(result).toEqual({
      code: 'already_decided',
      status: 409,
      title: 'The verification is already complete',
      retryable: false,
      ...problemGuides.already_decided,
      guide: `${world.url}/v1/docs/error-codes#already_decided`,
    })
    const unknown = await use('explainError', { code: 'E_1' })
    expect([unknown.isError, unknown.text.slice(0, 36)]).toEqual([
      true,
      'code: Expected one of: invalid_reque',
    ])
  })

  it('finds in the guides what it asks for', async () => {
    const { result } = await use('searchDocs', { query: 'verify the signature of a webhook' })
    expect(result.sections).toHaveLength(5)
    expect(result.sections[0]).toMatchObject({ url: expect.stringContaining('/v1/docs/signatures') })
    expect((await use('searchDocs', { query: 'zzzz' })).result).toEqual({ sections: [] })
    expect(await use('searchDocs', {})).toMatchObject({
      isError: true,
      text: 'query: This field is required.',
    })
  })

  it('is told of a refused order which fields are wrong and what to do', async () => {
    const { isError, result } = await use('createAddress', { city: 'Ikeja' })
    expect(isError).toBe(true)
    expect(result).toMatchObject({
      code: 'invalid_request',
      whatToDo: problemGuides.invalid_request.whatToDo,
    })
    expect(result.errors.map(({ pointer }: { pointer: string }) => pointer)).toContain('/applicant')
  })

  it('is told of a misspelt filter that there is none', async () => {
    const { isError, result } = await use('listAddresses', { reference: 'x' })
    expect([isError, result.errors[0].pointer]).toEqual([true, 'query/reference'])
  })

  it.each(['..', '1/../2', '1?limit=2', '', '%2e%2e', { id: 1 }, null])(
    'leads to no other path by the id %o',
    async id => {
      const before = linesOf('getAddress').length + linesOf('listAddresses').length
      expect(await use('getAddress', { id })).toEqual({
        isError: true,
        result: undefined,
        text: 'id: Expected letters, digits, "-" and "_" alone.',
      })
      expect(linesOf('getAddress').length + linesOf('listAddresses').length).toBe(before)
    },
  )

  it('orders once, however often the same request with the same Idempotency-Key is sent', async () => {
    const ask = () =>
      post(
        world.url,
        client,
        { method: 'tools/call', params: { name: 'createAddress', arguments: unvisited('2 Tool Street') } },
        { headers: { 'idempotency-key': 'one-order' } },
      )
    const [first, second] = [await ask(), await ask()]
    expect(second.body.result.structuredContent).toEqual(first.body.result.structuredContent)
    expect(first.body.result.structuredContent.duplicateRequest).toBe(false)
  })
})

describe('a live client', () => {
  let id = 0
  beforeAll(async () => {
    id = (await live.post('/v1/addresses', addressOrder({ street: '7 Live Street' }))).body.id
  })

  it.each([
    ['createAddress', addressOrder({ street: '8 Live Street' })],
    ['createEmployment', employmentOrder()],
    ['lookUpNin', { idNumber: '12345678901', firstname: 'Ada', lastname: 'Obi' }],
    ['completeTestVerification', { id: '1', subStatus: 'VERIFIED' }],
  ])('is refused %s in words, and nothing happens', async (name, given) => {
    const before = linesOf(name).length
    const { isError, result, text } = await use(name, given, live)
    expect([isError, result]).toEqual([true, undefined])
    expect(text).toBe(
      'This tool works in test mode alone, and this token is of a live client. Nothing was done. Use a token of a test client; live orders and look-ups are for your own program, by the API.',
    )
    expect(linesOf(name)).toHaveLength(before)
  })

  it('reads what is its own', async () => {
    expect((await use('getAddress', { id }, live)).result.id).toBe(id)
  })

  it('is hidden from test mode and from others', async () => {
    for (const caller of [client, other])
      expect((await use('getAddress', { id }, caller)).result).toMatchObject({
        code: 'not_found',
        whatToDo: problemGuides.not_found.whatToDo,
      })
  })
})

describe('whoever may not', () => {
  it('lacks the scope: told which, and what to do first', async () => {
    const events = await newClient(world, { scopes: ['events'] })
    const { isError, result } = await use('createAddress', addressOrder(), events)
    expect(isError).toBe(true)
    expect(result).toMatchObject({
      code: 'product_not_enabled',
      detail: 'This client lacks the scope "addresses".',
      whatToDo: problemGuides.product_not_enabled.whatToDo,
    })
    expect((await use('listEvents', {}, events)).isError).toBe(false)
    expect((await use('searchDocs', { query: 'webhooks' }, events)).isError).toBe(false)
  })

  it('has a token that was revoked', async () => {
    const { clientId, secret } = (await world.administer({
      command: 'createClient',
      organisationId: 1,
      mode: 'test',
      scopes: ['addresses'],
    })) as { clientId: string; secret: string }
    const signIn = { clientId, secret }
    const token = (await client.post('/v1/token', signIn)).body.accessToken
    await world.administer({ command: 'revokeTokens', clientId })
    const { status, headers, body } = await rpc('tools/list', {}, { token })
    expect([status, body.code]).toEqual([401, 'unauthenticated'])
    expect(headers.get('www-authenticate')).toMatch(/^Bearer/)
  })

  it.each(['https://evil.example', 'http://localhost.evil.example', 'null'])(
    'is a page of another site: %s',
    async origin => {
      const answer = await post(world.url, client, { method: 'tools/list' }, { headers: { origin } })
      expect([answer.status, answer.body.code]).toEqual([403, 'foreign_origin'])
    },
  )

  it('is not a page of this machine', async () => {
    for (const origin of [world.url, 'http://localhost:6274', 'http://127.0.0.1:1'])
      expect((await post(world.url, client, { method: 'tools/list' }, { headers: { origin } })).status).toBe(
        200,
      )
  })
})

describe('a message that is wrong', () => {
  it.each(['GET', 'DELETE', 'PUT'])('takes no %s', async method => {
    const { status, headers, body } = await send(world.url, client, undefined, {}, method)
    expect([status, headers.get('allow'), body.code]).toEqual([405, 'POST', 'method_not_allowed'])
  })

  it.each([
    ['{"jsonrpc"', -32700, 'The body is not well-formed JSON.'],
    ['[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]', -32600, 'Expected object.'],
    ['"tools/list"', -32600, 'Expected object.'],
    ['{"id":1,"method":"tools/list"}', -32600, 'jsonrpc: This field is required.'],
    ['{"jsonrpc":"1.0","id":1,"method":"tools/list"}', -32600, 'jsonrpc: Expected "2.0".'],
    ['{"jsonrpc":"2.0","id":1,"result":{}}', -32600, 'method: This field is required.'],
  ])('%s is no request', async (text, code, message) => {
    const { status, body } = await send(world.url, client, text, { 'mcp-method': 'tools/list' })
    expect([status, body]).toEqual([400, { jsonrpc: '2.0', id: null, error: { code, message } }])
  })

  it.each([null, 1.5, {}])('has the id %o', async id => {
    const { status, body } = await post(world.url, client, { method: 'tools/list', id })
    expect([status, body.error.code]).toEqual([400, -32600])
  })

  it('has more than a body may: an argument of 1 MB', async () => {
    const text = 'x'.repeat(1024 * 1024)
    const params = { name: 'searchDocs', arguments: { query: text } }
    const { status, body } = await rpc('tools/call', params)
    expect([status, body.code]).toEqual([413, 'body_too_large'])
  })

  it('asks for a method that there is not', async () => {
    for (const method of ['resources/list', 'initialize', 'constructor', 'tasks/get']) {
      const { status, body } = await rpc(method)
      expect([status, body]).toEqual([
        404,
        { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } },
      ])
    }
  })

  it('asks for a tool that there is not', async () => {
    for (const name of ['deleteWebhook', 'callMcp', 'constructor']) {
      const { status, body } = await rpc('tools/call', { name })
      expect([status, body.error]).toEqual([
        200,
        { code: -32602, message: 'Unknown tool: `tools/list` names those that there are.' },
      ])
    }
  })

  it('gives arguments that are no object', async () => {
    const { status, body } = await rpc('tools/call', { name: 'searchDocs', arguments: ['query'] })
    expect([status, body.error.code]).toEqual([200, -32602])
  })

  const call = { method: 'tools/call', params: { name: 'explainError', arguments: { code: 'internal' } } }

  it.each([
    { 'mcp-protocol-version': undefined },
    { 'mcp-protocol-version': '2025-11-25' },
    { 'mcp-method': undefined },
    { 'mcp-method': 'tools/list' },
    { 'mcp-name': undefined },
    { 'mcp-name': 'searchDocs' },
  ])('says in headers other than in the body: %o', async headers => {
    const { status, body } = await post(world.url, client, call, { headers })
    expect([status, body.id, body.error.code]).toEqual([400, 1, -32020])
  })

  it('may encode a name', async () => {
    const headers = { 'mcp-name': `=?base64?${Buffer.from('explainError').toString('base64')}?=` }
    expect((await post(world.url, client, call, { headers })).status).toBe(200)
  })

  it('is of a version that is not spoken here, which it is told', async () => {
    const version = '2027-01-01'
    const meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const headers = { 'mcp-protocol-version': version }
    const { status, body } = await post(world.url, client, call, { headers, meta })
    expect(status).toBe(400)
    expect(body.error).toEqual({
      code: -32022,
      message: `Unsupported protocol version: ${version}`,
      data: { supported: ['2026-07-28'], requested: version },
    })
  })

  it.each([{}, { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }])(
    'lacks what every request has: %o',
    async meta => {
      const { status, body } = await post(world.url, client, call, { meta })
      expect([status, body.error.code]).toEqual([400, -32602])
    },
  )

  it('is a notification, which is taken and not answered', async () => {
    const message = { jsonrpc: '2.0', method: 'notifications/initialized' }
    const headers = { 'mcp-protocol-version': '2025-11-25' }
    expect(await send(world.url, client, JSON.stringify(message), headers)).toMatchObject({
      status: 202,
      body: '',
    })
  })
})

describe('what is kept of a call', () => {
  const person = { firstname: 'Zukanwabu', lastname: 'Oyibotemi', phone: '08039876543' }

  it('is one line in the log, without a word of the caller’s, beside the line of the route that it asked', async () => {
    const before = [linesOf('callMcp').length, linesOf('createAddress').length]
    const order = addressOrder({ street: '9 Plantedname Close', applicant: person })
    const { result } = await use('createAddress', order)
    await use('getAddress', { id: result.id })
    await rpc('tools/call', { name: 'Zukanwabu' })
    await rpc('Oyibotemi/list')
    const lines = linesOf('callMcp').slice(before[0])
    expect(lines.map(line => [line.result, line.status])).toEqual([
      ['createAddress', 200],
      ['getAddress', 200],
      ['error:-32602', 200],
      ['error:-32601', 404],
    ])
    expect(linesOf('createAddress')).toHaveLength(before[1]! + 1)
    expect(new Set(lines.map(({ clientId }) => clientId))).toEqual(new Set(['local-test']))
    const words = [...Object.values(person), 'Plantedname', client.token]
    expect(world.logLines.filter(line => words.some(word => line.includes(word)))).toEqual([])
  })

  it('stands in the client’s own list of requests, with that of the route', async () => {
    const asking = await newClient(world, { scopes: ['addresses'] })
    await use('getAddress', { id: 1 }, asking)
    const { body } = await asking.get('/v1/requests?limit=100')
    const entries = (body.data as { clientId: string; action: string; status: number }[]).filter(
      ({ clientId }) => asking.token.endsWith(clientId),
    )
    expect(entries.map(({ action, status }) => [action, status]).sort()).toEqual([
      ['callMcp', 200],
      ['getAddress', 404],
    ])
  })
})
