import { database } from '../table/driver.ts'
import {
  heldBy,
  openWorkList,
  reportedShards,
  verificationKey,
  type WorkListShard,
  workIn,
  workPageKeyPattern,
  parseWorkPageKey,
} from '../table/keys.ts'
import { readFilteredPage, type ResultPage, queryShards, queryAll } from '../table/paging.ts'
import type { Key } from '../table/port.ts'
import type { PlainItem } from '../table/attribute-storage.ts'
import type { Mode } from '../table/tenant.ts'
import type { Verification } from '../verification/verification.ts'
import type { Assignment, AssignmentKey } from './assignment.ts'
import { type PlainAssignment, assignmentItemKey } from './store.ts'
import { states } from '../location/location.ts'

/** Work with the record that it is about. */
export interface AssignmentTask {
  readonly assignment: Assignment
  readonly verification: Verification
}

const nameOf = ({ organisationId, verificationId }: Assignment): string =>
  `${organisationId} ${verificationId}`

const inOrder = (one: Assignment, other: Assignment): number =>
  one.dueAt < other.dueAt ? -1 : one.dueAt > other.dueAt ? 1 : one.verificationId - other.verificationId

/** The records of work; work without one, or whose record was erased, is left out. */
const withRecords = async (assignments: readonly Assignment[]): Promise<readonly AssignmentTask[]> => {
  const keys = assignments.map(one => verificationKey(one, one.verificationId))
  const records = await database.getMany<Verification>(keys)
  const byName = new Map(records.map(one => [`${one.organisationId} ${one.id}`, one]))
  return assignments.flatMap(assignment => {
    const verification = byName.get(nameOf(assignment))
    return verification && !verification.erasedAt ? [{ assignment, verification }] : []
  })
}

/** The lists of what can be claimed: in these states (0: at no place). */
export const openWorkLists = (stateIds: readonly number[]): readonly WorkListShard[] =>
  stateIds.map(openWorkList)

/** The lists of what waits for a reviewer. */
export const reportedLists = reportedShards

/** The form of the place that a page ends at, as its cursor carries it. */
export const workListKeyPattern = workPageKeyPattern

/** A page of work, what is due first standing first. @param isWanted of the work as it is now */
export const listWork = async (
  mode: Mode,
  lists: readonly WorkListShard[],
  isWanted: (assignment: Assignment) => boolean,
  { limit, beyond }: { limit: number; beyond?: string | undefined },
): Promise<ResultPage<AssignmentTask, string>> => {
  const read = async ({ limit: size, place = beyond }: { limit: number; place?: string | undefined }) => {
    const page = await queryShards<Key>(workIn(mode, lists), { limit: size, beyond: place })
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

/** All that a worker has in hand, what is due first standing first: as many as an agent may hold, and what came back. */
export const listHeld = async (mode: Mode, workerId: string): Promise<readonly AssignmentTask[]> => {
  const found = await queryAll<Key>(heldBy(mode, workerId))
  const assignments = await database.getMany<Assignment>(
    found.map(({ pk, sk }) => ({ pk, sk })),
    { consistent: true },
  )
  const held = assignments.filter(({ status, agent }) => status === 'claimed' && agent === workerId)
  return withRecords(held.toSorted(inOrder))
}

/** One piece of work, with its record. */
export const findTask = async (key: AssignmentKey): Promise<AssignmentTask | undefined> => {
  const assignment = await database.get<Assignment>(assignmentItemKey(key), { consistent: true })
  return assignment && (await withRecords([assignment]))[0]
}

/** The work alone, without what is sealed, unless its record is gone or erased. */
export const findPlainTask = async (key: AssignmentKey): Promise<PlainAssignment | undefined> => {
  const clear = { consistent: true, clear: true }
  const [assignment, record] = await Promise.all([
    database.get<PlainAssignment>(assignmentItemKey(key), clear),
    database.get<PlainItem<'verification', Verification>>(verificationKey(key, key.verificationId), clear),
  ])
  return record && !record.erasedAt ? assignment : undefined
}

/** Work that is not decided: of every list what is due first, and whether there is more. */
export interface Due {
  readonly assignments: readonly Assignment[]
  readonly isMore: boolean
}

/** What can be claimed is in a list by state, at no place (0) where it is none; what was reported in others. */
const lists = { open: openWorkLists([0, ...states.map(({ id }) => id)]), reported: reportedLists } as const

const pageSize = 500

const listedKeys = async (mode: Mode, list: keyof typeof lists, most: number) => {
  const keys: Key[] = []
  let beyond: string | undefined
  do {
    const page = await queryShards<Key>(workIn(mode, lists[list]), { limit: pageSize, beyond })
    keys.push(...page.items.map(({ pk, sk }) => ({ pk, sk })))
    beyond = page.place
  } while (beyond !== undefined && keys.length < most)
  return { keys: keys.slice(0, most), isMore: beyond !== undefined || keys.length > most }
}

/** All work that waits for somebody, what is due first, whole. @param most of each list */
export const listDue = async (mode: Mode, most: number): Promise<Due> => {
  const [open, reported] = await Promise.all([
    listedKeys(mode, 'open', most),
    listedKeys(mode, 'reported', most),
  ])
  const found = await database.getMany<Assignment>([...open.keys, ...reported.keys])
  return {
    // The index follows the table: some may have been decided since.
    assignments: found.filter(({ status }) => status !== 'decided'),
    isMore: open.isMore || reported.isMore,
  }
}
