import { type PersonalKind, tableAttributes } from './keys.ts'

export type AttributeStorage = 'plain' | 'encrypted'

const plain = 'plain'
const encrypted = 'encrypted'

const ids = { organisationId: plain, mode: plain, verificationId: plain } as const

/**
 * Storage of each attribute of items with personal data. Ids, times, our own words and parts of indexes are plain. An
 * attribute that is not listed is encrypted, and a type error of `npm run types`.
 */
export const storageByKind = {
  verification: {
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
  assignment: {
    ...ids,
    taskToken: plain,
    assignedAt: plain,
    backCheckOf: plain,
    visitedBy: plain,
    agrees: plain,
    visitAfterSeconds: plain,
    product: plain,
    stateId: plain,
    lgaId: plain,
    dueAt: plain,
    status: plain,
    agent: plain,
    claimedAt: plain,
    leaseUntil: plain,
    isLeaseExtended: plain,
    timesAppointed: plain,
    appointment: plain,
    applicantSaidAt: plain,
    consentEndedAt: plain,
    offeredBy: plain,
    refusals: plain,
    reportedAt: plain,
    reviewer: plain,
    reviewUntil: plain,
    dispute: plain,
    tookPart: plain,
    claimedFrom: encrypted,
    report: encrypted,
    findings: encrypted,
    flags: encrypted,
    provenance: encrypted,
    returns: encrypted,
    isSampled: plain,
    isBackCheckSampled: plain,
    stagedDecision: encrypted,
    verdict: encrypted,
    objection: encrypted,
  },
  revision: { revision: plain, record: encrypted },
  photos: { version: plain, packed: encrypted },
  document: {
    ...ids,
    number: plain,
    sha256: plain,
    size: plain,
    uploadedAt: plain,
    width: plain,
    height: plain,
  },
  link: {
    ...ids,
    purpose: plain,
    number: plain,
    state: plain,
    channel: plain,
    toFrom: plain,
    request: plain,
    by: plain,
    sentAt: plain,
    endsAtSeconds: plain,
    openedAt: plain,
    answeredAt: plain,
    revokedAt: plain,
    withdrawnAt: plain,
    message: plain,
    timesAsked: plain,
    to: encrypted,
    answer: encrypted,
    formDigest: encrypted,
  },
  contact: {
    ...ids,
    id: plain,
    channel: plain,
    outcome: plain,
    at: plain,
    recordedAt: plain,
    by: plain,
    contactFrom: plain,
    contact: encrypted,
    comment: encrypted,
  },
  caseNote: {
    ...ids,
    id: plain,
    number: plain,
    at: plain,
    by: plain,
    handedTo: plain,
    words: encrypted,
  },
  lookup: {
    id: plain,
    organisationId: plain,
    mode: plain,
    product: plain,
    requestedAt: plain,
    price: plain,
    clientId: plain,
    completedAt: plain,
    matchingVersion: plain,
    failure: plain,
    erasedAt: plain,
    // Keyed, by a secret that readers of the table do not have.
    idNumberDigest: plain,
    idNumberLast4: encrypted,
    consent: encrypted,
    verdict: encrypted,
  },
  event: {
    ...ids,
    id: plain,
    event: plain,
    eventType: plain,
    product: plain,
    createdAt: plain,
    occurredAt: plain,
    erasedAt: plain,
    body: encrypted,
  },
  attempt: {
    eventId: plain,
    endpointId: plain,
    attempt: plain,
    at: plain,
    outcome: plain,
    status: plain,
    latencyMs: plain,
    failure: plain,
    detail: plain,
    nextAttemptAt: plain,
    firstAttempt: plain,
    isAsked: plain,
    hasNext: plain,
    // A receiver may repeat what it was sent.
    answer: encrypted,
  },
  idempotency: {
    bodyDigest: plain,
    id: plain,
    lockedUntil: plain,
    answer: encrypted,
  },
  caseSearch: { field: plain, purpose: plain, at: plain, words: encrypted },
  lastPlace: { at: plain, latitude: encrypted, longitude: encrypted },
} as const satisfies Record<PersonalKind, Readonly<Record<string, AttributeStorage>>>

type KindStorage = typeof storageByKind

export type PlainItem<Kind extends PersonalKind, Row> = Pick<
  Row,
  keyof Row &
    {
      [Name in keyof KindStorage[Kind]]: KindStorage[Kind][Name] extends 'plain' ? Name : never
    }[keyof KindStorage[Kind]]
>

const tablesOwn: ReadonlySet<string> = new Set(tableAttributes)

export const storageOf = (kind: PersonalKind, name: string): AttributeStorage => {
  const known: Readonly<Record<string, AttributeStorage>> = storageByKind[kind]
  if (Object.hasOwn(known, name)) return known[name]!
  return tablesOwn.has(name) ? plain : encrypted
}
