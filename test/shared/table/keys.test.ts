import { expect, it } from 'vitest'
import { matchesPattern } from '../../../infra/constructs/wildcard.ts'
import * as keys from '../../../shared/table/keys.ts'
import type { Key } from '../../../shared/table/port.ts'
import { writablePrefixes } from '../../../shared/table/writable-prefixes.ts'

const tenant = { organisationId: 12, mode: 'test' } as const

const keyOf: Readonly<Record<string, Key>> = {
  organisationKey: keys.organisationKey(12),
  clientKey: keys.clientKey('live#test#'),
  tokenKey: keys.tokenKey('1#live#digest'),
  personKey: keys.personKey('1#test#'),
  teamKey: keys.teamKey('lagos-1'),
  memberKey: keys.memberKey('1#test#'),
  sessionKey: keys.sessionKey('digest'),
  signInKey: keys.signInKey('digest'),
  portalSessionKey: keys.portalSessionKey('1#live#digest'),
  portalLinkKey: keys.portalLinkKey('1#live#digest'),
  requestKey: keys.requestKey(tenant, '2026-11-22T00:00:00.000Z', 'id'),
  verificationKey: keys.verificationKey(tenant, 1),
  assignmentKey: keys.assignmentKey(tenant, 1),
  revisionKey: keys.revisionKey(tenant, 1, 1),
  disputeKey: keys.disputeKey(tenant, 1, 1),
  linkKey: keys.linkKey(tenant, 1, 'applicant', 1),
  claimKey: keys.claimKey('live', 'agent-1', 1),
  contactKey: keys.contactKey(tenant, 1, 1),
  caseNoteKey: keys.caseNoteKey(tenant, 1, 1),
  documentKey: keys.documentKey(tenant, 1, 1),
  attestationCountKey: keys.attestationCountKey(tenant, 'zenithworks.example'),
  duplicateGuardKey: keys.duplicateGuardKey(tenant, 'fingerprint'),
  idempotencyKey: keys.idempotencyKey(tenant, 'client', 'digest'),
  eventKey: keys.eventKey(tenant, 'evt_1_completed'),
  attemptKey: keys.attemptKey(tenant, 'evt_1_completed', 1, 1),
  openKey: keys.openKey(tenant, 1),
  subjectKey: keys.subjectKey(tenant, 'digest', 1),
  attemptClaimKey: keys.attemptClaimKey(tenant, 'evt_1_completed', 1, 1),
  endpointKey: keys.endpointKey(tenant, 1),
  endpointUrlKey: keys.endpointUrlKey(tenant, 'digest'),
  deletedEndpointKey: keys.deletedEndpointKey(tenant, 1),
  endpointCountKey: keys.endpointCountKey(tenant),
  alertKey: keys.alertKey(tenant, 1, 1),
  lookupKey: keys.lookupKey(tenant, 1),
  lateLookupKey: keys.lateLookupKey(tenant, 1),
  rateLimitKey: keys.rateLimitKey(tenant, ['client', 'number', 'digest'], 1),
  anonymousLimitKey: keys.anonymousLimitKey('guesses', '1#test#', 1),
  trailKey: keys.trailKey(tenant, 1, 1),
  devicesKey: keys.devicesKey('agent-1'),
  photosKey: keys.photosKey(tenant, 1),
  backCheckKey: keys.backCheckKey(tenant, 1),
  photoHashKey: keys.photoHashKey('live', 'digest'),
  photoLookKey: keys.photoLookKey('live', '0123abcd'),
  placeNoteKey: keys.placeNoteKey({ ...tenant, verificationId: 1 }, 'digest'),
  agentOutcomeKey: keys.agentOutcomeKey('live', 'agent-1', '2026-11-22T00:00:00.000Z', 1),
  lastPositionKey: keys.lastPositionKey('live', 'agent-1'),
  deviceUseKey: keys.deviceUseKey('device'),
  caseKey: keys.caseKey({ ...tenant, verificationId: 1 }, 'name', 'digest', '2026-11-22T00:00:00.000Z'),
  caseSearchKey: keys.caseSearchKey('live', 'reviewer-1', '2026-11-22T00:00:00.000Z', 1),
  caseSearchCountKey: keys.caseSearchCountKey('live', 'reviewer-1', '2026-11-22T00'),
  statsLineKey: keys.statsLineKey('live', '2026-11-22', 'digest'),
  statsSummaryKey: keys.statsSummaryKey('live', '2026-11-22'),
  visitLineKey: keys.visitLineKey('live', '2026-11-22', 'digest'),
  fieldworkCountKey: keys.fieldworkCountKey('live'),
  unsentKey: keys.unsentKey('live', 'agent-1', 'device'),
  ledgerKey: keys.ledgerKey(tenant, '2026-11-22T00:00:00.000Z', 1),
  chargeReferenceKey: keys.chargeReferenceKey(
    { ...tenant, verificationId: 1 },
    keys.ledgerKey(tenant, '2026-11-22T00:00:00.000Z', 1),
  ),
  ledgerSumKey: keys.ledgerSumKey(tenant, '2026-11-22', 1, 'nin', 'answered'),
  ledgerDaySumKey: keys.ledgerDaySumKey(tenant, '2026-11-22'),
  countedChargeKey: keys.countedChargeKey(keys.ledgerKey(tenant, '2026-11-22T00:00:00.000Z', 1)),
  reservationKey: keys.reservationKey(tenant, 1),
  spendKey: keys.spendKey(tenant, 'live#test#', '2026-11'),
  receiptKey: keys.receiptKey(1),
  dataKey: keys.dataKey(1),
  circuitKey: keys.circuitKey('nin'),
  heartbeatKey: keys.heartbeatKey(),
}

const { rateLimits, requests, idempotencies, ...apart } = writablePrefixes
const isWithin = (patterns: readonly string[], { pk }: Key): boolean =>
  patterns.some(pattern => matchesPattern(pattern, pk))

it('stands every key within one wall, so that a new kind of item needs one', () => {
  const kinds = Object.keys(keys).filter(name => /Key$/.test(name) && !/PageKey$/.test(name))
  expect(Object.keys(keyOf).sort()).toEqual(kinds.sort())
  for (const [kind, key] of Object.entries(keyOf))
    expect(Object.entries(apart).filter(([, wall]) => isWithin(wall(), key)).length, kind).toBe(1)
})

it('stands what belongs to the operator itself within the walls of tenants', () => {
  const operator = { organisationId: 0, mode: 'live' } as const
  expect(isWithin(writablePrefixes.tenants(), keys.idempotencyKey(operator, 'agent-1', 'digest'))).toBe(true)
  expect(isWithin(rateLimits(), keys.rateLimitKey(operator, ['agent-1', 'requests', ''], 1))).toBe(true)
})

it('finds a limit and a line of the request log within their own walls and their tenant’s, and nothing else there', () => {
  const limits = Object.keys(keyOf).filter(kind => isWithin(rateLimits(), keyOf[kind]!))
  expect(limits).toEqual(['rateLimitKey'])
  const held = Object.keys(keyOf).filter(kind => isWithin(idempotencies(), keyOf[kind]!))
  expect(held).toEqual(['idempotencyKey'])
  const lines = Object.keys(keyOf).filter(kind => isWithin(requests(), keyOf[kind]!))
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
  'circuitKey',
  'heartbeatKey',
  'backCheckKey',
  'subjectKey',
]

it('knows of every kind of item whether it holds something of a person, which is sealed then', () => {
  const others = Object.keys(keyOf).filter(kind => keys.personalKindOf(keyOf[kind]!) === undefined)
  expect(others.sort()).toEqual(impersonal.sort())
})
