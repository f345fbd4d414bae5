import type { Item, Key } from './port.ts'
import type { LogLeaf, Mode, Tenant, VerificationKey } from './tenant.ts'

/*
 * The only file that knows a key's format. `<t>` is `<organisationId>#<mode>`; ids are padded, so that they sort.
 *
 * item         | pk                              | sk                  | gsi1pk, gsi1sk           | gsi2pk, gsi2sk             | read by
 * organisation | organisations                   | <organisationId>    |                          |                            | administer, reconcile
 * client       | client#<clientId>               | client              | organisation#<id>, <cid> |                            | every authenticated call, createToken, administer
 * token        | token#<digest>                  | token               |                          |                            | every authenticated call
 * person       | person#<personId>               | person              |                          | people, <personId>         | every call with a session, administer
 * session      | session#<digest>                | session             |                          |                            | every call with a session
 * sign-in      | sign-in#<digest>                | sign-in             |                          |                            | the callback of a sign-in (one that was used)
 * portal       | portal#<digest>                 | portal              |                          |                            | every call with a portal session
 * portal link  | portal-link#<digest>            | portal-link         |                          |                            | the opening of a portal
 * request      | <t>#request                     | <at>#<requestId>    |                          |                            | listRequests
 * verification | <t>#verification#<id>           | verification        | <t>#<noun>#<part>, <id>  | <t>#<noun>#<reference>, id | get, list, completion, outbox
 * assignment   | <t>#verification#<id>           | assignment          | work#<mode>#<list>, <due>#.. | worker#<mode>#<wid>, <due> | completion, operations
 * back-check   | <t>#verification#<id>           | back-check          | as assignment            | as assignment              | operations
 * revision     | <t>#verification#<id>           | revision#<n>        |                          |                            | revisions, receipts (what was decided before)
 * dispute      | <t>#verification#<id>           | dispute#<n>         | as assignment            |                            | disputes, operations
 * photo        | <t>#verification#<id>           | photo#<slot>        |                          |                            | photos, report, getFile, erasure
 * document     | <t>#verification#<id>           | document#<n>        |                          |                            | documents, operations, getFile, erasure
 * link         | <t>#verification#<id>           | link#<purpose>#<n>  |                          |                            | pages behind links, messages, people's work
 * trail        | trail#<t>#<id>                  | <n>                 | trail-log#<hour>#<part>, <t>.. |                      | operations, erasure, the trails' log
 * receipt key  | receipt-keys                    | <n>                 |                          |                            | receipts, jwks.json, administer
 * data key     | data-keys                       | <n>                 |                          |                            | whoever reads or writes what is sealed
 * contact      | <t>#verification#<id>           | contact#<n>         |                          |                            | operations (attempts to reach an employer)
 * attested     | <t>#attested#<domain>           | attested            |                          |                            | attest (answers from a mail domain)
 * open         | <t>#open#<part>                 | <verificationId>    |                          |                            | reconcile, until its end was told
 * guard        | <t>#guard#<fingerprint>         | guard               |                          |                            | create (duplicates)
 * idempotency  | <t>#idempotency#<cid>#<digest>  | idempotency         |                          | <t>#about#<id>, <digest>   | every POST with a key, erasure
 * event        | <t>#event#<eventId>             | event               | <t>#event#<part>, <at>.. |                            | getEvent, listEvents, dispatch
 * attempt      | <t>#event#<eventId>             | attempt#<eid>#<n>   |                          | <t>#endpoint#<eid>#<part>  | getEvent, listWebhookAttempts, dispatch
 * taken        | <t>#event#<eventId>             | taken#<eid>#<n>     |                          |                            | dispatch (an attempt that many ask for)
 * endpoint     | <t>#endpoint                    | <endpointId>        |                          |                            | webhooks, outbox, dispatch
 * its URL      | <t>#endpoint-url#<digest>       | endpoint-url        |                          |                            | webhooks (one endpoint a URL)
 * its end      | <t>#endpoint-end#<endpointId>   | endpoint-end        |                          |                            | webhooks (a registration repeated)
 * their count  | <t>#endpoint-count              | endpoint-count      |                          |                            | webhooks (limit)
 * alert        | <t>#alert                       | alert#<eid>#<n>     |                          |                            | outbox, messages, reconcile (an endpoint that was switched off)
 * look-up      | <t>#identity#<id>               | identity            |                          |                            | identities, late look-ups
 * late look-up | <t>#identity#<id>               | late-lookup         | <t>#late-lookup, <at>#.. |                            | late look-ups, reconcile
 * rate limit   | <t>#rate-limit#<cid>#<name>#<of>#<at> | rate-limit   |                          |                            | every authenticated call
 *              | rate-limit#<name>#<of>#<at>     | rate-limit          |                          |                            | createToken
 * devices      | device#<personId>               | devices             |                          |                            | enrolDevice, recordPhotos
 * ledger line  | ledger#<t>#<month>#<part>       | <at>#<id>           |                          |                            | ledger, listCharges, the ledger's check
 * reservation  | <t>#reservation#<part>          | <id>                |                          |                            | orders and look-ups of capped clients, the ledger's check
 * spend        | <t>#spend#<clientId>            | <month>             |                          |                            | the same, listCharges
 * circuit      | circuit#<registry>              | circuit             |                          |                            | live look-ups, registries
 * claim        | worker#<mode>#<workerId>        | claim#<n>           |                          |                            | operations (how many an agent holds)
 * its record   | worker#<mode>#<workerId>        | outcome#<at>#<id>   |                          |                            | operations (how an agent's reports ended)
 * its place    | worker#<mode>#<workerId>        | last-place          |                          |                            | operations (how fast an agent travelled)
 * tally's line | tally#<mode>#<day>              | line#<digest>       |                          |                            | overview, reconcile-all (what ended on a day)
 * its summary  | tally#<mode>#<day>              | summary             |                          |                            | overview (a day that is over)
 * photo's hash | photo-hash#<mode>#<sha256>      | photo-hash          |                          |                            | operations (whether a photo was seen before)
 * device's use | device-use#<deviceId>           | device-use          |                          |                            | operations (whether people share a device)
 */

const padded = (id: number): string => `${id}`.padStart(16, '0')
const tenant = ({ organisationId, mode }: Tenant): string => `${organisationId}#${mode}`

export const organisationsPartition = 'organisations'
export const organisationKey = (organisationId: number): Key => ({
  pk: organisationsPartition,
  sk: padded(organisationId),
})

export const clientKey = (clientId: string): Key => ({ pk: `client#${clientId}`, sk: 'client' })
const clientsPartition = (organisationId: number): string => `organisation#${organisationId}`
export const clientIndex = (organisationId: number, clientId: string) => ({
  gsi1pk: clientsPartition(organisationId),
  gsi1sk: clientId,
})
/** The clients of an organisation: their keys and little else. */
export const clientsQuery = (organisationId: number) =>
  ({ index: 'gsi1', partition: clientsPartition(organisationId) }) as const

export const tokenKey = (digest: string): Key => ({ pk: `token#${digest}`, sk: 'token' })

export const personKey = (personId: string): Key => ({ pk: `person#${personId}`, sk: 'person' })
const peoplePartition = 'people'
export const personIndex = (personId: string) => ({ gsi2pk: peoplePartition, gsi2sk: personId })
/** All people: their keys alone. */
export const allPeople = { index: 'gsi2', partition: peoplePartition } as const

export const sessionKey = (digest: string): Key => ({ pk: `session#${digest}`, sk: 'session' })

/** Stands for a sign-in that has led to a session: it leads to no second one. */
export const signInKey = (digest: string): Key => ({ pk: `sign-in#${digest}`, sk: 'sign-in' })

export const portalSessionKey = (digest: string): Key => ({ pk: `portal#${digest}`, sk: 'portal' })
/** What opens a portal once. */
export const portalLinkKey = (digest: string): Key => ({ pk: `portal-link#${digest}`, sk: 'portal-link' })

/** The requests that a tenant's request log tells of. */
export const requestsPartition = (of: Tenant): string => `${tenant(of)}#request`
export const requestKey = (of: Tenant, at: string, requestId: string): Key => ({
  pk: requestsPartition(of),
  sk: `${at}#${requestId}`,
})

const verificationPartition = (of: Tenant, id: number): string => `${tenant(of)}#verification#${padded(id)}`
export const verificationKey = (of: Tenant, id: number): Key => ({
  pk: verificationPartition(of, id),
  sk: 'verification',
})
export const assignmentKey = (of: Tenant, id: number): Key => ({
  pk: verificationPartition(of, id),
  sk: 'assignment',
})
/** A second visit that looks at the first. */
export const backCheckKey = (of: Tenant, id: number): Key => ({
  pk: verificationPartition(of, id),
  sk: 'back-check',
})

/** A record as it was decided before it was revised. */
export const revisionKey = (of: Tenant, id: number, revision: number): Key => ({
  pk: verificationPartition(of, id),
  sk: `revision#${revision}`,
})
/** All of them of a verification. */
export const revisionsQuery = (of: Tenant, id: number) => ({
  partition: verificationPartition(of, id),
  from: 'revision#',
  to: 'revision$',
})
/** An objection to what was decided, with the work that it makes. */
export const disputeKey = (of: Tenant, id: number, number: number): Key => ({
  pk: verificationPartition(of, id),
  sk: `dispute#${number}`,
})
/** All of them of a verification. */
export const disputesQuery = (of: Tenant, id: number) => ({
  partition: verificationPartition(of, id),
  from: 'dispute#',
  to: 'dispute$',
})

/** What stands in a slot of the report's photos. */
export const photoKey = (of: Tenant, id: number, slot: string): Key => ({
  pk: verificationPartition(of, id),
  sk: `photo#${slot}`,
})
/** Which verification showed a photo first, by its original's digest. */
export const photoHashKey = (mode: Mode, sha256: string): Key => ({
  pk: `photo-hash#${mode}#${sha256}`,
  sk: 'photo-hash',
})
/** All photos of a verification. */
export const photosQuery = (of: Tenant, id: number) => ({
  partition: verificationPartition(of, id),
  from: 'photo#',
  to: 'photo$',
})

/** What an applicant sent in as a photo. */
export const documentKey = (of: Tenant, id: number, number: number): Key => ({
  pk: verificationPartition(of, id),
  sk: `document#${number}`,
})
/** All of them of a verification. */
export const documentsQuery = (of: Tenant, id: number) => ({
  partition: verificationPartition(of, id),
  from: 'document#',
  to: 'document$',
})

/** What the sort keys of links begin with. */
const linkPrefix = 'link#'
/** How many links of one purpose can be told apart. */
const linkDigits = 5
export const linkKey = (of: Tenant, id: number, purpose: string, number: number): Key => ({
  pk: verificationPartition(of, id),
  sk: `${linkPrefix}${purpose}#${`${number}`.padStart(linkDigits, '0')}`,
})
/** The links of a verification, of one purpose if it is given, in the order in which they were made. */
export const linksQuery = (of: Tenant, id: number, purpose?: string) => {
  const prefix = purpose === undefined ? 'link' : `${linkPrefix}${purpose}`
  return { partition: verificationPartition(of, id), from: `${prefix}#`, to: `${prefix}$` }
}
/** Not a tenant's key like others, so that IAM lets everybody append and nobody else change what stands there. */
export const trailPartition = (of: Tenant, verificationId: number): string =>
  `trail#${tenant(of)}#${padded(verificationId)}`
/** Where an entry stands, whatever it says of itself. */
export const entryNumberOf = ({ sk }: Key): number => Number(sk)
/** One item for one entry. */
export const trailKey = (of: Tenant, verificationId: number, n: number): Key => ({
  pk: trailPartition(of, verificationId),
  sk: padded(n),
})

/** Entries of an hour lie in so many parts, as a partition of an index takes 1,000 writes a second. */
const logPartCount = 4
const logPartition = (hour: string, part: number): string => `trail-log#${hour}#${part}`
/** The place of an entry in the log of an hour, `2026-11-22T09`. It costs a write unit an entry. */
export const logLeafIndex = (hour: string, { verificationId, n, digest, expiresAt, ...of }: LogLeaf) => ({
  gsi1pk: logPartition(hour, verificationId % logPartCount),
  gsi1sk: [padded(of.organisationId), of.mode, padded(verificationId), padded(n), digest, expiresAt].join(
    '#',
  ),
})
/** Every part of an hour's log. */
export const logQuery = (hour: string) =>
  [...Array(logPartCount).keys()].map(
    part => ({ index: 'gsi1', partition: logPartition(hour, part) }) as const,
  )
/** What a place in the log says. */
export const parseLogLeaf = ({ gsi1sk }: Item): LogLeaf => {
  const [organisationId, mode, verificationId, n, digest, expiresAt] = String(gsi1sk).split('#')
  return {
    organisationId: Number(organisationId),
    mode: mode as Mode,
    verificationId: Number(verificationId),
    n: Number(n),
    digest: digest!,
    expiresAt: Number(expiresAt),
  }
}
/** In the order of the log. */
export const compareLogLeaves = (one: Item, other: Item): number =>
  String(one.gsi1sk) < String(other.gsi1sk) ? -1 : 1
/** The hour in whose log an item stands; undefined of one that stands in none. */
export const logHourIn = ({ gsi1pk }: Item): string | undefined =>
  gsi1pk === undefined ? undefined : String(gsi1pk).split('#')[1]

/** A list of work that people see. */
export type WorkListShard = `open#${number}` | `reported#${number}`
/** What is to be visited in a state, or at no place (0). */
export const openWorkList = (stateId: number): WorkListShard => `open#${stateId}`
const workPartition = (mode: Mode, list: WorkListShard): string => `work#${mode}#${list}`
/** The place of work in its list: what is due first stands first. */
export const workIndex = (
  { organisationId, mode, verificationId }: VerificationKey,
  list: WorkListShard,
  dueAt: string,
) => ({
  gsi1pk: workPartition(mode, list),
  gsi1sk: `${dueAt}#${padded(organisationId)}#${padded(verificationId)}`,
})
/** The work of a worker: their keys alone. */
const heldPartition = (mode: Mode, workerId: string): string => `worker#${mode}#${workerId}`
export const heldIndex = (mode: Mode, workerId: string, dueAt: string) => ({
  gsi2pk: heldPartition(mode, workerId),
  gsi2sk: dueAt,
})
export const heldBy = (mode: Mode, workerId: string) =>
  ({ index: 'gsi2', partition: heldPartition(mode, workerId) }) as const
/** What has to go of an item for it to be in no worker's hands, and in no list at all. */
export const heldIndexAttributes: readonly string[] = ['gsi2pk', 'gsi2sk']
export const listIndexAttributes: readonly string[] = ['gsi1pk', 'gsi1sk', ...heldIndexAttributes]

/** An item without its places in the table and in lists. */
export const omitKeyAttributes = <Row extends object>(item: Row): Row => {
  const places: readonly string[] = ['pk', 'sk', ...listIndexAttributes]
  return Object.fromEntries(Object.entries(item).filter(([name]) => !places.includes(name))) as Row
}

/** Several lists of work as one. */
export const workIn = (mode: Mode, lists: readonly WorkListShard[]) =>
  ({ index: 'gsi1', partitions: lists.map(list => workPartition(mode, list)) }) as const
/** Reported work of the whole country lies in so many parts. */
const reportedPartCount = 4
export const reportedShards: readonly WorkListShard[] = [...Array(reportedPartCount).keys()].map(
  part => `reported#${part}` as const,
)
/** What was reported. */
export const reportedWork = (verificationId: number): WorkListShard =>
  `reported#${verificationId % reportedPartCount}`

/** The due time, organisation and verification of work. */
export const parseWorkPageKey = (item: object): string => (item as { gsi1sk: string }).gsi1sk
export const workPageKeyPattern = /^[\d:.TZ-]{24}#\d{16}#\d{16}$/

/** One of the few visits that a worker may hold at a time. */
export const claimKey = (mode: Mode, workerId: string, place: number): Key => ({
  pk: heldPartition(mode, workerId),
  sk: `claim#${`${place}`.padStart(3, '0')}`,
})
/** How one of an agent's reports ended. */
export const agentOutcomeKey = (mode: Mode, agent: string, at: string, verificationId: number): Key => ({
  pk: heldPartition(mode, agent),
  sk: `outcome#${at}#${padded(verificationId)}`,
})
export const agentOutcomesQuery = (mode: Mode, agent: string) => ({
  partition: heldPartition(mode, agent),
  from: 'outcome#',
  to: 'outcome$',
})
/** Where a worker was seen last. */
export const lastPositionKey = (mode: Mode, workerId: string): Key => ({
  pk: heldPartition(mode, workerId),
  sk: 'last-place',
})
/** All that a worker holds. */
export const claimsQuery = (mode: Mode, workerId: string) => ({
  partition: heldPartition(mode, workerId),
  from: 'claim#',
  to: 'claim$',
})

/** An attempt to reach an employer, by a number of its own that grows with time. */
export const contactKey = (of: Tenant, verificationId: number, n: number): Key => ({
  pk: verificationPartition(of, verificationId),
  sk: `contact#${padded(n)}`,
})
/** Every attempt for a verification. */
export const contactsQuery = (of: Tenant, verificationId: number) => ({
  partition: verificationPartition(of, verificationId),
  from: 'contact#',
  to: 'contact$',
})

/** Counts the employers' answers that came from a mail domain. */
export const attestationCountKey = (of: Tenant, domain: string): Key => ({
  pk: `${tenant(of)}#attested#${domain}`,
  sk: 'attested',
})

/**
 * A list that grows with every order lies in so many parts: a partition of an index takes 1,000 writes a second, too,
 * and holds up the table when it takes no more. Four let an organisation write 4,000, and a page of a list is four
 * queries side by side, of half a read unit each where there is little.
 */
const listPartCount = 4
const listParts: readonly number[] = [...Array(listPartCount).keys()]
/** Ids end in random bits. */
const partOf = (name: string): number =>
  [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % listPartCount

const nounPartition = (of: Tenant, noun: string, part: number): string => `${tenant(of)}#${noun}#${part}`
const referencePartition = (of: Tenant, noun: string, reference: string): string =>
  `${tenant(of)}#${noun}#${reference}`
export const verificationIndex = (of: Tenant, id: number, noun: string, reference: string) => ({
  gsi1pk: nounPartition(of, noun, id % listPartCount),
  gsi1sk: padded(id),
  gsi2pk: referencePartition(of, noun, reference),
  gsi2sk: padded(id),
})

/**
 * An organisation's open verifications lie in so many parts, as a partition takes 1,000 writes a second
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html) and each is two.
 */
const openPartCount = 8
/** Every part of what is open. */
export const openShards: readonly number[] = [...Array(openPartCount).keys()]
const openPartition = (of: Tenant, part: number): string => `${tenant(of)}#open#${part}`
/**
 * Stands for a verification until its end was told: a sparse index by hand. An index of the table's own costs as much
 * to enter and, as leaving it rewrites the whole record, more to leave.
 */
export const openKey = (of: Tenant, verificationId: number): Key => ({
  // The last bits of an id are random.
  pk: openPartition(of, verificationId % openPartCount),
  sk: padded(verificationId),
})
/** Those of a part below an id, oldest first. */
export const openQuery = (of: Tenant, part: number, belowId: number) => ({
  partition: openPartition(of, part),
  to: padded(belowId - 1),
})

/** The verifications under a noun, as a list shows them. */
export const verificationsQuery = (of: Tenant, noun: string) =>
  ({ index: 'gsi1', partitions: listParts.map(part => nounPartition(of, noun, part)) }) as const
/** Those with a customer's reference: their keys alone. */
export const referenceQuery = (of: Tenant, noun: string, reference: string) =>
  ({ index: 'gsi2', partition: referencePartition(of, noun, reference) }) as const
/** The verifications from an id up to another, both included. */
export const idRange = (fromId: number, toId: number) => ({ from: padded(fromId), to: padded(toId) })

export const duplicateGuardKey = (of: Tenant, fingerprint: string): Key => ({
  pk: `${tenant(of)}#guard#${fingerprint}`,
  sk: 'guard',
})

export const idempotencyKey = (of: Tenant, clientId: string, keyDigest: string): Key => ({
  pk: `${tenant(of)}#idempotency#${clientId}#${keyDigest}`,
  sk: 'idempotency',
})

const answersPartition = (of: Tenant, id: number): string => `${tenant(of)}#about#${padded(id)}`
/** What a kept answer is about, so that it can go with it. It costs a write unit an answer. */
export const storedResponseIndex = (of: Tenant, id: number, keyDigest: string) => ({
  gsi2pk: answersPartition(of, id),
  gsi2sk: keyDigest,
})
/** The answers about a record: their keys alone. */
export const storedResponsesQuery = (of: Tenant, id: number) =>
  ({ index: 'gsi2', partition: answersPartition(of, id) }) as const

export const eventPartition = (of: Tenant, eventId: string): string => `${tenant(of)}#event#${eventId}`
export const eventKey = (of: Tenant, eventId: string): Key => ({
  pk: eventPartition(of, eventId),
  sk: 'event',
})
const eventsPartition = (of: Tenant, part: number): string => `${tenant(of)}#event#${part}`
export const eventIndex = (of: Tenant, at: string, eventId: string) => ({
  gsi1pk: eventsPartition(of, partOf(eventId)),
  gsi1sk: toEventPageKey(at, eventId),
})

/** The events of a tenant by time. */
export const eventsQuery = (of: Tenant) =>
  ({ index: 'gsi1', partitions: listParts.map(part => eventsPartition(of, part)) }) as const

const attemptPlace = (endpointId: number, attempt: number): string =>
  `${padded(endpointId)}#${`${attempt}`.padStart(4, '0')}`

/** One item for one attempt. */
export const attemptKey = (of: Tenant, eventId: string, endpointId: number, attempt: number): Key => ({
  pk: eventPartition(of, eventId),
  sk: `attempt#${attemptPlace(endpointId, attempt)}`,
})

/** Stands while somebody makes an attempt that many may ask for. */
export const attemptClaimKey = (of: Tenant, eventId: string, endpointId: number, attempt: number): Key => ({
  pk: eventPartition(of, eventId),
  sk: `taken#${attemptPlace(endpointId, attempt)}`,
})

const attemptsPartition = (of: Tenant, endpointId: number, part: number): string =>
  `${tenant(of)}#endpoint#${padded(endpointId)}#${part}`

/** An endpoint's attempts by time. It costs a write unit an attempt, and answers "what did you send me, and when". */
export const attemptIndex = (
  of: Tenant,
  endpointId: number,
  at: string,
  eventId: string,
  attempt: number,
) => ({
  gsi2pk: attemptsPartition(of, endpointId, partOf(eventId)),
  gsi2sk: `${at}#${eventId}#${attempt}`,
})

/** The attempts to deliver to an endpoint by time: their keys alone. */
export const endpointAttemptsQuery = (of: Tenant, endpointId: number) =>
  ({ index: 'gsi2', partitions: listParts.map(part => attemptsPartition(of, endpointId, part)) }) as const

/** The attempts for one event, of one endpoint if it is given. */
export const attemptRange = (endpointId?: number) => {
  const prefix = endpointId === undefined ? 'attempt' : `attempt#${padded(endpointId)}`
  return { from: `${prefix}#`, to: `${prefix}$` }
}

export const endpointsPartition = (of: Tenant): string => `${tenant(of)}#endpoint`
export const endpointKey = (of: Tenant, endpointId: number): Key => ({
  pk: endpointsPartition(of),
  sk: padded(endpointId),
})

/** Stands in the way of a second endpoint with the same URL, by the URL's digest. */
export const endpointUrlKey = (of: Tenant, urlDigest: string): Key => ({
  pk: `${tenant(of)}#endpoint-url#${urlDigest}`,
  sk: 'endpoint-url',
})
/** Stands for an endpoint that was deleted. */
export const deletedEndpointKey = (of: Tenant, endpointId: number): Key => ({
  pk: `${tenant(of)}#endpoint-end#${padded(endpointId)}`,
  sk: 'endpoint-end',
})
export const endpointCountKey = (of: Tenant): Key => ({
  pk: `${tenant(of)}#endpoint-count`,
  sk: 'endpoint-count',
})

const alertPrefix = 'alert#'
export const alertsPartition = (of: Tenant): string => `${tenant(of)}#alert`
/** By the revision of the endpoint's settings. */
export const alertKey = (of: Tenant, endpointId: number, revision: number): Key => ({
  pk: alertsPartition(of),
  sk: `${alertPrefix}${padded(endpointId)}#${revision}`,
})

const lookupPartition = (of: Tenant, id: number): string => `${tenant(of)}#identity#${padded(id)}`
export const lookupKey = (of: Tenant, id: number): Key => ({ pk: lookupPartition(of, id), sk: 'identity' })

/** What a late lookup needs to be retried. */
export const lateLookupKey = (of: Tenant, id: number): Key => ({
  pk: lookupPartition(of, id),
  sk: 'late-lookup',
})

/** Late lookups, for reconciliation. */
export const lateLookupsPartition = (of: Tenant): string => `${tenant(of)}#late-lookup`
export const lateLookupIndex = (of: Tenant, id: number, at: string) => ({
  gsi1pk: lateLookupsPartition(of),
  gsi1sk: `${at}#${padded(id)}`,
})

/** A window of a limit: whose, which, of what, and when it began. */
export const rateLimitKey = (
  of: Tenant,
  [clientId = '', name, subject]: readonly [string | undefined, string, string],
  startsAt: number,
): Key => ({
  pk: `${tenant(of)}#rate-limit#${clientId}#${name}#${subject}#${startsAt}`,
  sk: 'rate-limit',
})

export const anonymousLimitKey = (name: string, subject: string, startsAt: number): Key => ({
  pk: `rate-limit#${name}#${subject}#${startsAt}`,
  sk: 'rate-limit',
})

export const deviceUseKey = (deviceId: string): Key => ({ pk: `device-use#${deviceId}`, sk: 'device-use' })
export const devicesKey = (personId: string): Key => ({ pk: `device#${personId}`, sk: 'devices' })

const tallyPartition = (mode: Mode, day: string): string => `tally#${mode}#${day}`
export const statsLineKey = (mode: Mode, day: string, digest: string): Key => ({
  pk: tallyPartition(mode, day),
  sk: `line#${digest}`,
})
export const statsLinesQuery = (mode: Mode, day: string) => ({
  partition: tallyPartition(mode, day),
  from: 'line#',
  to: 'line$',
})
export const statsSummaryKey = (mode: Mode, day: string): Key => ({
  pk: tallyPartition(mode, day),
  sk: 'summary',
})

/** Not a tenant's key, so that IAM lets functions append and none change. */
const ledgerPartition = (of: Tenant, month: string, part: number): string =>
  `ledger#${tenant(of)}#${month}#${part}`
export const ledgerKey = (of: Tenant, at: string, id: number): Key => ({
  pk: ledgerPartition(of, at.slice(0, 7), id % listPartCount),
  sk: `${at}#${padded(id)}`,
})
export const ledgerQuery = (of: Tenant, month: string) =>
  ({ partitions: listParts.map(part => ledgerPartition(of, month, part)) }) as const

export const reservationShards: readonly number[] = listParts
const reservationPartition = (of: Tenant, part: number): string => `${tenant(of)}#reservation#${part}`
export const reservationKey = (of: Tenant, id: number): Key => ({
  pk: reservationPartition(of, id % listPartCount),
  sk: padded(id),
})
/** Oldest first. @param below an id */
export const reservationsQuery = (of: Tenant, part: number, belowId: number = Number.MAX_SAFE_INTEGER) => ({
  partition: reservationPartition(of, part),
  to: padded(belowId - 1),
})
export const spendKey = (of: Tenant, clientId: string, month: string): Key => ({
  pk: `${tenant(of)}#spend#${clientId}`,
  sk: month,
})
export const receiptKeysPartition = 'receipt-keys'
export const receiptKey = (n: number): Key => ({ pk: receiptKeysPartition, sk: padded(n) })

export const dataKeysPartition = 'data-keys'
export const dataKey = (n: number): Key => ({ pk: dataKeysPartition, sk: padded(n) })

export const circuitKey = (registry: string): Key => ({ pk: `circuit#${registry}`, sk: 'circuit' })

const modes: readonly Mode[] = ['test', 'live']

/** An organisation's id is a number, so that only tenants' keys begin with a digit. Operators are of organisation 0, live. */
const ofTenants = (rest: string): readonly string[] => [
  ...[...'123456789'].flatMap(digit => modes.map(mode => `${digit}*#${mode}#${rest}`)),
  `0#live#${rest}`,
]

/** Patterns of partition keys that a function may write, for `dynamodb:LeadingKeys`. A key without a pattern cannot be written by any function. */
export const writablePrefixes = {
  tenants: () => ofTenants('*'),
  rateLimits: () => ofTenants('rate-limit#*'),
  strangersLimits: () => ['rate-limit#*'],
  requests: () => ofTenants('request'),
  idempotencies: () => ofTenants('idempotency#*'),
  tokens: () => ['token#*'],
  clients: () => ['client#*'],
  organisations: () => [organisationsPartition],
  people: () => ['person#*'],
  sessions: () => ['session#*'],
  signIns: () => ['sign-in#*'],
  portalSessions: () => ['portal#*'],
  portalLinks: () => ['portal-link#*'],
  circuits: () => ['circuit#*'],
  workers: () => ['worker#*'],
  photoHashes: () => ['photo-hash#*'],
  devices: () => ['device#*', 'device-use#*'],
  tallies: () => ['tally#*'],
  trails: () => ['trail#*'],
  ledgers: () => ['ledger#*'],
  receiptKeys: () => [receiptKeysPartition],
  dataKeys: () => [dataKeysPartition],
}

/** Sort keys, whole or by prefix, whose changes the stream passes on. */
export const streamedSortKeys = [
  ...(['verification', 'assignment', 'back-check', 'late-lookup'] as const),
  { prefix: linkPrefix },
  { prefix: alertPrefix },
] as const

export const streamKindOf = (image: { readonly sk?: { readonly S?: string } } | undefined) => {
  const sortKey = image?.sk?.S
  if (sortKey?.startsWith(linkPrefix)) return 'link'
  return sortKey?.startsWith(alertPrefix) ? 'alert' : sortKey
}

/** Kinds with personal data, by sort key. */
const personalSortKeys = {
  verification: 'verification',
  assignment: 'assignment',
  'back-check': 'assignment',
  identity: 'lookup',
  event: 'event',
  idempotency: 'idempotency',
  'last-place': 'lastPlace',
} as const
/** The same by prefix. */
const personalPrefixes = {
  photo: 'photo',
  document: 'document',
  link: 'link',
  contact: 'contact',
  attempt: 'attempt',
  dispute: 'assignment',
  revision: 'revision',
} as const

export type PersonalKind =
  | (typeof personalSortKeys)[keyof typeof personalSortKeys]
  | (typeof personalPrefixes)[keyof typeof personalPrefixes]

export const personalKindOf = ({ sk }: Pick<Key, 'sk'>): PersonalKind | undefined => {
  if (Object.hasOwn(personalSortKeys, sk)) return personalSortKeys[sk as keyof typeof personalSortKeys]
  const prefix = sk.slice(0, Math.max(0, sk.indexOf('#')))
  return Object.hasOwn(personalPrefixes, prefix)
    ? personalPrefixes[prefix as keyof typeof personalPrefixes]
    : undefined
}

export const tableAttributes: readonly string[] = ['pk', 'sk', ...listIndexAttributes, 'expiresAt']

/* Places in lists, as cursors carry them: what an index sorts by. */

export const idPageKeyPattern = /^[1-9]\d{0,15}$/
export const parseIdPageKey = ({ gsi2sk }: Item): number => Number(gsi2sk)

export const requestPageKeyPattern = /^[\d:.TZ-]{24}#[\w=+/-]{1,100}$/
export const parseRequestPageKey = ({ sk }: Key): string => sk

export const ledgerPageKeyPattern = /^[\d:.TZ-]{24}#\d{16}$/

export const eventPageKeyPattern = /^[\d:.TZ-]{24}#evt_[a-z0-9_]{1,80}$/
export const toEventPageKey = (at: string, eventId: string): string => `${at}#${eventId}`

export const attemptPageKeyPattern = /^[\d:.TZ-]{24}#evt_[a-z0-9_]{1,80}#\d{1,6}$/
