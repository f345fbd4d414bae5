import type { Item, Key } from './port.ts'
import type { LogLeaf, Mode, Tenant, VerificationKey } from './tenant.ts'

/*
 * With `writable-prefixes.ts` the only file that knows a key's format. `<t>` is `<organisationId>#<mode>`; ids are padded, so that they sort.
 *
 * item         | pk                              | sk                  | gsi1pk, gsi1sk           | gsi2pk, gsi2sk             | read by
 * organisation | organisations                   | <organisationId>    |                          |                            | administer, reconcile
 * client       | client#<clientId>               | client              | organisation#<id>, <cid> |                            | every authenticated call, createToken, administer
 * token        | token#<digest>                  | token               |                          |                            | every authenticated call
 * person       | person#<personId>               | person              |                          | people, <personId>         | every call with a session, administer
 * team         | teams                           | <teamId>            |                          |                            | operations, administer
 * its member   | team-member#<agentId>           | team-member         | team#<teamId>, <agentId> |                            | operations, administer
 * session      | session#<digest>                | session             |                          |                            | every call with a session
 * sign-in      | sign-in#<digest>                | sign-in             |                          |                            | the callback of a sign-in (one that was used)
 * portal       | portal#<digest>                 | portal              |                          |                            | every call with a portal session
 * portal link  | portal-link#<digest>            | portal-link         |                          |                            | the opening of a portal
 * request      | <t>#request                     | <at>#<requestId>    |                          |                            | listRequests
 * verification | <t>#verification#<id>           | verification        | <t>#<type>#<part>, <id>  | <t>#<type>#<reference>, id | get, list, completion, outbox
 * assignment   | <t>#verification#<id>           | assignment          | work#<mode>#open#<state>, <rank>#<due>#..; work#<mode>#reported#<part>, <due>#.. | worker#<mode>#<wid>, <due> | completion, operations
 *              |                                 |                     |                          | gsi3: work#<mode>#lga#<lgaId>, as gsi1sk | operations (the work in an LGA)
 * back-check   | <t>#verification#<id>           | back-check          |                          |                            | export, erasure (the id of its second visit)
 * revision     | <t>#verification#<id>           | revision#<n>        |                          |                            | revisions, receipts (what was decided before)
 * dispute      | <t>#verification#<id>           | dispute#<n>         | as assignment            |                            | disputes, operations
 * photos       | <t>#verification#<id>           | photos              |                          |                            | photos, report, getFile, erasure
 * document     | <t>#verification#<id>           | document#<n>        |                          |                            | documents, operations, getFile, erasure
 * link         | <t>#verification#<id>           | link#<purpose>#<n>  |                          |                            | pages behind links, messages, people's work
 * trail        | trail#<t>#<id>                  | <n>                 | trail-log#<hour>#<part>, <t>.. |                      | operations, erasure, the trails' log
 * receipt key  | receipt-keys                    | <n>                 |                          |                            | receipts, jwks.json, administer
 * data key     | data-keys                       | <n>                 |                          |                            | whoever reads or writes what is sealed
 * contact      | <t>#verification#<id>           | contact#<n>         |                          |                            | operations (attempts to reach an employer)
 * note         | <t>#verification#<id>           | note#<n>            |                          |                            | notes on a case, export, erasure
 * attested     | <t>#attested#<domain>           | attested            |                          |                            | attest (answers from a mail domain)
 * subject      | <t>#subject#<digest>            | <verificationId>    |                          |                            | find, export, erasure (by telephone or id number)
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
 * alert        | <t>#alert                       | alert#<eid>#<n>     |                          |                            | outbox, messages, reconcile (an endpoint that was disabled)
 * look-up      | <t>#identity#<id>               | identity            | <t>#look-ups#<product>, <completedAt>#<id> | <t>#subject#<digest>, <id> | identities, late look-ups; as subject
 * late look-up | <t>#identity#<id>               | late-lookup         | <t>#late-lookup, <at>#.. |                            | late look-ups, reconcile
 * rate limit   | <t>#rate-limit#<cid>#<name>#<of>#<at> | rate-limit   |                          |                            | every authenticated call
 *              | rate-limit#<name>#<of>#<at>     | rate-limit          |                          |                            | createToken
 * devices      | device#<personId>               | devices             |                          |                            | enrolDevice, recordPhotos
 * ledger line  | ledger#<t>#<month>#<part>       | <at>#<id>[#<link>]  |                          |                            | ledger, listCharges, the ledger's check
 * its reference | ledger-reference#<line's pk>   | as ledger line      |                          | <t>#charge-reference#<id>  | listCharges, erasure
 * sum          | ledger-sum#<t>#<month>          | <day>[#<part>#<product>#<rule>] |              |                            | listCharges, the ledger's check (what a day's charges add up to)
 * its mark     | ledger-sum#counted#<line's pk>  | as ledger line      |                          |                            | whoever adds up (a charge that is in its sum)
 * reservation  | <t>#reservation#<part>          | <id>                |                          |                            | orders and look-ups of capped clients, the ledger's check
 * spend        | <t>#spend#<clientId>            | <month>             |                          |                            | the same, listCharges
 * circuit      | circuit#<registry>              | circuit             |                          |                            | live look-ups, registries
 * heartbeat    | heartbeat                       | heartbeat           |                          |                            | nobody: the stream passes it on
 * claim        | worker#<mode>#<workerId>        | claim#<n>           |                          |                            | operations (how many an agent holds)
 * its record   | worker#<mode>#<workerId>        | outcome#<at>#<id>   |                          |                            | operations (how an agent's reports ended)
 * its place    | worker#<mode>#<workerId>        | last-place          |                          |                            | operations (how fast an agent travelled)
 * stats line   | tally#<mode>#<day>              | line#<digest>       |                          |                            | overview, reconcile-all (what ended on a day)
 * its summary  | tally#<mode>#<day>              | summary             |                          |                            | overview (a day that is over)
 * visits       | tally#<mode>#visits#<day>#<part> | line#<digest>      |                          |                            | fieldwork, cases (what was visited on a day of the places)
 * fieldwork    | tally#<mode>#fieldwork          | count               |                          |                            | getFieldworkHealth (the last count)
 * unsent       | unsent#<mode>                   | phone#<agentId>#<deviceId> |                   |                            | fieldwork (what a phone holds)
 * photo's hash | photo-hash#<mode>#<sha256>      | photo-hash          |                          |                            | operations (whether a photo was seen before)
 * its look     | photo-look#<mode>#<key>         | photo-look          |                          |                            | operations (whether one like it was)
 * place note   | place-note#<mode>#<digest>      | place#<organisationId>#<id> |                  |                            | operations (what an agent tells the next one of a house)
 * device's use | device-use#<deviceId>           | device-use          |                          |                            | operations (whether people share a device)
 * case         | case#<mode>#<field>#<value>     | <at>#<id>#<organisationId> |                   |                            | searchCases
 * search       | case-search#<mode>#<personId>   | search#<at>#<n>     |                          | case-searched#<mode>#<field>#<value>, <at> | administer (who searched what kind of thing, and why), erasure (what they wrote of it)
 * search count | case-search#<mode>#<personId>   | hour#<hour>         |                          |                            | searchCases (an unusual number)
 */

const padded = (id: number): string => `${id}`.padStart(16, '0')
const tenant = ({ organisationId, mode }: Tenant): string => `${organisationId}#${mode}`
const toKey = (pk: string, sk: string): Key => ({ pk, sk })
const tenantItem = (of: Tenant, rest: string, sk: string): Key => toKey(`${tenant(of)}#${rest}`, sk)
const toIndex1 = (gsi1pk: string, gsi1sk: string) => ({ gsi1pk, gsi1sk })
const toIndex2 = (gsi2pk: string, gsi2sk: string) => ({ gsi2pk, gsi2sk })
const prefixRange = (prefix: string) => ({ from: `${prefix}#`, to: `${prefix}$` })
const prefixQuery = (partition: string, prefix: string) => ({ partition, ...prefixRange(prefix) })
const partsOf = (count: number): readonly number[] => [...Array(count).keys()]

export const organisationsPartition = 'organisations'
export const organisationKey = (organisationId: number) =>
  toKey(organisationsPartition, padded(organisationId))

export const clientKey = (clientId: string) => toKey(`client#${clientId}`, 'client')
const clientsPartition = (organisationId: number): string => `organisation#${organisationId}`
export const clientIndex = (organisationId: number, clientId: string) =>
  toIndex1(clientsPartition(organisationId), clientId)
export const clientsQuery = (organisationId: number) =>
  ({ index: 'gsi1', partition: clientsPartition(organisationId) }) as const

export const tokenKey = (digest: string) => toKey(`token#${digest}`, 'token')

export const personKey = (personId: string) => toKey(`person#${personId}`, 'person')
const peoplePartition = 'people'
export const personIndex = (personId: string) => toIndex2(peoplePartition, personId)
export const allPeople = { index: 'gsi2', partition: peoplePartition } as const

export const teamsPartition = 'teams'
export const teamKey = (teamId: string) => toKey(teamsPartition, teamId)
export const memberKey = (agentId: string) => toKey(`team-member#${agentId}`, 'team-member')
const membersPartition = (teamId: string): string => `team#${teamId}`
export const memberIndex = (teamId: string, agentId: string) => toIndex1(membersPartition(teamId), agentId)
export const membersQuery = (teamId: string) =>
  ({ index: 'gsi1', partition: membersPartition(teamId) }) as const

export const sessionKey = (digest: string) => toKey(`session#${digest}`, 'session')

/** Marks a sign-in as used: it creates one session. */
export const signInKey = (digest: string) => toKey(`sign-in#${digest}`, 'sign-in')

export const portalSessionKey = (digest: string) => toKey(`portal#${digest}`, 'portal')
export const portalLinkKey = (digest: string) => toKey(`portal-link#${digest}`, 'portal-link')

export const requestsPartition = (of: Tenant): string => `${tenant(of)}#request`
export const requestKey = (of: Tenant, at: string, requestId: string) =>
  toKey(requestsPartition(of), `${at}#${requestId}`)

const verificationPartition = (of: Tenant, id: number): string => `${tenant(of)}#verification#${padded(id)}`
const verificationItem = (of: Tenant, id: number, sk: string): Key => toKey(verificationPartition(of, id), sk)
const verificationItemsQuery = (of: Tenant, id: number, prefix: string) =>
  prefixQuery(verificationPartition(of, id), prefix)
export const verificationKey = (of: Tenant, id: number) => verificationItem(of, id, 'verification')
export const assignmentKey = (of: Tenant, id: number) => verificationItem(of, id, 'assignment')
export const backCheckKey = (of: Tenant, id: number) => verificationItem(of, id, 'back-check')

export const revisionKey = (of: Tenant, id: number, revision: number) =>
  verificationItem(of, id, `revision#${revision}`)
export const revisionsQuery = (of: Tenant, id: number) => verificationItemsQuery(of, id, 'revision')
export const disputeKey = (of: Tenant, id: number, number: number) =>
  verificationItem(of, id, `dispute#${number}`)
export const disputesQuery = (of: Tenant, id: number) => verificationItemsQuery(of, id, 'dispute')

export const photosKey = (of: Tenant, id: number) => verificationItem(of, id, 'photos')
/** The first verification with a photo, by the digest of its original. */
export const photoHashKey = (mode: Mode, sha256: string) =>
  toKey(`photo-hash#${mode}#${sha256}`, 'photo-hash')
export const photoLookKey = (mode: Mode, key: string) => toKey(`photo-look#${mode}#${key}`, 'photo-look')

const placeNotePartition = (mode: Mode, digest: string): string => `place-note#${mode}#${digest}`
/** @param digest of the address */
export const placeNoteKey = ({ organisationId, mode, verificationId }: VerificationKey, digest: string) =>
  toKey(placeNotePartition(mode, digest), `place#${padded(organisationId)}#${padded(verificationId)}`)
export const placeNotesQuery = (mode: Mode, digest: string) =>
  prefixQuery(placeNotePartition(mode, digest), 'place')

export const documentKey = (of: Tenant, id: number, number: number) =>
  verificationItem(of, id, `document#${number}`)
export const documentsQuery = (of: Tenant, id: number) => verificationItemsQuery(of, id, 'document')

const linkPrefix = 'link#'
const linkDigits = 5
export const linkKey = (of: Tenant, id: number, purpose: string, number: number) =>
  verificationItem(of, id, `${linkPrefix}${purpose}#${`${number}`.padStart(linkDigits, '0')}`)
/** In the order of their creation. */
export const linksQuery = (of: Tenant, id: number, purpose?: string) => {
  const prefix = purpose === undefined ? 'link' : `${linkPrefix}${purpose}`
  return verificationItemsQuery(of, id, prefix)
}
/** No tenant's prefix: IAM lets every function append and only erasure change it. */
export const trailPartition = (of: Tenant, verificationId: number): string =>
  `trail#${tenant(of)}#${padded(verificationId)}`
export const entryNumberOf = ({ sk }: Key): number => Number(sk)
export const trailKey = (of: Tenant, verificationId: number, n: number) =>
  toKey(trailPartition(of, verificationId), padded(n))

/** A partition of an index takes 1,000 writes a second. */
const logPartCount = 4
const logPartition = (hour: string, part: number): string => `trail-log#${hour}#${part}`
/** An entry of a trail, by its number. */
type TrailPlace = VerificationKey & Pick<LogLeaf, 'n'>
const toTrailPlace = ({ organisationId, mode, verificationId, n }: TrailPlace): string =>
  [padded(organisationId), mode, padded(verificationId), padded(n)].join('#')
/**
 * Marks where a trail's entries of an hour begin, so that an hour costs the trail one write unit and not each entry.
 * @param hour `2026-11-22T09`
 */
export const logStartIndex = (hour: string, start: TrailPlace) =>
  toIndex1(logPartition(hour, start.verificationId % logPartCount), toTrailPlace(start))
export const logQuery = (hour: string) =>
  partsOf(logPartCount).map(part => ({ index: 'gsi1', partition: logPartition(hour, part) }) as const)
export const parseLogStart = ({ gsi1sk }: Item): TrailPlace => {
  const [organisationId, mode, verificationId, n] = String(gsi1sk).split('#')
  return {
    organisationId: Number(organisationId),
    mode: mode as Mode,
    verificationId: Number(verificationId),
    n: Number(n),
  }
}
export const compareLogLeaves = (one: LogLeaf, other: LogLeaf): number =>
  toTrailPlace(one) < toTrailPlace(other) ? -1 : 1

export type WorkListShard = `open#${number}` | `reported#${number}`
/** @param stateId 0 for work that needs no visit */
export const openWorkList = (stateId: number): WorkListShard => `open#${stateId}`
const workPartition = (mode: Mode, list: WorkListShard): string => `work#${mode}#${list}`
const dueKey = ({ organisationId, verificationId, dueAt }: ListedWork): string =>
  `${dueAt}#${padded(organisationId)}#${padded(verificationId)}`

interface ListedWork extends VerificationKey {
  readonly dueAt: string
}
/** Work in an LGA; 0 for work that needs no visit. */
interface AreaWork extends ListedWork {
  readonly lgaId: number
}

/*
 * A state's open work is one partition, in the order in which it is shown: what can be claimed is a range, and so is what
 * is held. A claim stands before, the longest lease first, until the range begins at its lease: a list never reads what
 * others hold, and what they held too long is in it by itself, before what is open. An LGA's work is one partition of an
 * index of its own, which has the sort key of the first: so it is in the same order, the cursor of either list is one of
 * the other's, and what is reported leaves the ranges of visits without a write to its place. It costs six write units a
 * visit.
 */
const lgaPartition = (mode: Mode, lgaId: number): string => `work#${mode}#lga#${lgaId}`
/** Work that needs no visit has a list of its own, and is in no LGA. */
const toWorkIndex = ({ mode, lgaId }: AreaWork, list: WorkListShard, place: string) => ({
  ...toIndex1(workPartition(mode, list), place),
  ...(lgaId > 0 && { gsi3pk: lgaPartition(mode, lgaId) }),
})

/** Sorted by due time. */
export const reportedWorkIndex = (work: AreaWork) =>
  toWorkIndex(work, reportedWork(work.verificationId), dueKey(work))

/** An LGA's id begins with its state's. */
const openWorkListOf = (lgaId: number): WorkListShard => openWorkList(Math.floor(lgaId / 100))
const areaIndex = (work: AreaWork, rank: string) =>
  toWorkIndex(work, openWorkListOf(work.lgaId), `${rank}#${dueKey(work)}#${work.lgaId}`)
/** Work that needs no visit comes after all visits. */
const ranksOf = (isDesk: boolean) => (isDesk ? { held: '2', open: '3' } : { held: '0', open: '1' })
/** A later lease sorts first. */
const leaseRank = (isDesk: boolean, untilMs: number): string =>
  `${ranksOf(isDesk).held}${`${10 ** 13 - untilMs}`.padStart(13, '0')}`

export const openWorkIndex = (work: AreaWork) => areaIndex(work, ranksOf(work.lgaId === 0).open)
export const claimedWorkIndex = (work: AreaWork, leaseUntil: string) =>
  areaIndex(work, leaseRank(work.lgaId === 0, Date.parse(leaseUntil)))
/** Work of test mode is on no list, unless nobody comes. */
export const isListedWork = (item: object): boolean => 'gsi1pk' in item

/** Leases that have run out, the last one first; then what is open, by due time. @param isDesk of work that needs no visit */
export const claimableRange = (nowMs: number, isDesk: boolean) => ({
  from: leaseRank(isDesk, nowMs),
  to: `${ranksOf(isDesk).open}$`,
})
/** What somebody holds, the longest lease first. */
export const claimedRange = (nowMs: number, isDesk: boolean) => ({
  from: ranksOf(isDesk).held,
  to: `${leaseRank(isDesk, nowMs + 1)}$`,
})
/** A part of the work that waits for somebody. */
export type WaitingPart = 'open' | 'held' | 'reported'
/**
 * What is open or reported is in the order of when it is due, and what is held in that of its leases: of that `due` is no
 * range, and is left out. Times due begin with their year, of four digits, and so after every rank of a visit.
 */
export const waitingRange = (
  part: WaitingPart,
  isDesk: boolean,
  { from = '1', to = '9' }: { readonly from?: string | undefined; readonly to?: string | undefined },
) => {
  if (part === 'reported') return { from: from < '2' ? '2' : from, to }
  const rank = ranksOf(isDesk)[part]
  return part === 'open' ? { from: `${rank}#${from}`, to: `${rank}#${to}` } : { from: rank, to: `${rank}~` }
}
/** When an entry of any list of work is due, and whose it is: `<dueAt>#<organisationId>#<verificationId>`. */
export const dueKeyIn = (place: string): string => {
  const parts = place.split('#')
  return parts
    .slice(parts.length > 3 ? 1 : 0)
    .slice(0, 3)
    .join('#')
}

/** Where work is among all that waits, due first: behind others of its due time by ids. */
export const duePlace = (work: Parameters<typeof dueKey>[0], dispute = 0): string =>
  `${dueKey(work)}#${padded(dispute)}`
export const duePlacePattern = /^[\d:.TZ-]{24}(?:#\d{16}){3}$/
/** Behind every dispute of a verification. @param end as `dueKeyIn` says it */
export const lastDuePlace = (end: string): string => `${end}#${'9'.repeat(16)}`

/** What an entry of a list of open work says of it. */
export const parseAreaWork = (item: object) => {
  const [rank = '', dueAt = '', , , lga = ''] = parseWorkPageKey(item).split('#')
  return {
    lgaId: Number(lga),
    dueAt,
    /** Until when somebody holds it; undefined of what is open. */
    leaseUntilMs: rank.length > 1 ? 10 ** 13 - Number(rank.slice(1)) : undefined,
  }
}
/** All that can be claimed or is held, of work that needs a visit. */
export const openVisitsRange = { from: '0', to: '1$' } as const
/** Where work begins that needs no visit: right behind the last visit. */
export const deskWorkStart = ranksOf(true).held
export const isDeskPageKey = (place: string): boolean => place >= deskWorkStart
export const areaPageKeyPattern = /^(?:2|(?:[02]\d{13}|[13])#[\d:.TZ-]{24}#\d{16}#\d{16}#\d{1,4})$/

/** Of what lies with a verification. */
export const parseVerificationPartition = ({ pk }: Key): VerificationKey => {
  const [organisationId, mode, , verificationId] = pk.split('#')
  return {
    organisationId: Number(organisationId),
    mode: mode as Mode,
    verificationId: Number(verificationId),
  }
}
/** Of work, or of a dispute: its record lies beside it. */
export const recordKeyBeside = ({ pk }: Key): Key => toKey(pk, 'verification')
export const isOfRecord = ({ sk }: Key): boolean => sk === 'verification'

const heldPartition = (mode: Mode, workerId: string): string => `worker#${mode}#${workerId}`
export const heldIndex = (mode: Mode, workerId: string, dueAt: string) =>
  toIndex2(heldPartition(mode, workerId), dueAt)
export const heldBy = (mode: Mode, workerId: string) =>
  ({ index: 'gsi2', partition: heldPartition(mode, workerId) }) as const
export const heldIndexAttributes: readonly string[] = ['gsi2pk', 'gsi2sk']
export const listIndexAttributes: readonly string[] = ['gsi1pk', 'gsi1sk', ...heldIndexAttributes, 'gsi3pk']

export const omitKeyAttributes = <Row extends object>(item: Row): Row => {
  const keyNames: readonly string[] = ['pk', 'sk', ...listIndexAttributes]
  return Object.fromEntries(Object.entries(item).filter(([name]) => !keyNames.includes(name))) as Row
}

export const workIn = (mode: Mode, list: WorkListShard) =>
  ({ index: 'gsi1', partition: workPartition(mode, list) }) as const
export const workInLga = (mode: Mode, lgaId: number) =>
  ({ index: 'gsi3', partition: lgaPartition(mode, lgaId) }) as const
const reportedPartCount = 4
export const reportedShards: readonly WorkListShard[] = partsOf(reportedPartCount).map(
  part => `reported#${part}` as const,
)
const reportedWork = (verificationId: number): WorkListShard =>
  `reported#${verificationId % reportedPartCount}`

export const parseWorkPageKey = (item: object): string => (item as { gsi1sk: string }).gsi1sk
export const workPageKeyPattern = /^[\d:.TZ-]{24}#\d{16}#\d{16}$/

export const claimKey = (mode: Mode, workerId: string, slot: number) =>
  toKey(heldPartition(mode, workerId), `claim#${`${slot}`.padStart(3, '0')}`)
export const agentOutcomeKey = (mode: Mode, agent: string, at: string, verificationId: number) =>
  toKey(heldPartition(mode, agent), `outcome#${at}#${padded(verificationId)}`)
/** @param since ISO 8601 */
export const agentOutcomesQuery = (mode: Mode, agent: string, since = '') => ({
  ...prefixQuery(heldPartition(mode, agent), 'outcome'),
  from: `outcome#${since}`,
})
export const lastPositionKey = (mode: Mode, workerId: string) =>
  toKey(heldPartition(mode, workerId), 'last-place')
export const claimsQuery = (mode: Mode, workerId: string) =>
  prefixQuery(heldPartition(mode, workerId), 'claim')

export const contactKey = (of: Tenant, verificationId: number, n: number) =>
  verificationItem(of, verificationId, `contact#${padded(n)}`)
export const contactsQuery = (of: Tenant, verificationId: number) =>
  verificationItemsQuery(of, verificationId, 'contact')

export const caseNoteKey = (of: Tenant, verificationId: number, n: number) =>
  verificationItem(of, verificationId, `note#${padded(n)}`)
export const caseNotesQuery = (of: Tenant, verificationId: number) =>
  verificationItemsQuery(of, verificationId, 'note')

export const attestationCountKey = (of: Tenant, domain: string) =>
  tenantItem(of, `attested#${domain}`, 'attested')

/**
 * A list that grows with every order lies in so many parts: a partition of an index takes 1,000 writes a second, too,
 * and holds up the table when it takes no more. Four let an organisation write 4,000, and a page of a list is four
 * queries side by side, of half a read unit each where there is little.
 */
const listPartCount = 4
const listParts: readonly number[] = partsOf(listPartCount)
/** Ids end in random bits. */
const partOf = (name: string): number =>
  [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % listPartCount

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
export const idRange = (fromId: number, toId: number) => ({ from: padded(fromId), to: padded(toId) })

const subjectPartition = (of: Tenant, digest: string): string => `${tenant(of)}#subject#${digest}`
/** Stands for a verification under its applicant's telephone, and under their id number. */
export const subjectKey = (of: Tenant, digest: string, verificationId: number) =>
  toKey(subjectPartition(of, digest), padded(verificationId))
/** The same for a look-up, at a write unit each. */
export const subjectIndex = (of: Tenant, digest: string, id: number) =>
  toIndex2(subjectPartition(of, digest), padded(id))
export const subjectQueries = (of: Tenant, digest: string) => {
  const partition = subjectPartition(of, digest)
  return [{ partition }, { index: 'gsi2', partition }] as const
}

export const duplicateGuardKey = (of: Tenant, fingerprint: string) =>
  tenantItem(of, `guard#${fingerprint}`, 'guard')

export const idempotencyKey = (of: Tenant, clientId: string, keyDigest: string) =>
  tenantItem(of, `idempotency#${clientId}#${keyDigest}`, 'idempotency')

const answersPartition = (of: Tenant, id: number): string => `${tenant(of)}#about#${padded(id)}`
/** Erasure finds stored responses by it. It costs a write unit a response. */
export const storedResponseIndex = (of: Tenant, id: number, keyDigest: string) =>
  toIndex2(answersPartition(of, id), keyDigest)
export const storedResponsesQuery = (of: Tenant, id: number) =>
  ({ index: 'gsi2', partition: answersPartition(of, id) }) as const

export const eventPartition = (of: Tenant, eventId: string): string => `${tenant(of)}#event#${eventId}`
export const eventKey = (of: Tenant, eventId: string) => toKey(eventPartition(of, eventId), 'event')
const eventsPartition = (of: Tenant, part: number): string => `${tenant(of)}#event#${part}`
export const eventIndex = (of: Tenant, at: string, eventId: string) =>
  toIndex1(eventsPartition(of, partOf(eventId)), toEventPageKey(at, eventId))

export const eventsQuery = (of: Tenant) =>
  listParts.map(part => ({ index: 'gsi1', partition: eventsPartition(of, part) }) as const)

const attemptSuffix = (endpointId: number, attempt: number): string =>
  `${padded(endpointId)}#${`${attempt}`.padStart(4, '0')}`

export const attemptKey = (of: Tenant, eventId: string, endpointId: number, attempt: number) =>
  toKey(eventPartition(of, eventId), `attempt#${attemptSuffix(endpointId, attempt)}`)

export const attemptClaimKey = (of: Tenant, eventId: string, endpointId: number, attempt: number) =>
  toKey(eventPartition(of, eventId), `taken#${attemptSuffix(endpointId, attempt)}`)

const attemptsPartition = (of: Tenant, endpointId: number, part: number): string =>
  `${tenant(of)}#endpoint#${padded(endpointId)}#${part}`

/** It costs a write unit an attempt. */
export const attemptIndex = (of: Tenant, endpointId: number, at: string, eventId: string, attempt: number) =>
  toIndex2(attemptsPartition(of, endpointId, partOf(eventId)), `${at}#${eventId}#${attempt}`)

export const endpointAttemptsQuery = (of: Tenant, endpointId: number) =>
  listParts.map(part => ({ index: 'gsi2', partition: attemptsPartition(of, endpointId, part) }) as const)

export const attemptRange = (endpointId?: number) => {
  const prefix = endpointId === undefined ? 'attempt' : `attempt#${padded(endpointId)}`
  return prefixRange(prefix)
}

export const endpointsPartition = (of: Tenant): string => `${tenant(of)}#endpoint`
export const endpointKey = (of: Tenant, endpointId: number) =>
  toKey(endpointsPartition(of), padded(endpointId))

export const endpointUrlKey = (of: Tenant, urlDigest: string) =>
  tenantItem(of, `endpoint-url#${urlDigest}`, 'endpoint-url')
export const deletedEndpointKey = (of: Tenant, endpointId: number) =>
  tenantItem(of, `endpoint-end#${padded(endpointId)}`, 'endpoint-end')
export const endpointCountKey = (of: Tenant) => tenantItem(of, `endpoint-count`, 'endpoint-count')

const alertPrefix = 'alert#'
export const alertsPartition = (of: Tenant): string => `${tenant(of)}#alert`
/** @param revision of the endpoint's settings when it was disabled */
export const alertKey = (of: Tenant, endpointId: number, revision: number) =>
  toKey(alertsPartition(of), `${alertPrefix}${padded(endpointId)}#${revision}`)

const lookupPartition = (of: Tenant, id: number): string => `${tenant(of)}#identity#${padded(id)}`
export const lookupKey = (of: Tenant, id: number) => toKey(lookupPartition(of, id), 'identity')

const lookupsPartition = (of: Tenant, product: string): string => `${tenant(of)}#look-ups#${product}`
/** Of those that were charged, by when they ended. An entry is one write unit, so that a product needs no parts. */
export const lookupIndex = (of: Tenant, product: string, completedAt: string, id: number) =>
  toIndex1(lookupsPartition(of, product), `${completedAt}#${padded(id)}`)
export const lookupsQuery = (of: Tenant, products: readonly string[]) =>
  products.map(product => ({ index: 'gsi1', partition: lookupsPartition(of, product) }) as const)

export const lateLookupKey = (of: Tenant, id: number) => toKey(lookupPartition(of, id), 'late-lookup')

/** Reconciliation finds lost look-ups here. */
export const lateLookupsPartition = (of: Tenant): string => `${tenant(of)}#late-lookup`
export const lateLookupIndex = (of: Tenant, id: number, at: string) =>
  toIndex1(lateLookupsPartition(of), `${at}#${padded(id)}`)

export const rateLimitKey = (
  of: Tenant,
  [clientId = '', name, subject]: readonly [string | undefined, string, string],
  startsAt: number,
) => tenantItem(of, `rate-limit#${clientId}#${name}#${subject}#${startsAt}`, 'rate-limit')

export const anonymousLimitKey = (name: string, subject: string, startsAt: number) =>
  toKey(`rate-limit#${name}#${subject}#${startsAt}`, 'rate-limit')

export const deviceUseKey = (deviceId: string) => toKey(`device-use#${deviceId}`, 'device-use')
export const devicesKey = (personId: string) => toKey(`device#${personId}`, 'devices')

export type CaseField = 'time' | 'reference' | 'name' | 'phone' | 'lga' | 'outcome' | 'agent' | 'reviewer'

/**
 * Nothing is split: a partition takes 1,000 writes a second
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html), and `time`, the
 * busiest, takes one an order. What is beyond that waits in the stream, and no order waits for it.
 * @param value of a person only as a keyed digest
 */
const casePartition = (mode: Mode, field: CaseField, value: string): string =>
  `case#${mode}#${field}#${value}`
/** @param at of the order, of the report or of the decision: ISO 8601 */
export const caseKey = (of: VerificationKey, field: CaseField, value: string, at: string) =>
  toKey(
    casePartition(of.mode, field, value),
    `${at}#${padded(of.verificationId)}#${padded(of.organisationId)}`,
  )
export const casesQuery = (mode: Mode, field: CaseField, value: string) => ({
  partition: casePartition(mode, field, value),
})
export const caseIdRange = (at: string, verificationId: number) =>
  prefixRange(`${at}#${padded(verificationId)}`)
export const parseCase = (mode: Mode, { sk }: Key): VerificationKey => {
  const [, verificationId, organisationId] = sk.split('#')
  return { organisationId: Number(organisationId), mode, verificationId: Number(verificationId) }
}
export const casePageKeyPattern = /^[\d:.TZ-]{24}#\d{16}#\d{16}$/

const searchesPartition = (mode: Mode, personId: string): string => `case-search#${mode}#${personId}`
export const caseSearchKey = (mode: Mode, personId: string, at: string, requestId: number) =>
  toKey(searchesPartition(mode, personId), `search#${at}#${padded(requestId)}`)
export const caseSearchesQuery = (mode: Mode, personId: string) =>
  prefixQuery(searchesPartition(mode, personId), 'search')
/** What of a case was searched, where words were written of it: of a person only a keyed digest. */
export interface SearchedValue {
  readonly field: CaseField | 'id'
  readonly value: string
}
const searchedPartition = (mode: Mode, { field, value }: SearchedValue): string =>
  `case-searched#${mode}#${field}#${value}`
export const searchedIndex = (mode: Mode, searched: SearchedValue, at: string) =>
  toIndex2(searchedPartition(mode, searched), at)
export const searchedQuery = (mode: Mode, searched: SearchedValue) =>
  ({ index: 'gsi2', partition: searchedPartition(mode, searched) }) as const
/** @param hour `2026-11-22T09` */
export const caseSearchCountKey = (mode: Mode, personId: string, hour: string) =>
  toKey(searchesPartition(mode, personId), `hour#${hour}`)

/** @param day `2026-11-22`; each batch of stream changes adds a line */
const statsPartition = (mode: Mode, day: string): string => `tally#${mode}#${day}`
export const statsLineKey = (mode: Mode, day: string, digest: string) =>
  toKey(statsPartition(mode, day), `line#${digest}`)
export const statsLinesQuery = (mode: Mode, day: string) => prefixQuery(statsPartition(mode, day), 'line')
/** In parts, since each count of the fieldwork reads the whole day: a part of 40,000 visits has 150 read units. */
const visitsPartition = (mode: Mode, day: string, part: number): string =>
  `tally#${mode}#visits#${day}#${part}`
/** @param day `2026-11-22`, by the clock of the places */
export const visitLineKey = (mode: Mode, day: string, digest: string) =>
  toKey(visitsPartition(mode, day, partOf(digest)), `line#${digest}`)
export const visitLinesQueries = (mode: Mode, day: string) =>
  listParts.map(part => ({ partition: visitsPartition(mode, day, part) }))
export const fieldworkCountKey = (mode: Mode) => toKey(`tally#${mode}#fieldwork`, 'count')

const unsentPartition = (mode: Mode): string => `unsent#${mode}`
export const unsentKey = (mode: Mode, agentId: string, deviceId: string) =>
  toKey(unsentPartition(mode), `phone#${agentId}#${deviceId}`)
export const unsentQuery = (mode: Mode) => ({ partition: unsentPartition(mode) })

export const statsSummaryKey = (mode: Mode, day: string) => toKey(statsPartition(mode, day), 'summary')

/** Of lines, and of nothing else: the stream passes on each line that is added. */
export const ledgerLinePrefix = 'ledger#'
/** @param month `2026-11`. No tenant's prefix: IAM lets functions append, and none change a line. */
const ledgerPartition = (of: Tenant, month: string, part: number): string =>
  `${ledgerLinePrefix}${tenant(of)}#${month}#${part}`
export const ledgerKey = (of: Tenant, at: string, id: number, ...messageLink: readonly string[]) =>
  toKey(ledgerPartition(of, at.slice(0, 7), id % listPartCount), [at, padded(id), ...messageLink].join('#'))
export const ledgerQuery = (of: Tenant, month: string) =>
  listParts.map(part => ({ partition: ledgerPartition(of, month, part) }))

const ledgerSumPartition = (of: Tenant, month: string): string => `ledger-sum#${tenant(of)}#${month}`
const chargeReferencesPartition = (of: Tenant, id: number): string =>
  `${tenant(of)}#charge-reference#${padded(id)}`
/** Beside a line, by the same key: a line is never changed, and a reference goes with its person. Erasure finds it by its record. */
export const chargeReferenceKey = (of: VerificationKey, { pk, sk }: Key) => ({
  ...toKey(`ledger-reference#${pk}`, sk),
  ...toIndex2(chargeReferencesPartition(of, of.verificationId), sk),
})
export const chargeReferencesQuery = (of: VerificationKey) =>
  ({ index: 'gsi2', partition: chargeReferencesPartition(of, of.verificationId) }) as const
export const chargeReferenceQueries = (
  of: Tenant,
  month: string,
  range: { readonly from: string; readonly to: string },
) => listParts.map(part => ({ partition: `ledger-reference#${ledgerPartition(of, month, part)}`, ...range }))

/**
 * A part of a day's sum is written by whoever reads the stream's shard in which the lines of that part are, so that
 * nobody waits for another.
 */
export const ledgerSumKey = (of: Tenant, day: string, id: number, ...kind: readonly [string, string]) =>
  toKey(ledgerSumPartition(of, day.slice(0, 7)), [day, id % listPartCount, ...kind].join('#'))
/** Of a day whose parts were put together. */
export const ledgerDaySumKey = (of: Tenant, day: string) =>
  toKey(ledgerSumPartition(of, day.slice(0, 7)), day)
export const ledgerSumsQuery = (of: Tenant, month: string) => ({ partition: ledgerSumPartition(of, month) })
/** A day's sum and its parts. */
export const ledgerDaySumsQuery = (of: Tenant, day: string) => ({
  partition: ledgerSumPartition(of, day.slice(0, 7)),
  from: day,
  to: `${day}$`,
})
export const countedChargeKey = ({ pk, sk }: Key) => toKey(`ledger-sum#counted#${pk}`, sk)

export const reservationShards: readonly number[] = listParts
const reservationPartition = (of: Tenant, part: number): string => `${tenant(of)}#reservation#${part}`
export const reservationKey = (of: Tenant, id: number) =>
  toKey(reservationPartition(of, id % listPartCount), padded(id))
export const reservationsQuery = (of: Tenant, part: number, belowId: number = Number.MAX_SAFE_INTEGER) => ({
  partition: reservationPartition(of, part),
  to: padded(belowId - 1),
})
export const spendKey = (of: Tenant, clientId: string, month: string) =>
  tenantItem(of, `spend#${clientId}`, month)
export const receiptKeysPartition = 'receipt-keys'
export const receiptKey = (n: number) => toKey(receiptKeysPartition, padded(n))

export const dataKeysPartition = 'data-keys'
export const dataKey = (n: number) => toKey(dataKeysPartition, padded(n))

export const circuitKey = (registry: string) => toKey(`circuit#${registry}`, 'circuit')

export const heartbeatPartition = 'heartbeat'
/** The only one: it is put again and again, and expires nowhere. */
export const heartbeatKey = () => toKey(heartbeatPartition, 'heartbeat')

/** Sort keys, whole or by prefix, whose changes the stream passes on. */
export const streamedSortKeys = [
  'verification',
  'assignment',
  'late-lookup',
  // Nothing follows from it but that the stream's consumer is called.
  'heartbeat',
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
  photos: 'photos',
  identity: 'lookup',
  event: 'event',
  idempotency: 'idempotency',
  'last-place': 'lastPlace',
} as const
const personalPrefixes = {
  document: 'document',
  link: 'link',
  contact: 'contact',
  note: 'caseNote',
  attempt: 'attempt',
  dispute: 'assignment',
  revision: 'revision',
  search: 'caseSearch',
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

export const idPageKeyPattern = /^[1-9]\d{0,15}$/
export const parseIdPageKey = ({ sk, gsi2sk = sk }: Item): number => Number(gsi2sk)

export const requestPageKeyPattern = /^[\d:.TZ-]{24}#[\w=+/-]{1,100}$/
export const parseRequestPageKey = ({ sk }: Key): string => sk

export const parseLookupPageKey = (item: object): string => (item as { gsi1sk: string }).gsi1sk
export const lookupPageKeyPattern = /^[\d:.TZ-]{24}#\d{16}$/

export const ledgerPageKeyPattern = /^[\d:.TZ-]{24}#\d{16}(?:#[a-z]+-\d{1,2})?$/

export const eventPageKeyPattern = /^[\d:.TZ-]{24}#evt_[a-z0-9_]{1,80}$/
export const toEventPageKey = (at: string, eventId: string): string => `${at}#${eventId}`

export const attemptPageKeyPattern = /^[\d:.TZ-]{24}#evt_[a-z0-9_]{1,80}#\d{1,6}$/
