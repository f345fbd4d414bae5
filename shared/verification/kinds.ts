import {
  defineKind,
  encrypted,
  listPartCount,
  listParts,
  padded,
  partsOf,
  plain,
  type Told,
  tenant,
  tenantItem,
  toIndex1,
  toIndex2,
  toKey,
  verificationItem,
} from '../table/kind.ts'
import type { Key } from '../table/port.ts'
import { recordDays } from '../table/retention.ts'
import type { Tenant } from '../table/tenant.ts'

/**
 * `<t>#verification#<id>`, `verification`; gsi1 `<t>#<type>#<part>, <id>`; gsi2 `<t>#<type>#<reference>, id`; read
 * by get, list, completion, outbox.
 */
export const verificationKind = defineKind({
  name: 'verification',
  sortKey: 'verification',
  attributes: {
    id: plain,
    organisationId: plain,
    mode: plain,
    product: plain,
    customerReference: plain,
    requestedAt: plain,
    updatedAt: plain,
    outcome: plain,
    price: plain,
    clientId: plain,
    reservation: plain,
    delayedAt: plain,
    approvedAt: plain,
    rejectedAt: plain,
    decidedBy: plain,
    consentRefusedAt: plain,
    consentWithdrawnAt: plain,
    applicantLink: plain,
    erasedAt: plain,
    revision: plain,
    chargedAt: plain,
    openDispute: plain,
    latestDispute: plain,
    decisionFlags: plain,
    // People's lists are by state, and in those by LGA.
    stateId: plain,
    lgaId: plain,
    // Fields of an order say so themselves, in the contracts of verifications.
    applicant: encrypted,
    business: encrypted,
    property: encrypted,
    initialLatitude: encrypted,
    initialLongitude: encrypted,
    report: encrypted,
    adminComment: encrypted,
    againstFinding: encrypted,
  },
  days: recordDays,
})

export const verificationTold = {
  kind: verificationKind,
  what: 'verification or look-up (table)',
  holds:
    'the order, with the applicant’s description of the house, and the report; for a look-up a keyed digest of the number, its last four characters, the verdict',
  after: 'the request',
  erased: 'a tombstone stays: ids, product, outcome, times, price',
} as const satisfies Told

/**
 * Stands for a verification until its end was told.
 * `<t>#open#<part>`, `<verificationId>`; read by reconcile, until its end was told.
 */
export const openKind = defineKind({ name: 'open' })

/** `<t>#guard#<fingerprint>`, `guard`; read by create (duplicates). */
export const guardKind = defineKind({
  name: 'guard',
})

export const guardTold = {
  kind: guardKind,
  what: 'guard against duplicates (table)',
  holds: 'a digest of applicant and place',
  until: '30 days after the order',
  erased: 'deleted',
  notExported: 'It is a digest of data in the record.',
} as const satisfies Told

export const verificationKey = (of: Tenant, id: number) => verificationItem(of, id, 'verification')

/** Of work, or of a dispute: its record lies beside it. */
export const recordKeyBeside = ({ pk }: Key): Key => toKey(pk, 'verification')

export const isOfRecord = ({ sk }: Key): boolean => sk === 'verification'

const verificationTypePartition = (of: Tenant, verificationType: string, part: number): string =>
  `${tenant(of)}#${verificationType}#${part}`

const referencePartition = (of: Tenant, verificationType: string, reference: string): string =>
  `${tenant(of)}#${verificationType}#${reference}`

export const verificationIndex = (of: Tenant, id: number, verificationType: string, reference: string) => ({
  ...toIndex1(verificationTypePartition(of, verificationType, id % listPartCount), padded(id)),
  ...toIndex2(referencePartition(of, verificationType, reference), padded(id)),
})

/**
 * An organisation's open verifications lie in so many parts, as a partition takes 1,000 writes a second
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html) and each is two.
 */
const openPartCount = 8

export const openShards: readonly number[] = partsOf(openPartCount)

const openPartition = (of: Tenant, part: number): string => `${tenant(of)}#open#${part}`

/**
 * Stands for a verification until its end was told: a sparse index by hand. An index of the table's own costs as much
 * to enter and, as leaving it rewrites the whole record, more to leave.
 */
export const openKey = (of: Tenant, verificationId: number) =>
  // The last bits of an id are random.
  toKey(openPartition(of, verificationId % openPartCount), padded(verificationId))

export const openQuery = (of: Tenant, part: number, belowId: number) => ({
  partition: openPartition(of, part),
  to: padded(belowId - 1),
})

export const verificationsQuery = (of: Tenant, verificationType: string) =>
  listParts.map(
    part => ({ index: 'gsi1', partition: verificationTypePartition(of, verificationType, part) }) as const,
  )

export const referenceQuery = (of: Tenant, verificationType: string, reference: string) =>
  ({ index: 'gsi2', partition: referencePartition(of, verificationType, reference) }) as const

export const duplicateGuardKey = (of: Tenant, fingerprint: string) =>
  tenantItem(of, `guard#${fingerprint}`, 'guard')
