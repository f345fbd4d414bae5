import { createServer, type RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  foundReply,
  type RegistrySimulator,
  simulatedPerson,
  startRegistrySimulator,
} from '../../../../infra/local/registry-simulator.ts'
import { identityProducts, type RegistryName, registryNames } from '../../../../shared/identity/products.ts'
import { createResponseReader } from '../../../../shared/identity/registry/adapter.ts'
import { httpRegistry } from '../../../../shared/identity/registry/http-registry.ts'
import { openFrozenServer } from '../../../support/frozen.ts'
import { products as examples } from '../../../support/identities.ts'
import { close, listen } from '../../../support/listen.ts'

const credential = async () => 'registry-credential'
const adapterOf = (name: RegistryName) =>
  identityProducts.find(({ registry }) => registry.name === name)!.registry.adapter
const connect = (baseUrl: string, name: RegistryName = 'nin', timeoutMs = 2000) =>
  httpRegistry(adapterOf(name), { baseUrl, credential, timeoutMs })

const numberOf = (name: RegistryName, end = '111') =>
  examples.find(({ registry }) => registry === name)!.ending(end)
const nin = numberOf('nin')
const found = JSON.stringify(foundReply(adapterOf('nin'), nin))

let simulator: RegistrySimulator
beforeAll(async () => {
  simulator = await startRegistrySimulator()
})
afterAll(() => simulator.stop())

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** A server of the test's own; `sockets` are its open connections. */
const serve = async (listener: RequestListener) => {
  const sockets = new Set<Socket>()
  const server = createServer(listener).on('connection', socket => sockets.add(socket))
  stops.push(() => close(server))
  return { url: await listen(server), sockets }
}

describe.each(registryNames)('the %s registry', name => {
  it('is understood when it has somebody', async () => {
    const answer = await connect(simulator.url, name).lookUp(numberOf(name), 1)
    const { firstname, lastname, middlename, birthdate, photo } = simulatedPerson
    const person = { idNumber: numberOf(name), firstname, lastname, middlename, birthdate, photo }
    expect(answer).toMatchObject({ kind: 'found', person })
  })

  it('is understood when it has nobody', async () => {
    const number = numberOf(name, '404')
    expect(await connect(simulator.url, name).lookUp(number, 1)).toEqual({ kind: 'not-found' })
  })

  it.each([
    ['500', 'unavailable', 'status'],
    ['903', 'unavailable', 'refused'],
    ['400', 'unreadable', 'status'],
    ['901', 'unreadable', 'malformed'],
    ['902', 'unreadable', 'wrong-schema'],
    ['904', 'unreadable', 'wrong-person'],
    ['906', 'unreadable', 'too-large'],
  ])('is not believed when it answers as to …%s: %s', async (ending, kind, reason) => {
    const number = numberOf(name, ending)
    expect(await connect(simulator.url, name).lookUp(number, 1)).toEqual({ kind, reason })
  })

  it('is believed about somebody with one name', async () => {
    const answer = await connect(simulator.url, name).lookUp(numberOf(name, '905'), 1)
    const person = { firstname: simulatedPerson.firstname, lastname: '' }
    expect(answer).toMatchObject({ kind: 'found', person })
  })
})

describe('a record', () => {
  const read = createResponseReader(adapterOf('driver-license'))
  const holder = { licenseNo: 'ABC12345AA12', firstName: ' Ada ', lastName: 'Obi' }

  it('may lack all but the number and the names, and may write dates either way', () => {
    const license = { ...holder, photo: null, birthDate: '1990-05-17', issuedDate: '01-02-2023' }
    expect(read({ found: true, license })).toMatchObject({
      idNumber: 'ABC12345AA12',
      firstname: 'Ada',
      photo: '',
      phone: '',
      birthdate: '17-05-1990',
      issuedDate: '01-02-2023',
      expiryDate: '',
    })
  })

  it.each([
    ['any name', { ...holder, firstName: null, lastName: ' ' }],
    ['the place of a name', { licenseNo: 'ABC12345AA12', firstName: 'Ada' }],
    ['a date that can be read', { ...holder, birthDate: '17 May 1990' }],
    ['a number', { ...holder, licenseNo: 12 }],
  ])('without %s is no record', (_what, license) => {
    expect(read({ found: true, license })).toBeUndefined()
  })

  it.each([[null], [''], [' ']])('may have %j for one of the two names', lastName => {
    const license = { ...holder, lastName }
    expect(read({ found: true, license })).toMatchObject({ firstname: 'Ada', lastname: '' })
  })

  it('has the parts of an address where the registry has no whole', () => {
    const residence = { residence_address: '5 Aba Road', residence_state: 'Rivers' }
    const data = { nin, firstname: 'Ada', surname: 'Obi', ...residence }
    expect(createResponseReader(adapterOf('nin'))({ status: 'found', data })).toMatchObject({
      address: '5 Aba Road, Rivers',
      residence: { address1: '5 Aba Road', lga: '', state: 'Rivers' },
    })
  })
})

describe('a registry over HTTP', () => {
  it('is sent the number in the body, never in the URL, and the credential', async () => {
    let seen: { url: string | undefined; authorization: string | undefined } | undefined
    const { url } = await serve((request, response) => {
      seen = { url: request.url, authorization: request.headers.authorization }
      request.resume().on('end', () => response.end(found))
    })
    expect((await connect(`${url}/`).lookUp(nin, 1)).kind).toBe('found')
    expect(seen).toEqual({ url: '/nin/search', authorization: 'Bearer registry-credential' })
  })

  it('that never answers is given up in time', async () => {
    const { url } = await serve(() => {})
    expect(await connect(url, 'nin', 300).lookUp(nin, 1)).toEqual({ kind: 'unavailable', reason: 'timeout' })
  })

  it('that drips its answer is given up in time', async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    })
    expect(await connect(url, 'nin', 300).lookUp(nin, 1)).toEqual({ kind: 'unavailable', reason: 'timeout' })
  })

  it('that breaks off in the middle of its answer is not asked again', async () => {
    let asked = 0
    const { url } = await serve((_request, response) => {
      asked++
      response.writeHead(200, { 'content-length': '1000' })
      response.write('{"status":')
      setTimeout(() => response.destroy(), 20)
    })
    expect(await connect(url).lookUp(nin, 1)).toEqual({ kind: 'unavailable', reason: 'reset' })
    expect(asked).toBe(1)
  })

  it('that nobody listens for is asked twice and then unavailable', async () => {
    const { url } = await serve(() => {})
    await stops.pop()!()
    expect(await connect(url).lookUp(nin, 1)).toEqual({ kind: 'unavailable', reason: 'connection' })
  })

  it('whose kept connection was closed meanwhile answers all the same', async () => {
    let asked = 0
    const { url, sockets } = await serve((request, response) => {
      asked++
      // The second request on the kept connection meets its end, as after a night's sleep.
      if (asked === 2) return void request.socket.resetAndDestroy()
      request.resume().on('end', () => response.end(found))
    })
    const registry = connect(url)
    expect((await registry.lookUp(nin, 1)).kind).toBe('found')
    expect((await registry.lookUp(nin, 1)).kind).toBe('found')
    expect([asked, sockets.size]).toEqual([3, 2])
  })

  it('that closed every kept connection meanwhile answers over a new one', async () => {
    const heard = { first: Promise.withResolvers<void>(), count: 0 }
    await using server = await openFrozenServer(async () => {
      // Two at once make two connections, and both are kept.
      if (++heard.count === 2) heard.first.resolve()
      await heard.first.promise
      return found
    })
    const registry = connect(server.url)
    await Promise.all([registry.lookUp(nin, 1), registry.lookUp(nin, 1)])
    expect((await registry.lookUp(nin, 1)).kind).toBe('found')
    expect(server.counts).toEqual({ answered: 3, reset: 1 })
  })

  it.each([502, 503, 504])('behind a gateway that says %i is asked once more', async status => {
    let asked = 0
    const { url } = await serve((request, response) => {
      request.resume()
      response.writeHead(asked++ === 0 ? status : 200).end(found)
    })
    expect((await connect(url).lookUp(nin, 1)).kind).toBe('found')
    expect(asked).toBe(2)
  })

  it.each([
    [400, 'unreadable', 'status'],
    [401, 'unavailable', 'refused'],
    [403, 'unavailable', 'refused'],
    [404, 'not-found', undefined],
    [422, 'unreadable', 'status'],
    [429, 'unavailable', 'throttled'],
    [500, 'unavailable', 'status'],
  ])('that says %i is not asked again', async (status, kind, reason) => {
    let asked = 0
    const { url } = await serve((request, response) => {
      asked++
      request.resume()
      response.writeHead(status).end('{"status":"not_found"}')
    })
    expect(await connect(url).lookUp(nin, 1)).toEqual(reason ? { kind, reason } : { kind })
    expect(asked).toBe(1)
  })

  it.each([
    ['30', 30],
    ['86400', 3600],
    ['0', undefined],
    ['soon', undefined],
    [new Date(Date.now() + 7_200_000).toUTCString(), 3600],
  ])('that wants fewer questions says when to ask again: %s', async (retryAfter, retryAfterSeconds) => {
    const { url } = await serve((_request, response) =>
      response.writeHead(429, { 'retry-after': retryAfter }).end(),
    )
    expect(await connect(url).lookUp(nin, 1)).toEqual({
      kind: 'unavailable',
      reason: 'throttled',
      ...(retryAfterSeconds && { retryAfterSeconds }),
    })
  })

  it('that redirects is not followed', async () => {
    const { url } = await serve((_request, response) =>
      response.writeHead(302, { location: simulator.url }).end(),
    )
    expect(await connect(url).lookUp(nin, 1)).toEqual({ kind: 'unavailable', reason: 'refused' })
  })

  it('that sends more than any record has is cut off', async () => {
    const { url } = await serve((_request, response) => response.writeHead(200).end('x'.repeat(2_000_000)))
    expect(await connect(url).lookUp(nin, 1)).toEqual({ kind: 'unreadable', reason: 'too-large' })
  })
})

describe('a credential', () => {
  it('that cannot be read makes the registry unavailable, and nobody is asked', async () => {
    let asked = 0
    const { url } = await serve(() => {
      asked++
    })
    const unreadable = async () => {
      throw new Error('no secret')
    }
    const registry = httpRegistry(adapterOf('nin'), { baseUrl: url, credential: unreadable })
    expect(await registry.lookUp(nin, 1)).toEqual({ kind: 'unavailable', reason: 'credential' })
    expect(asked).toBe(0)
  })

  it('that was rotated is read anew once before its refusal counts', async () => {
    const shown: (string | undefined)[] = []
    const { url } = await serve((request, response) => {
      shown.push(request.headers.authorization)
      const isTaken = request.headers.authorization === 'Bearer new'
      response.writeHead(isTaken ? 200 : 401).end(isTaken ? found : '{}')
    })
    const rotating = (renewed: string) => {
      const credential = async (refused?: string) => (refused === undefined ? 'old' : renewed)
      return httpRegistry(adapterOf('nin'), { baseUrl: url, credential }).lookUp(nin, 1)
    }
    expect((await rotating('new')).kind).toBe('found')
    expect(await rotating('old')).toEqual({ kind: 'unavailable', reason: 'refused' })
    expect(await rotating('wrong')).toEqual({ kind: 'unavailable', reason: 'refused' })
    expect(shown).toEqual(['old', 'new', 'old', 'old', 'wrong'].map(token => `Bearer ${token}`))
  })

  it('that was pasted with a line break works', async () => {
    const pasted = async () => 'registry-credential\n'
    const registry = httpRegistry(adapterOf('nin'), { baseUrl: simulator.url, credential: pasted })
    expect((await registry.lookUp(nin, 1)).kind).toBe('found')
  })
})
