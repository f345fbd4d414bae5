import { type PersonalKind, tableAttributes } from './keys.ts'

/**
 * How an attribute lies in the table: in clear; sealed by itself; or sealed together with others, which costs less and is
 * for what is put with its item and never changed, removed or asked for by a condition.
 */
export type AttributeStorage = 'clear' | 'sealed' | 'together'

const clear = 'clear'
const sealed = 'sealed'
const together = 'together'

/** What names a verification or look-up, and whose it is: ids. */
const ids = { organisationId: clear, mode: clear, verificationId: clear } as const

/**
 * Each attribute of every kind of item that holds something of a person, and how it lies. In clear are ids, times, words
 * of ours and what indexes are made of. An attribute that nobody has said is sealed; `npm run types` names it.
 */
export const storageByKind = {
  verification: {
    ...{ id: clear, organisationId: clear, mode: clear, product: clear },
    // An index finds records by it: the customer's own name for the order.
    customerReference: clear,
    ...{ requestedAt: clear, updatedAt: clear, outcome: clear, price: clear, clientId: clear },
    ...{ reservation: clear, delayedAt: clear, approvedAt: clear, rejectedAt: clear, decidedBy: clear },
    ...{ consentWithdrawnAt: clear, applicantLink: clear, erasedAt: clear },
    ...{ revision: clear, chargedAt: clear, openDispute: clear },
    // People's lists are by state, and in those by LGA.
    ...{ stateId: clear, lgaId: clear },
    ...{ applicant: together, consent: together, street: together, landmark: together, city: together },
    ...{ initialLatitude: together, initialLongitude: together, business: together, property: together },
    ...{ employerName: together, employerEmail: together, employerPhone: together },
    ...{ contactPersonName: together, jobTitle: together, startDate: together, endDate: together },
    ...{ currentlyEmployed: together, canContactPoc: together, consentReference: together },
    ...{ report: sealed, adminComment: sealed },
  },
  assignment: {
    ...ids,
    ...{ taskToken: clear, assignedAt: clear, isBackCheck: clear, visitedBy: clear, agrees: clear },
    ...{
      visitAfterSeconds: clear,
      product: clear,
      stateId: clear,
      lgaId: clear,
      dueAt: clear,
      status: clear,
    },
    ...{ agent: clear, claimedAt: clear, leaseUntil: clear, reportedAt: clear },
    ...{ reviewer: clear, reviewUntil: clear, dispute: clear, decidedBefore: clear },
    ...{ claimedFrom: sealed, report: sealed, findings: sealed, flags: sealed, provenance: sealed },
    ...{ returns: sealed, pendingRejection: sealed, verdict: sealed, objection: sealed },
  },
  revision: { revision: clear, record: sealed },
  photo: {
    ...ids,
    ...{ slot: clear, sha256: clear, size: clear, contentType: clear, capturedAt: clear },
    ...{ clockOffsetMs: clear, source: clear, deviceId: clear, takenBy: clear, recordedAt: clear },
    ...{ takenAt: clear, state: clear, refusal: clear, storedAt: clear, width: clear, height: clear },
    shownSha256: clear,
    // Where the device was, and the same as it signed it.
    ...{ fixes: together, signed: together },
  },
  document: {
    ...ids,
    ...{ number: clear, sha256: clear, size: clear, uploadedAt: clear, width: clear, height: clear },
  },
  link: {
    ...ids,
    ...{ purpose: clear, number: clear, state: clear, channel: clear, toFrom: clear, request: clear },
    ...{ by: clear, sentAt: clear, endsAtSeconds: clear, openedAt: clear, answeredAt: clear },
    ...{ revokedAt: clear, withdrawnAt: clear, message: clear },
    ...{ to: sealed, answer: sealed },
  },
  contact: {
    ...ids,
    ...{ id: clear, channel: clear, outcome: clear, at: clear, recordedAt: clear, by: clear },
    contactFrom: clear,
    ...{ contact: together, comment: together },
  },
  lookup: {
    ...{ id: clear, organisationId: clear, mode: clear, product: clear, requestedAt: clear },
    ...{ price: clear, clientId: clear, completedAt: clear, matchingVersion: clear, failure: clear },
    erasedAt: clear,
    // Keyed, by a secret that readers of the table do not have.
    idNumberDigest: clear,
    ...{ idNumberLast4: together, consent: together },
    verdict: sealed,
  },
  event: {
    ...ids,
    ...{ id: clear, event: clear, eventType: clear, product: clear, createdAt: clear, occurredAt: clear },
    erasedAt: clear,
    body: sealed,
  },
  attempt: {
    ...{ eventId: clear, endpointId: clear, attempt: clear, at: clear, outcome: clear, status: clear },
    ...{ latencyMs: clear, failure: clear, detail: clear, nextAttemptAt: clear, firstAttempt: clear },
    ...{ beside: clear, isAsked: clear, hasNext: clear },
    // A receiver may repeat what it was sent.
    answer: sealed,
  },
  idempotency: {
    ...{ bodyDigest: clear, id: clear, lockedUntil: clear },
    answer: sealed,
  },
  lastPlace: { at: clear, latitude: together, longitude: together },
} as const satisfies Record<PersonalKind, Readonly<Record<string, AttributeStorage>>>

type Kinds = typeof storageByKind

/** What of an item is read without a secret. */
export type PlainItem<Kind extends PersonalKind, Row> = Pick<
  Row,
  keyof Row &
    { [Name in keyof Kinds[Kind]]: Kinds[Kind][Name] extends 'clear' ? Name : never }[keyof Kinds[Kind]]
>

/** The attribute that holds what is sealed together. */
export const jointCiphertextAttribute = 'personal'

const tablesOwn: ReadonlySet<string> = new Set(tableAttributes)

/** How an attribute of a kind of item lies. */
export const storageOf = (kind: PersonalKind, name: string): AttributeStorage => {
  const known: Readonly<Record<string, AttributeStorage>> = storageByKind[kind]
  if (Object.hasOwn(known, name)) return known[name]!
  return tablesOwn.has(name) ? clear : sealed
}
