import {
  defineKind,
  encrypted,
  ofTenants,
  padded,
  plain,
  type Told,
  tenant,
  tenantItem,
  toIndex2,
  toKey,
} from '../table/kind.ts'
import type { Key } from '../table/port.ts'
import type { Tenant } from '../table/tenant.ts'

/**
 * `<t>#idempotency#<cid>#<digest>`, `idempotency`; gsi2 `<t>#about#<id>, <digest>`; read by every POST with a key,
 * erasure.
 */
export const idempotencyKeyKind = defineKind({
  name: 'idempotencyKey',
  sortKey: 'idempotency',
  writable: ofTenants('idempotency#*'),
  attributes: {
    bodyDigest: plain,
    id: plain,
    lockedUntil: plain,
    answer: encrypted,
  },
  itemsOf: (of: Tenant, id: number) => storedResponsesQuery(of, id),
  countedAs: 'answers',
  days: 1,
})

export const idempotencyKeyTold = {
  kind: idempotencyKeyKind,
  what: 'Idempotency-Key (table)',
  holds: 'the first response; never a look-up’s',
  after: 'the first request',
  erased: 'deleted',
} as const satisfies Told

/** `<t>#request`, `<at>#<requestId>`; read by listRequests. */
export const requestKind = defineKind({
  name: 'request',
  writable: ofTenants('request'),
  days: 7,
})

export const requestTold = {
  kind: requestKind,
  what: 'line of the request log (table)',
  holds:
    'nothing: a client’s id, an action’s name, a path with the ids of records alone, a status, which fields were wrong and not their values',
  after: 'the request',
  erased: 'stays until then',
  notExported: 'It names nobody.',
} as const satisfies Told

/**
 * `<t>#rate-limit#<cid>#<name>#<of>#<at>`, `rate-limit`; read by every authenticated call.
 * `rate-limit#<name>#<of>#<at>`, `rate-limit`; read by createToken.
 */
export const rateLimitKind = defineKind({
  name: 'limit',
  writable: ofTenants('rate-limit#*'),
})

export const rateLimitTold = {
  kind: rateLimitKind,
  what: 'limit (table)',
  holds: 'a keyed digest of an id number',
  until: 'the end of its day',
  erased: 'stays until then',
  notExported: 'It is the number of requests of a day, under a digest.',
} as const satisfies Told

/** Of those who are no client yet. */
export const strangersLimitKind = defineKind({ name: 'strangersLimit', writable: ['rate-limit#*'] })

export const requestsPartition = (of: Tenant): string => `${tenant(of)}#request`

export const requestKey = (of: Tenant, at: string, requestId: string) =>
  toKey(requestsPartition(of), `${at}#${requestId}`)

export const idempotencyKey = (of: Tenant, clientId: string, keyDigest: string) =>
  tenantItem(of, `idempotency#${clientId}#${keyDigest}`, 'idempotency')

const answersPartition = (of: Tenant, id: number): string => `${tenant(of)}#about#${padded(id)}`

/** Erasure finds stored responses by it. It costs a write unit a response. */
export const storedResponseIndex = (of: Tenant, id: number, keyDigest: string) =>
  toIndex2(answersPartition(of, id), keyDigest)

export const storedResponsesQuery = (of: Tenant, id: number) =>
  ({ index: 'gsi2', partition: answersPartition(of, id) }) as const

export const rateLimitKey = (
  of: Tenant,
  [clientId = '', name, subject]: readonly [string | undefined, string, string],
  startsAt: number,
) => tenantItem(of, `rate-limit#${clientId}#${name}#${subject}#${startsAt}`, 'rate-limit')

export const anonymousLimitKey = (name: string, subject: string, startsAt: number) =>
  toKey(`rate-limit#${name}#${subject}#${startsAt}`, 'rate-limit')

export const requestPageKeyPattern = /^[\d:.TZ-]{24}#[\w=+/-]{1,100}$/

export const parseRequestPageKey = ({ sk }: Key): string => sk
