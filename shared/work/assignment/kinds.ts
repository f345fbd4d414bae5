import {
  defineKind,
  padded,
  partsOf,
  prefixQuery,
  type Told,
  toIndex1,
  toIndex2,
  toKey,
  verificationItem,
  verificationItemsQuery,
} from '../../table/kind.ts'
import { recordDays } from '../../table/retention.ts'
import type { Mode, Tenant, VerificationKey } from '../../table/tenant.ts'
import { assignmentKind } from '../../verification/assignment-kind.ts'

/**
 * The id of a second visit.
 * `<t>#verification#<id>`, `back-check`; read by export, erasure (the id of its second visit).
 */
export const backCheckKind = defineKind({ name: 'backCheck', days: assignmentKind.days })

/**
 * Work as assignments are, and moved as they are.
 * `<t>#verification#<id>`, `dispute#<n>`; gsi1 `as assignment`; read by disputes, operations.
 */
export const disputeKind = defineKind({
  name: 'dispute',
  sortKey: 'dispute#',
  attributes: assignmentKind.attributes,
  itemsOf: (of: Tenant, id: number) => disputesQuery(of, id),
  countedAs: 'disputes',
  file: 'disputes.json',
  days: recordDays,
})

export const disputeTold = {
  kind: disputeKind,
  what: 'dispute of a verification (table)',
  holds: 'the objection of applicant or customer, in their words; the report that the reviewer examines',
  after: 'the request',
  erased: 'deleted',
} as const satisfies Told

/**
 * One of the visits that an agent holds.
 * `worker#<mode>#<workerId>`, `claim#<n>`; read by operations (how many an agent holds).
 */
export const claimKind = defineKind({ name: 'claim', writable: ['worker#*'] })

/** `worker#<mode>#<workerId>`, `outcome#<at>#<id>`; read by operations (how an agent's reports ended). */
export const agentOutcomeKind = defineKind({
  name: 'agentOutcome',
  writable: ['worker#*'],
  days: 90,
})

export const agentOutcomeTold = {
  kind: agentOutcomeKind,
  what: 'outcome of an agent’s report (table)',
  holds: 'the agent’s id and the outcome; nothing of the applicant',
  after: 'it ended',
  erased: 'stays until then',
  notExported: 'It is about an agent, and contains only the outcome of the verification.',
} as const satisfies Told

export const backCheckKey = (of: Tenant, id: number) => verificationItem(of, id, 'back-check')

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

export const heldPartition = (mode: Mode, workerId: string): string => `worker#${mode}#${workerId}`

export const heldIndex = (mode: Mode, workerId: string, dueAt: string) =>
  toIndex2(heldPartition(mode, workerId), dueAt)

export const heldBy = (mode: Mode, workerId: string) =>
  ({ index: 'gsi2', partition: heldPartition(mode, workerId) }) as const

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

export const claimsQuery = (mode: Mode, workerId: string) =>
  prefixQuery(heldPartition(mode, workerId), 'claim')

export const disputeKey = (of: Tenant, id: number, number: number) =>
  verificationItem(of, id, `dispute#${number}`)

export const disputesQuery = (of: Tenant, id: number) => verificationItemsQuery(of, id, 'dispute')
