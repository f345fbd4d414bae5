import type { Route } from '../../shared/http/contract/route.ts'
import { type ActionName, routes } from '../../shared/routes.ts'
import { hostileGroups } from '../shared/webhook/transport/corpus.ts'
import { addressOrder, businessAddressOrder, employmentOrder, proAddressOrder } from '../support/orders.ts'
import { bodySchemaOf, fieldsOf, somePath } from '../support/route-inputs.ts'
import { bodies, bodyOfBytes, cursors, ids, marker, queries, texts, wrongTypes } from './values.ts'

/** One hostile request, as it goes over the wire. */
export interface HostileRequest {
  readonly kind: string
  readonly action: ActionName
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body?: string
}

/** What the corpus needs to know of the world it is sent into. */
export interface Surroundings {
  /** Tokens of one organisation: in live mode, where nobody visits, and in test mode. */
  readonly live: string
  readonly test: string
  /** Of the operator, in test mode. */
  readonly staff: string
  /** Of a client that may do something else. */
  readonly agent: string
  /** Its own things, and another organisation's, by the first part of their path. */
  readonly own: Readonly<Record<string, string>>
  readonly foreign: Readonly<Record<string, string>>
  readonly receiverUrl: string
  /** A link to a photo, as an answer gave it. */
  readonly fileToken: string
}

type Listed = readonly [ActionName, Route]
const all = Object.entries(routes) as unknown as readonly Listed[]
const withBody = all.filter(([, route]) => bodySchemaOf(route))
const withParams = all.filter(([, route]) => route.params)
const lists = all.filter(([, route]) => route.query)

/** So many of them, beginning elsewhere each time, so that over all routes each has its turn. */
const some = <Item>(items: readonly Item[], most: number, turn: number): Item[] => {
  const count = Math.min(most, items.length)
  return Array.from({ length: count }, (_, index) => items[(turn * count + index) % items.length]!)
}

const isOrder = (action: string): boolean =>
  /^(create|list|get|cancel)(Address|Business|Employment)/.test(action)

/** Orders go to live mode, where no simulated agent makes work of them; everything else to the sandbox. */
const tokenFor = (action: ActionName, { live, test, staff }: Surroundings): string => {
  if (routes[action].path.startsWith('/v1/operations/')) return staff
  return isOrder(action) ? live : test
}

const collectionPathOf = ({ path }: Route): string => path.split('/').slice(0, 3).join('/')

/** The route's path with something that is there, if there is one. */
const ownPath = (route: Route, { own }: Surroundings): string => {
  const id = own[collectionPathOf(route)]
  return id === undefined ? somePath(route) : route.path.replace('{id}', id)
}

const withId = ({ path }: Route, id: string): string => path.replace(/\{\w+\}/, () => id)

const validBodies = ({ receiverUrl }: Surroundings): Readonly<Partial<Record<string, object>>> => ({
  createToken: { clientId: 'hostile-client', secret: marker },
  createAddress: addressOrder(),
  createProAddress: proAddressOrder(),
  createBusinessAddress: businessAddressOrder(),
  createEmployment: employmentOrder(),
  lookUpDriverLicense: { fistname: 'Ada', lastname: 'Obi' },
  createWebhook: { url: receiverUrl },
  recoverWebhook: { since: '2026-01-01' },
  completeTestVerification: { subStatus: 'VERIFIED' },
  moveTestClock: { to: 'expired', verificationId: 1 },
})

const validBody = (action: ActionName, surroundings: Surroundings): object =>
  validBodies(surroundings)[action] ??
  (action.startsWith('lookUp') ? { firstname: 'Ada', lastname: 'Obi' } : {})

const placeholder = '@here@'

/** A valid body's text, with raw JSON at a pointer. */
const bodyWith = (valid: object, pointer: string, raw: string): string => {
  const copy = structuredClone(valid) as Record<string, unknown>
  const names = pointer.slice(1).split('/')
  const last = names.pop()!
  let inner = copy
  for (const name of names) {
    inner[name] ??= {}
    inner = inner[name] as Record<string, unknown>
  }
  inner[last] = placeholder
  return JSON.stringify(copy).replace(`"${placeholder}"`, () => raw)
}

interface Part {
  readonly path?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body?: string
}

const request = (
  kind: string,
  [action, route]: Listed,
  surroundings: Surroundings,
  { path, method, headers, body }: Part,
): HostileRequest => ({
  kind,
  action,
  method: method ?? route.method,
  path: path ?? ownPath(route, surroundings),
  headers: {
    ...(route.access !== 'public' && { authorization: `Bearer ${tokenFor(action, surroundings)}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  },
  ...(body !== undefined && { body }),
})

interface Text {
  readonly type?: string
  readonly maxLength?: number
}

/** Texts at their limit and one beyond it. */
const sizes = ({ type, maxLength }: Text): string[] =>
  type === 'string' && maxLength !== undefined
    ? [0, 1].map(more => JSON.stringify(marker.padEnd(maxLength + more, 'x').slice(0, maxLength + more)))
    : []

/** Fields that take numbers are few, and each is tried with every number. */
const wrongIn = ({ type }: Text, turn: number): readonly string[] =>
  type === 'number' ? wrongTypes.filter(raw => /^-?\d/.test(raw)) : some(wrongTypes, 2, turn)

const inFields = (s: Surroundings): HostileRequest[] => {
  let turn = 0
  return withBody.flatMap(listed => {
    const valid = validBody(listed[0], s)
    return fieldsOf(bodySchemaOf(listed[1])!).flatMap(([pointer, schema]) => {
      turn++
      const values = [...wrongIn(schema as Text, turn), ...some(texts, 1, turn), ...sizes(schema as Text)]
      return values.map(raw => request('field', listed, s, { body: bodyWith(valid, pointer, raw) }))
    })
  })
}

const inBodies = (s: Surroundings): HostileRequest[] =>
  withBody.flatMap((listed, turn) => {
    const limit = 256 * 1024
    const edge = some([limit, limit + 1, limit - 1], 1, turn).map(bodyOfBytes)
    return [...some(bodies, 5, turn), ...edge].map(body => request('body', listed, s, { body }))
  })

const inIds = (s: Surroundings): HostileRequest[] =>
  withParams.flatMap((listed, turn) => {
    const [action, route] = listed
    const foreign = s.foreign[collectionPathOf(route)]
    const foreignIds = foreign ? [foreign, `0${foreign}`, `${foreign}%00`] : []
    const valid = route.body && JSON.stringify(validBody(action, s))
    const chosen = [...some(ids, 8, turn), ...foreignIds]
    return chosen.map(id =>
      request('id', listed, s, { path: withId(route, id), ...(valid && { body: valid }) }),
    )
  })

const inQueries = (s: Surroundings): HostileRequest[] =>
  lists.flatMap((listed, turn) => {
    const path = ownPath(listed[1], s)
    return [
      ...some(queries, 20, turn).map(query => request('query', listed, s, { path: `${path}?${query}` })),
      ...some(cursors, 15, turn).map(cursor =>
        request('cursor', listed, s, { path: `${path}?cursor=${cursor}` }),
      ),
    ]
  })

const methods = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND', 'POST', 'GET'] as const

const inMethods = (s: Surroundings): HostileRequest[] =>
  all.flatMap((listed, turn) =>
    some(methods, 2, turn)
      .filter(method => !all.some(([, route]) => route.path === listed[1].path && route.method === method))
      .map(method => request('method', listed, s, { method })),
  )

const contentTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json;',
  'application/jsonp',
  'APPLICATION/JSON',
  'application/vnd.api+json',
  ' ',
  'application/json, text/html',
  `application/${marker}`,
  'text/json',
] as const

const authorizations = ({ live, agent }: Surroundings): readonly string[] => [
  '',
  'Bearer',
  'Bearer ',
  `Bearer ${'x'.repeat(43)}`,
  `Bearer ${live}x`,
  `Bearer ${live.slice(0, -1)}`,
  `Bearer ${live} ${live}`,
  `Bearer ${live},Bearer ${live}`,
  `Bearer ${live.toUpperCase()}`,
  `Basic ${live}`,
  `Token ${live}`,
  live,
  `Bearer ${agent}`,
  `Bearer ${'a'.repeat(7000)}`,
  'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJsb2NhbC1saXZlIn0.',
  `Bearer "${live}"`,
  `Bearer ${marker}#${marker}#${marker}`,
]

const idempotencyKeys: readonly (string | string[])[] = [
  '',
  ' ',
  'k',
  'k'.repeat(255),
  'k'.repeat(256),
  'a b',
  'clé',
  '__proto__',
  `${marker}#1#test`,
  ['one', 'two'],
  '../../../',
  '"quoted"',
]

const prefers: readonly (string | string[])[] = [
  'respond-async',
  'respond-async, wait=99999999999999',
  'respond-async=false',
  'Respond-Async;x=y',
  'wait=-1',
  ['respond-async', 'return=minimal'],
  `return=${marker}`,
  ','.repeat(2000),
]

const strayHeaders: readonly Readonly<Record<string, string | string[]>>[] = [
  { host: 'evil.example' },
  { host: '127.0.0.1:1' },
  { 'x-forwarded-for': `${'1.1.1.1, '.repeat(200)}1` },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-method-override': 'DELETE', 'x-original-url': '/v1/webhooks', 'x-rewrite-url': '/v1/webhooks' },
  { 'x-request-id': `${marker}`, 'x-amzn-requestid': `${marker}`, 'x-amzn-trace-id': `Root=${marker}` },
  { 'x-organisation-id': '2', 'x-tenant-id': '2', 'x-mode': 'live' },
  { cookie: `token=${marker}; __Host-session=${marker}` },
  { origin: 'https://evil.example', referer: 'https://evil.example/' },
  { accept: 'application/xml', 'accept-encoding': 'br;q=1, *;q=0', 'accept-language': marker },
  { 'if-none-match': '*', 'if-modified-since': marker, range: 'bytes=0-1' },
  { 'content-encoding': 'gzip' },
  { 'transfer-encoding': 'chunked' },
  { 'x-padding': 'p'.repeat(8000) },
  { ['__proto__']: 'x', constructor: 'y' },
  { te: 'trailers', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' },
  { forwarded: `for=${marker};host=evil.example` },
]

const listedAs = (action: ActionName): Listed => [action, routes[action] as Route]

const inHeaders = (s: Surroundings): HostileRequest[] => {
  const order = listedAs('createAddress')
  const lookUp = listedAs('lookUpNin')
  const list = listedAs('listAddresses')
  const valid = JSON.stringify(addressOrder())
  const claim = JSON.stringify({ firstname: 'Ada', lastname: 'Obi' })
  const path = somePath(lookUp[1]).replace(/\d+$/, '10000000404')
  return [
    ...contentTypes.map(type =>
      request('content-type', order, s, { body: valid, headers: { 'content-type': type } }),
    ),
    ...authorizations(s).flatMap(authorization => [
      request('authorization', order, s, { body: valid, headers: { authorization } }),
      request('authorization', list, s, { headers: { authorization } }),
    ]),
    ...idempotencyKeys.map(key =>
      request('idempotency', order, s, { body: valid, headers: { 'idempotency-key': key } }),
    ),
    ...prefers.map(prefer => request('prefer', lookUp, s, { path, body: claim, headers: { prefer } })),
    ...strayHeaders.flatMap(headers => [
      request('header', order, s, { body: valid, headers }),
      request('header', list, s, { headers }),
    ]),
  ]
}

const inFileTokens = (s: Surroundings): HostileRequest[] => {
  const [payload = '', signature = ''] = s.fileToken.split('.')
  const forged = Buffer.from('9999999999 evidence/2/test/1/exterior-1.png').toString('base64url')
  const tokens = [
    `${payload}.${signature}.x`,
    `${payload}.${signature}.`,
    `.${payload}.${signature}`,
    `${payload}..${signature}`,
    `${payload}.${signature.slice(0, -2)}`,
    `${payload}.${signature}A`,
    `${forged}.${signature}`,
    `${forged}.`,
    `${forged}`,
    `${payload}.${payload}`,
    `${payload.slice(1)}.${signature}`,
    `${signature}.${payload}`,
    `${payload}%2e${signature}%00`,
    `${payload}.${signature}${'='.repeat(2)}`,
    `${'a'.repeat(40)}.${'b'.repeat(43)}`,
    `${marker.repeat(10)}`,
  ]
  return tokens.map(token => request('file token', listedAs('getFile'), s, { path: `/v1/file/${token}` }))
}

/** Whether to judge a URL needs no name to be resolved: the tests ask no resolver. */
const needsNoName = (url: string): boolean => {
  if (!URL.canParse(url)) return true
  const { protocol, hostname } = new URL(url)
  return !/^https?:$/.test(protocol) || hostname === '' || /^[\d.]+$|^\[|(^|\.)localhost\.?$/.test(hostname)
}

const inDestinations = (s: Surroundings): HostileRequest[] => {
  const urls = hostileGroups.flatMap(({ cases }) => cases.map(({ url }) => url))
  return urls
    .filter(needsNoName)
    .filter((url, index) => url !== '' && index % 3 === 0)
    .map((url, turn) =>
      request('destination', listedAs(turn % 2 === 0 ? 'createWebhook' : 'updateWebhook'), s, {
        body: JSON.stringify({ url, enabled: false }),
      }),
    )
}

/** Every request of the corpus: the same in each run, but for the ids and tokens of its surroundings. */
export const corpusFor = (surroundings: Surroundings): readonly HostileRequest[] =>
  [inFields, inBodies, inIds, inQueries, inMethods, inHeaders, inFileTokens, inDestinations].flatMap(part =>
    part(surroundings),
  )
