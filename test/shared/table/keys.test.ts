import { expect, it } from 'vitest'
import { matchesPattern } from '../../../infra/constructs/wildcard.ts'
import { idempotencyKeyKind, rateLimitKind, requestKind } from '../../../shared/http/kinds.ts'
import { ofTenants, sealedKindOf } from '../../../shared/table/kind.ts'
import type { Key } from '../../../shared/table/port.ts'
import { kinds as allKinds } from '../../../shared/subject/kinds.ts'
import { keyOf, keys } from '../../support/keys-of-kinds.ts'

const tenants = ofTenants('*')
/** What may be written together, each once: kinds that lie behind one wall name the same patterns. */
const walls = [
  tenants,
  ...new Map(
    allKinds.flatMap(kind => ('writable' in kind ? [[`${kind.writable}`, kind.writable]] : [])),
  ).values(),
]
const withinTenants: readonly (readonly string[])[] = [rateLimitKind, requestKind, idempotencyKeyKind].map(
  ({ writable }) => writable,
)
const apart = walls.filter(wall => !withinTenants.includes(wall))
const isWithin = (patterns: readonly string[], { pk }: Key): boolean =>
  patterns.some(pattern => matchesPattern(pattern, pk))

it('stands every key within one wall, so that a new kind of item needs one', () => {
  const kinds = Object.keys(keys).filter(name => /Key$/.test(name) && !/PageKey$/.test(name))
  expect(Object.keys(keyOf).sort()).toEqual(kinds.sort())
  for (const [kind, key] of Object.entries(keyOf))
    expect(apart.filter(wall => isWithin(wall, key)).length, kind).toBe(1)
})

it('stands what belongs to the operator itself within the walls of tenants', () => {
  const operator = { organisationId: 0, mode: 'live' } as const
  expect(isWithin(tenants, keys.idempotencyKey(operator, 'agent-1', 'digest'))).toBe(true)
  expect(isWithin(rateLimitKind.writable, keys.rateLimitKey(operator, ['agent-1', 'requests', ''], 1))).toBe(
    true,
  )
})

it('finds a limit and a line of the request log within their own walls and their tenant’s, and nothing else there', () => {
  const limits = Object.keys(keyOf).filter(kind => isWithin(rateLimitKind.writable, keyOf[kind]!))
  expect(limits).toEqual(['rateLimitKey'])
  const held = Object.keys(keyOf).filter(kind => isWithin(idempotencyKeyKind.writable, keyOf[kind]!))
  expect(held).toEqual(['idempotencyKey'])
  const lines = Object.keys(keyOf).filter(kind => isWithin(requestKind.writable, keyOf[kind]!))
  expect(lines).toEqual(['requestKey'])
})

/** Kinds of item that hold nothing of an applicant in words: ids, digests, numbers, times, what is sealed otherwise. */
const impersonal = [
  'organisationKey',
  'clientKey',
  'tokenKey',
  'personKey',
  'teamKey',
  'memberKey',
  'sessionKey',
  'signInKey',
  'portalSessionKey',
  'portalLinkKey',
  'requestKey',
  'claimKey',
  'attestationCountKey',
  'duplicateGuardKey',
  'openKey',
  'attemptClaimKey',
  'endpointKey',
  'endpointUrlKey',
  'deletedEndpointKey',
  'endpointCountKey',
  'alertKey',
  'lateLookupKey',
  'rateLimitKey',
  'anonymousLimitKey',
  'trailKey',
  'fieldworkCountKey',
  'workCountKey',
  'unsentKey',
  'visitLineKey',
  'devicesKey',
  'photoHashKey',
  'photoLookKey',
  'placeNoteKey',
  'agentOutcomeKey',
  'deviceUseKey',
  'caseKey',
  'caseSearchCountKey',
  'statsLineKey',
  'statsSummaryKey',
  'ledgerKey',
  'chargeReferenceKey',
  'ledgerSumKey',
  'ledgerDaySumKey',
  'countedChargeKey',
  'reservationKey',
  'spendKey',
  'receiptKey',
  'dataKey',
  'dataFormatKey',
  'migrationKey',
  'circuitKey',
  'heartbeatKey',
  'backCheckKey',
  'subjectKey',
]

it('knows of every kind of item whether it holds something of a person, which is sealed then', () => {
  const others = Object.keys(keyOf).filter(kind => sealedKindOf(keyOf[kind]!) === undefined)
  expect(others.sort()).toEqual(impersonal.sort())
})
