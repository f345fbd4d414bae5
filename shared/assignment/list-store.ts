import { allStates } from '../location/location.ts'
import type { PlainItem } from '../table/attribute-storage.ts'
import { database } from '../table/driver.ts'
import {
  heldBy,
  openWorkList,
  parseWorkPageKey,
  reportedShards,
  verificationKey,
  type WorkListShard,
  workIn,
  workPageKeyPattern,
} from '../table/keys.ts'
import { queryAll, queryShards, type ResultPage, readFilteredPage } from '../table/paging.ts'
import type { Key } from '../table/port.ts'
import type { Mode, VerificationKey } from '../table/tenant.ts'
import type { Verification } from '../verification/verification.ts'
import { type Assignment, type AssignmentKey, findHandOver, recordKeyOf } from './assignment.ts'
import { assignmentItemKey, ifOpened, type PlainAssignment } from './store.ts'

export interface AssignmentTask {
  readonly assignment: Assignment
  readonly verification: Verification
}

const inOrder = (one: Assignment, other: Assignment): number =>
  one.dueAt < other.dueAt ? -1 : one.dueAt > other.dueAt ? 1 : one.verificationId - other.verificationId

/** Adds the records. Work whose record is gone or erased is left out. */
const withRecords = async (assignments: readonly Assignment[]): Promise<readonly AssignmentTask[]> => {
  const keys = assignments.map(recordKeyOf)
  const records = await database.getMany<Verification>(
    keys.map(key => verificationKey(key, key.verificationId)),
  )
  const byId = new Map(records.map(one => [`${one.organisationId} ${one.id}`, one]))
  return assignments.flatMap((assignment, index) => {
    const { organisationId, verificationId } = keys[index]!
    const verification = byId.get(`${organisationId} ${verificationId}`)
    return verification && !verification.erasedAt ? [{ assignment, verification }] : []
  })
}

/** The lists of work in these states that can be claimed; 0 is work from a desk. */
export const openWorkLists = (stateIds: readonly number[]): readonly WorkListShard[] =>
  stateIds.map(openWorkList)

export const reportedLists = reportedShards

export const workListKeyPattern = workPageKeyPattern

/** A page of work, first due first. @param isWanted is asked of the work as it is now: the index follows the table */
export const listWork = async (
  mode: Mode,
  lists: readonly WorkListShard[],
  isWanted: (assignment: Assignment) => boolean,
  { limit, beyond }: { limit: number; beyond?: string | undefined },
): Promise<ResultPage<AssignmentTask, string>> => {
  const read = async ({ limit: size, cursor = beyond }: { limit: number; cursor?: string | undefined }) => {
    const page = await queryShards<Key>(workIn(mode, lists), { limit: size, beyond: cursor })
    const keys = page.items.map(({ pk, sk }) => ({ pk, sk }))
    const found = (await database.getMany<Assignment>(keys)).filter(isWanted)
    return {
      ...page,
      items: found.toSorted((one, other) => (parseWorkPageKey(one) < parseWorkPageKey(other) ? -1 : 1)),
    }
  }
  const page = await readFilteredPage<Assignment, string>(limit, read, parseWorkPageKey)
  return { ...page, items: await withRecords(page.items) }
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

/** The reports that were handed to a reviewer, and are kept for them. */
export const listHandedTo = (
  mode: Mode,
  workerId: string,
  nowMs: number,
): Promise<readonly AssignmentTask[]> =>
  listAssigned(
    mode,
    workerId,
    assignment => assignment.status === 'reported' && findHandOver(assignment, nowMs)?.to === workerId,
  )

export const findTask = async (key: AssignmentKey): Promise<AssignmentTask | undefined> => {
  const assignment = ifOpened(await database.get<Assignment>(assignmentItemKey(key), { consistent: true }))
  return assignment && (await withRecords([assignment]))[0]
}

/** The assignment alone, without its encrypted attributes, unless its record is gone or erased. */
export const findPlainTask = async (key: AssignmentKey): Promise<PlainAssignment | undefined> => {
  const plain = { consistent: true, plainOnly: true }
  const recordOf = (of: VerificationKey) =>
    database.get<PlainItem<'verification', Verification>>(verificationKey(of, of.verificationId), plain)
  const [assignment, own] = await Promise.all([
    database.get<PlainAssignment>(assignmentItemKey(key), plain),
    recordOf(key),
  ])
  const record = assignment?.backCheckOf ? await recordOf(recordKeyOf(assignment)) : own
  return record && !record.erasedAt ? ifOpened(assignment) : undefined
}

export interface Due {
  readonly assignments: readonly Assignment[]
  readonly isMore: boolean
}

const allOpenLists = () => openWorkLists([0, ...allStates().map(({ id }) => id)])
const pageSize = 500

const listKeys = async (mode: Mode, lists: readonly WorkListShard[], most: number) => {
  const keys: Key[] = []
  let beyond: string | undefined
  do {
    const page = await queryShards<Key>(workIn(mode, lists), { limit: pageSize, beyond })
    keys.push(...page.items.map(({ pk, sk }) => ({ pk, sk })))
    beyond = page.cursor
  } while (beyond !== undefined && keys.length < most)
  return { keys: keys.slice(0, most), isMore: beyond !== undefined || keys.length > most }
}

/** All work that waits for somebody. @param most of each list */
export const listDue = async (mode: Mode, most: number): Promise<Due> => {
  const [open, reported] = await Promise.all([
    listKeys(mode, allOpenLists(), most),
    listKeys(mode, reportedLists, most),
  ])
  const found = await database.getMany<Assignment>([...open.keys, ...reported.keys])
  return {
    // The index follows the table: some may have been decided since.
    assignments: found.filter(({ status }) => status !== 'decided'),
    isMore: open.isMore || reported.isMore,
  }
}
