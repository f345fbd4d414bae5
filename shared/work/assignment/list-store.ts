import { mapConcurrently } from '../../aws/concurrency.ts'
import { allStates, lgasOf, stateById, stateIdOfLga } from '../../location/location.ts'
import { database } from '../../table/driver.ts'
import { omitKeyAttributes, parseVerificationPartition, type PlainItem } from '../../table/kind.ts'
import {
  forEachPage,
  type ListShard,
  type PageReader,
  queryAll,
  queryShards,
  type ResultPage,
  readFilteredPage,
} from '../../table/paging.ts'
import type { Item, Key } from '../../table/port.ts'
import type { Mode, VerificationKey } from '../../table/tenant.ts'
import type { Product } from '../../verification/contract/product.ts'
import {
  isOfRecord,
  recordKeyBeside,
  verificationKey,
  type verificationKind,
} from '../../verification/kinds.ts'
import type { Verification } from '../../verification/verification.ts'
import {
  type Assignment,
  type AssignmentKey,
  isUnderReview,
  recordKeyOf,
  toAssignmentId,
} from './assignment.ts'
import {
  claimableRange,
  claimedRange,
  deskWorkStart,
  dueKeyIn,
  duePlace,
  heldBy,
  isDeskPageKey,
  openVisitsRange,
  openWorkList,
  parseAreaWork,
  parseWorkPageKey,
  reportedShards,
  type WaitingPart,
  waitingRange,
  workIn,
  workInLga,
} from './kinds.ts'
import { assignmentItemKey } from './move-store.ts'
import { ifOpened, type PlainAssignment } from './store.ts'

export interface AssignmentTask {
  readonly assignment: Assignment
  readonly verification: Verification
}

const inOrder = (one: Assignment, other: Assignment): number =>
  one.dueAt < other.dueAt ? -1 : one.dueAt > other.dueAt ? 1 : one.verificationId - other.verificationId

const readRecords = (assignments: readonly Assignment[]) =>
  database.getMany<Verification>(
    assignments.map(recordKeyOf).map(key => verificationKey(key, key.verificationId)),
  )

/** Work whose record is gone or erased is left out. */
const joinRecords = (
  assignments: readonly Assignment[],
  records: readonly Verification[],
): readonly AssignmentTask[] => {
  const byId = new Map(records.map(one => [`${one.organisationId} ${one.id}`, one]))
  return assignments.flatMap(assignment => {
    const { organisationId, verificationId } = recordKeyOf(assignment)
    const verification = byId.get(`${organisationId} ${verificationId}`)
    return verification && !verification.erasedAt ? [{ assignment, verification }] : []
  })
}

const withRecords = async (assignments: readonly Assignment[]): Promise<readonly AssignmentTask[]> =>
  joinRecords(assignments, await readRecords(assignments))

export interface WorkPage {
  readonly limit: number
  readonly after?: string | undefined
}

interface AreaPage extends WorkPage {
  /** With `deskArea`, or without. */
  readonly lgaIds: readonly number[]
}

interface AreaQuery extends AreaPage {
  /** All, unless given. */
  readonly products?: readonly Product[] | undefined
  readonly nowMs: number
}

type ListedKey = Key & Pick<Assignment, 'product'>
type IsListed = (one: ListedKey) => boolean

const isOfProducts = ({ products }: Pick<AreaQuery, 'products'>): IsListed | undefined =>
  products && (({ product }) => products.includes(product))

interface AreaReading {
  readonly range: (isDesk: boolean) => { readonly from: string; readonly to: string }
  /** All, unless given. */
  readonly isListed?: IsListed | undefined
  /** With so many a page is not read on for more. */
  readonly enough?: number
}

/** Work that needs no visit is in no LGA. */
export const deskArea = 0

/** How many LGAs a state has; work that needs no visit is a state of one. */
const lgaCountOf = (stateId: number): number => {
  const state = stateById(stateId)
  return state ? lgasOf(state).length : 1
}

/** A state of which all is asked for is one list, and of another each LGA is. */
const areaLists = (mode: Mode, lgaIds: readonly number[]): readonly ListShard[] =>
  [...Map.groupBy(new Set(lgaIds), stateIdOfLga)].flatMap(([stateId, inState]): readonly ListShard[] =>
    inState.length < lgaCountOf(stateId)
      ? inState.map(lgaId => workInLga(mode, lgaId))
      : [workIn(mode, openWorkList(stateId))],
  )

/** Some may be left out: three times what would be enough is seldom too little. */
const readingReserve = 3

const readSection = (
  mode: Mode,
  { lgaIds, limit, after: start }: AreaPage,
  range: ReturnType<AreaReading['range']>,
  { isListed, enough }: AreaReading,
): Promise<ResultPage<ListedKey, string>> => {
  const lists = areaLists(mode, lgaIds)
  const read: PageReader<ListedKey, string> = ({ limit, after = start }) =>
    queryShards<ListedKey>(lists, { ...range, limit, after })
  if (!isListed) return read({ limit })
  return readFilteredPage<ListedKey, string>(
    limit,
    async next => {
      const { items, ...page } = await read(next)
      return { ...page, items: items.filter(isListed) }
    },
    parseWorkPageKey,
    { firstRead: (limit + 1) * readingReserve, ...(enough !== undefined && { enough }) },
  )
}

/** A page is of visits or, behind the last one, of work that needs none: nobody waits for both. */
const readListed = async (
  mode: Mode,
  page: AreaPage,
  reading: AreaReading,
): Promise<ResultPage<ListedKey, string>> => {
  const { lgaIds, after } = page
  const visitAreas = lgaIds.filter(id => id !== deskArea)
  const hasDesk = visitAreas.length < lgaIds.length
  const isDesk = hasDesk && (visitAreas.length === 0 || (after !== undefined && isDeskPageKey(after)))
  const areas = isDesk ? [deskArea] : visitAreas
  const found = await readSection(mode, { ...page, lgaIds: areas }, reading.range(isDesk), reading)
  return found.after === undefined && hasDesk && !isDesk ? { ...found, after: deskWorkStart } : found
}

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`

/** Work and records, in one read; the record of a back-check lies apart, and is a second one. */
const readTasks = async (keys: readonly Key[]): Promise<readonly AssignmentTask[]> => {
  const found = await database.getMany<Key>([...keys, ...keys.map(recordKeyBeside)])
  const byName = new Map(found.map(item => [nameOf(item), item]))
  const assignments = keys.flatMap(key => (byName.get(nameOf(key)) as Assignment | undefined) ?? [])
  const records = found.filter(isOfRecord) as readonly Key[] as readonly (Key & Verification)[]
  const apart = assignments.filter(({ backCheckOf }) => backCheckOf)
  return joinRecords(assignments, [...records, ...(await readRecords(apart))])
}

export const isClaimable = ({ status, leaseUntil }: Assignment, nowMs: number): boolean =>
  status === 'open' || (status === 'claimed' && Date.parse(leaseUntil ?? '') <= nowMs)

export interface AreaTask extends AssignmentTask {
  /** Where what comes behind it begins. */
  readonly after: string
}

type AreaTasks = ResultPage<AreaTask, string>

/** The index follows the table: a page has what is so in the table, and may have fewer. */
const listArea = async (
  mode: Mode,
  query: AreaPage,
  reading: AreaReading,
  isWanted: (assignment: Assignment) => boolean,
): Promise<AreaTasks> => {
  const { items, ...page } = await readListed(mode, query, reading)
  const tasks = await readTasks(items.map(({ pk, sk }) => ({ pk, sk })))
  const places = new Map(items.map(item => [nameOf(item), parseWorkPageKey(item)]))
  const listed = tasks
    .filter(({ assignment }) => isWanted(assignment))
    .map(task => ({ ...task, after: places.get(nameOf(assignmentItemKey(task.assignment)))! }))
  return { ...page, items: listed }
}

/**
 * A page of what can be claimed: leases that have run out, then visits, first due first, then work that needs no visit. It
 * is one query for each state, or for each LGA of a state of which not all are asked for, and, unless that finds nothing,
 * not read on: a phone's first list is a few calls whatever is open in the country.
 */
export const listClaimable = (
  mode: Mode,
  query: AreaQuery,
  isWanted: (assignment: Assignment) => boolean,
): Promise<AreaTasks> =>
  listArea(
    mode,
    query,
    { range: isDesk => claimableRange(query.nowMs, isDesk), isListed: isOfProducts(query), enough: 1 },
    assignment => isClaimable(assignment, query.nowMs) && isWanted(assignment),
  )

/** A page of what agents hold, the longest lease first. */
export const listClaimed = (mode: Mode, query: AreaQuery): Promise<AreaTasks> =>
  listArea(
    mode,
    query,
    { range: isDesk => claimedRange(query.nowMs, isDesk), isListed: isOfProducts(query) },
    assignment => assignment.status === 'claimed' && !isClaimable(assignment, query.nowMs),
  )

/** A visit that is not reported, as its entry of an area's list says. */
export interface OpenVisit extends Pick<Assignment, 'lgaId' | 'dueAt'> {
  readonly state: 'open' | 'claimed'
}

const toOpenVisit = (entry: object, nowMs: number): OpenVisit => {
  const { lgaId, dueAt, leaseUntilMs } = parseAreaWork(entry)
  return { lgaId, dueAt, state: (leaseUntilMs ?? nowMs) > nowMs ? 'claimed' : 'open' }
}

/** What is held is read before what is open. @param isWanted is asked of the entry, and again of the work as it is now */
export const listOpenVisits = (
  mode: Mode,
  { nowMs, ...page }: AreaPage & Pick<AreaQuery, 'nowMs'>,
  isWanted: (visit: OpenVisit) => boolean,
): Promise<AreaTasks> => {
  const isWantedNow = (assignment: Assignment): boolean => {
    const { lgaId, dueAt, status } = assignment
    if (status !== 'open' && status !== 'claimed') return false
    return isWanted({ lgaId, dueAt, state: isClaimable(assignment, nowMs) ? 'open' : 'claimed' })
  }
  const isListed: IsListed = entry => isWanted(toOpenVisit(entry, nowMs))
  return listArea(mode, page, { range: () => openVisitsRange, isListed }, isWantedNow)
}

/** Every visit that is not reported, from the entries of the lists alone. Back-checks are visits, too. */
export const forEachOpenVisit = async (
  mode: Mode,
  nowMs: number,
  work: (visit: OpenVisit) => void,
): Promise<void> => {
  const lists = allStates().map(({ id }) => workIn(mode, openWorkList(id)))
  await mapConcurrently(lists, list =>
    forEachPage<object, Item>(
      after => database.query({ ...list, after }),
      entries => {
        for (const entry of entries) work(toOpenVisit(entry, nowMs))
      },
    ),
  )
}

const reportedIn = (mode: Mode) => reportedShards.map(list => workIn(mode, list))

/** A page of reports, first due first. @param isWanted is asked of the work as it is now: the index follows the table */
export const listReported = async (
  mode: Mode,
  isWanted: (assignment: Assignment) => boolean,
  { limit, after: start }: WorkPage,
): Promise<ResultPage<AssignmentTask, string>> => {
  const read: PageReader<Assignment, string> = async ({ limit, after = start }) => {
    const page = await queryShards<Key>(reportedIn(mode), { limit, after })
    const keys = page.items.map(({ pk, sk }) => ({ pk, sk }))
    const found = (await database.getMany<Assignment>(keys)).filter(isWanted)
    return {
      ...page,
      items: found.toSorted((one, other) => (parseWorkPageKey(one) < parseWorkPageKey(other) ? -1 : 1)),
    }
  }
  const page = await readFilteredPage<Assignment, string>(limit, read, parseWorkPageKey, {
    // Mostly all of it is wanted, so that each part is read for a page.
    firstRead: limit + 1,
  })
  return { ...page, items: await withRecords(page.items) }
}

/** Work by the keys of its verifications, in their order. */
export const findTasks = async (keys: readonly VerificationKey[]): Promise<readonly AssignmentTask[]> => {
  const found = await database.getMany<Assignment>(keys.map(assignmentItemKey))
  const tasks = new Map((await withRecords(found)).map(task => [toAssignmentId(task.assignment), task]))
  return keys.flatMap(key => tasks.get(toAssignmentId(key)) ?? [])
}

const listAssigned = async (
  mode: Mode,
  workerId: string,
  isWanted: (assignment: Assignment) => boolean,
): Promise<readonly AssignmentTask[]> => {
  const found = await queryAll<Key>(heldBy(mode, workerId))
  const assignments = await database.getMany<Assignment>(
    found.map(({ pk, sk }) => ({ pk, sk })),
    { consistent: true },
  )
  return withRecords(assignments.filter(isWanted).toSorted(inOrder))
}

export const listHeld = (mode: Mode, workerId: string): Promise<readonly AssignmentTask[]> =>
  listAssigned(mode, workerId, ({ status, agent }) => status === 'claimed' && agent === workerId)

/** The reports that a reviewer has claimed, or was given. */
export const listReviewed = (
  mode: Mode,
  workerId: string,
  nowMs: number,
): Promise<readonly AssignmentTask[]> =>
  listAssigned(
    mode,
    workerId,
    assignment =>
      assignment.status === 'reported' &&
      assignment.reviewer === workerId &&
      isUnderReview(assignment, '', nowMs),
  )

export const findTask = async (key: AssignmentKey): Promise<AssignmentTask | undefined> => {
  const assignment = ifOpened(await database.get<Assignment>(assignmentItemKey(key), { consistent: true }))
  return assignment && (await withRecords([assignment]))[0]
}

/** The assignment alone, without its encrypted attributes, unless its record is gone or erased. */
export const findPlainTask = async (key: AssignmentKey): Promise<PlainAssignment | undefined> => {
  const plain = { consistent: true, plainOnly: true }
  const recordOf = (of: VerificationKey) =>
    database.get<PlainItem<typeof verificationKind, Verification>>(
      verificationKey(of, of.verificationId),
      plain,
    )
  const [assignment, own] = await Promise.all([
    database.get<PlainAssignment>(assignmentItemKey(key), plain),
    recordOf(key),
  ])
  const record = assignment?.backCheckOf ? await recordOf(recordKeyOf(assignment)) : own
  return record && !record.erasedAt ? ifOpened(assignment) : undefined
}

type ListedField = 'status' | 'dueAt' | 'lgaId' | 'agent' | 'dispute' | 'backCheckOf' | 'stagedDecision'
/** Work as its entry of a list has it. */
export type ListedWork = VerificationKey & Pick<Assignment, ListedField>

export interface Due {
  readonly assignments: readonly ListedWork[]
  readonly isMore: boolean
}

const allOpenIn = (mode: Mode) =>
  [0, ...allStates().map(({ id }) => id)].map(id => workIn(mode, openWorkList(id)))
const pageSize = 500

type ListEntry = Key & Pick<Assignment, ListedField>

const toListedWork = ({ pk, sk, ...entry }: ListEntry): ListedWork => ({
  ...omitKeyAttributes(entry),
  ...parseVerificationPartition({ pk, sk }),
})

const listEntries = async (lists: readonly ListShard[], most: number) => {
  const found: ListedWork[] = []
  let after: string | undefined
  do {
    const page = await queryShards<ListEntry>(lists, { limit: Math.min(pageSize, most), after })
    found.push(...page.items.map(toListedWork))
    after = page.after
  } while (after !== undefined && found.length < most)
  return { found: found.slice(0, most), isMore: after !== undefined || found.length > most }
}

/** Where work lies: an LGA, a state of Nigeria, or all of it. `deskArea` is what needs no visit. */
export interface WorkPlace {
  readonly lgaId?: number | undefined
  readonly stateId?: number | undefined
}

const openIn = (mode: Mode, { lgaId, stateId }: WorkPlace): readonly ListShard[] => {
  if (lgaId !== undefined) return areaLists(mode, [lgaId])
  return stateId === undefined ? allOpenIn(mode) : [workIn(mode, openWorkList(stateId))]
}

/** What is reported lies by LGA, or all together. */
const waitingIn = (mode: Mode, part: WaitingPart, place: WorkPlace): readonly ListShard[] => {
  const { lgaId } = place
  if (part !== 'reported') return openIn(mode, place)
  return lgaId === undefined || lgaId === deskArea ? reportedIn(mode) : [workInLga(mode, lgaId)]
}

/** Work as far as it was read in the order of when it is due; `end` is where there may be more. */
export interface DueEntries {
  readonly entries: readonly ListedWork[]
  readonly end?: string
}

interface DueQuery {
  readonly place: WorkPlace
  /** As `dueKeyIn` says it, both inclusive. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly limit: number
  readonly isWanted: (work: ListedWork) => boolean
}

/** The entries of a part that are due first, without more of the list than the page takes; of what is held, all. */
export const listWaiting = async (
  mode: Mode,
  part: WaitingPart,
  { place, from, to, limit, isWanted }: DueQuery,
): Promise<DueEntries> => {
  const toWanted = (found: readonly ListEntry[]) => found.filter(one => isWanted(toListedWork(one)))
  const lists = waitingIn(mode, part, place)
  const readPart = async (isDesk: boolean, shards: readonly ListShard[]): Promise<DueEntries> => {
    if (shards.length === 0) return { entries: [] }
    const range = waitingRange(part, isDesk, { from, to })
    if (part === 'held') {
      const found = await Promise.all(shards.map(shard => queryAll<ListEntry>({ ...shard, ...range })))
      return { entries: toWanted(found.flat()).map(toListedWork) }
    }
    const page = await readFilteredPage<ListEntry, string>(
      limit,
      async next => {
        const read = await queryShards<ListEntry>(shards, { ...range, ...next })
        return { ...read, items: toWanted(read.items) }
      },
      parseWorkPageKey,
      { firstRead: limit + 1 },
    )
    return {
      entries: page.items.map(toListedWork),
      ...(page.after !== undefined && { end: dueKeyIn(page.after) }),
    }
  }
  if (part === 'reported') return readPart(false, lists)
  // Ranks of work from a desk are others.
  const desk = workIn(mode, openWorkList(deskArea)).partition
  const [visits, calls] = await Promise.all([
    readPart(
      false,
      lists.filter(({ partition }) => partition !== desk),
    ),
    readPart(
      true,
      lists.filter(({ partition }) => partition === desk),
    ),
  ])
  const [end] = [visits.end, calls.end].filter(each => each !== undefined).toSorted()
  return { entries: [...visits.entries, ...calls.entries], ...(end !== undefined && { end }) }
}

/* A place is where a page of waiting work ends. */
export { dueKeyIn, duePlacePattern, isListedWork, lastDuePlace, type WaitingPart } from './kinds.ts'

export const duePlaceOf = (work: ListedWork): string => duePlace(work, work.dispute)

/** All of it, for a count that everybody reads: of 100,000 entries some 30 MB. */
export const listAllDue = async (mode: Mode): Promise<readonly ListedWork[]> => {
  const lists = [...allOpenIn(mode), ...reportedIn(mode)]
  // Without a secret: that a decision waits for a second one is enough.
  const words = { plainOnly: true, marksEncrypted: true } as const
  const found = await mapConcurrently(lists, list => queryAll<ListEntry>({ ...list, ...words }))
  return found.flat().map(toListedWork)
}

/** Work that waits for somebody, from the entries of its lists: no work is read whole. @param most of each list */
export const listDue = async (mode: Mode, most: number): Promise<Due> => {
  const [open, reported] = await Promise.all([
    listEntries(allOpenIn(mode), most),
    listEntries(reportedIn(mode), most),
  ])
  return { assignments: [...open.found, ...reported.found], isMore: open.isMore || reported.isMore }
}

/** Whole, as it is now; what is gone is left out. */
export const findWork = (keys: readonly AssignmentKey[]): Promise<readonly Assignment[]> =>
  database.getMany<Assignment>(keys.map(assignmentItemKey))
