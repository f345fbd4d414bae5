import type { Assignment } from '../../../shared/assignment/assignment.ts'
import { toAssignmentId } from '../../../shared/assignment/assignment.ts'
import { allStates } from '../../../shared/location/location.ts'
import { database } from '../../../shared/table/driver.ts'
import {
  assignmentKey,
  heldBy,
  openWorkList,
  parseAreaWork,
  reportedShards,
  workIn,
} from '../../../shared/table/keys.ts'
import { queryAll } from '../../../shared/table/paging.ts'
import type { Key } from '../../../shared/table/port.ts'
import { forEachEvent } from '../../../shared/trail/event-store.ts'
import { batchSize } from '../../../shared/table/dynamodb.ts'
import { unseen } from './day-clock.ts'
import type { FieldAgent, FieldWorld } from './world.ts'

/* What stands in the table, past everything that the day believes. */

type WorkState = Pick<Assignment, 'status' | 'agent' | 'leaseUntil' | 'reportedAt' | 'lgaId'>

const atOnce = 16

const forEachOf = async <Row>(rows: readonly Row[], work: (row: Row) => Promise<void>): Promise<void> => {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < rows.length) await work(rows[next++]!)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`

const readStates = async ({ visits }: FieldWorld): Promise<ReadonlyMap<string, WorkState>> => {
  const states = new Map<string, WorkState>()
  const batches = Array.from({ length: Math.ceil(visits.length / batchSize) }, (_, n) =>
    visits.slice(n * batchSize, (n + 1) * batchSize),
  )
  await forEachOf(batches, async some => {
    const keys = some.map(visit => assignmentKey(visit, visit.verificationId))
    const found = await database.getMany<WorkState & Key>(keys, { consistent: true, plainOnly: true })
    for (const { status, agent, leaseUntil, reportedAt, lgaId, ...key } of found)
      states.set(nameOf(key), { status, agent, leaseUntil, reportedAt, lgaId } as WorkState)
  })
  return states
}

/** How many visits each agent holds whose leases have not run out. */
const countHolding = (states: Iterable<WorkState>, nowMs: number): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { status, agent = '', leaseUntil = '' } of states)
    if (status === 'claimed' && Date.parse(leaseUntil) > nowMs)
      counts.set(agent, (counts.get(agent) ?? 0) + 1)
  return counts
}

const findOverloaded = (
  agents: readonly FieldAgent[],
  holding: ReadonlyMap<string, number>,
): readonly string[] =>
  agents
    .filter(({ id, capacity }) => (holding.get(id) ?? 0) > capacity)
    .map(({ id, capacity }) => `${id} holds ${holding.get(id)} visits, and can do ${capacity}`)

/** Agents who hold more than they can do. */
export const checkCapacities = (world: FieldWorld, nowMs: number): Promise<readonly string[]> =>
  unseen(async () => findOverloaded(world.agents, countHolding((await readStates(world)).values(), nowMs)))

interface Entry {
  readonly list: 'open' | 'reported'
  readonly lgaId?: number
}

const readLists = async (): Promise<ReadonlyMap<string, readonly Entry[]>> => {
  const entries = new Map<string, readonly Entry[]>()
  const add = (key: Key, entry: Entry): void =>
    void entries.set(nameOf(key), [...(entries.get(nameOf(key)) ?? []), entry])
  const read = async (list: Entry['list'], shards: Parameters<typeof workIn>[1]): Promise<void> => {
    const { index, partitions } = workIn('live', shards)
    await forEachOf(partitions, async partition => {
      for (const { pk, sk, ...entry } of await queryAll<Key>({ index, partition }))
        add({ pk, sk }, { list, ...(list === 'open' && { lgaId: parseAreaWork(entry).lgaId }) })
    })
  }
  await read('open', [0, ...allStates().map(({ id }) => id)].map(openWorkList))
  await read('reported', reportedShards)
  return entries
}

const readHolders = async (
  agents: readonly FieldAgent[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const holders = new Map<string, readonly string[]>()
  await forEachOf(agents, async ({ id }) => {
    for (const key of await queryAll<Key>(heldBy('live', id)))
      holders.set(nameOf(key), [...(holders.get(nameOf(key)) ?? []), id])
  })
  return holders
}

export interface DayEnd {
  readonly byStatus: Readonly<Record<string, number>>
  /** Each in words. */
  readonly faults: readonly string[]
}

/** Every visit is in exactly one state, on one list, with one agent, and was reported as often as somebody was told. */
export const checkEnd = (
  world: FieldWorld,
  reportedBy: ReadonlyMap<string, string>,
  nowMs: number,
): Promise<DayEnd> =>
  unseen(async () => {
    const { visits, agents } = world
    const [states, lists, holders] = [await readStates(world), await readLists(), await readHolders(agents)]
    const faults: string[] = [...findOverloaded(agents, countHolding(states.values(), nowMs))]
    const byStatus: Record<string, number> = {}
    const names = new Set<string>()
    await forEachOf(visits, async visit => {
      const id = toAssignmentId(visit)
      const name = nameOf(assignmentKey(visit, visit.verificationId))
      names.add(name)
      const fault = (words: string): void => void faults.push(`${id} ${words}`)
      const state = states.get(name)
      if (!state) return fault('is lost')
      const { status, agent } = state
      byStatus[status] = (byStatus[status] ?? 0) + 1
      const entries = lists.get(name) ?? []
      const [entry] = entries
      const wanted = status === 'reported' ? 'reported' : 'open'
      if (entries.length !== 1 || entry!.list !== wanted)
        fault(`is ${status}, and on the lists ${entries.map(({ list }) => list).join(', ') || 'of nobody'}`)
      else if (wanted === 'open' && entry!.lgaId !== visit.lga.id) fault(`is listed in LGA ${entry!.lgaId}`)
      // Their reports stay with agents until somebody decides.
      const by = holders.get(name) ?? []
      const isHeldAsSaid = status === 'open' ? by.length === 0 : by.length === 1 && by[0] === agent
      if (!isHeldAsSaid) fault(`is ${status} by ${agent}, and held by ${by.join(', ') || 'nobody'}`)
      const told = reportedBy.get(id)
      if ((status === 'reported') !== (told !== undefined))
        fault(`is ${status}, and ${told} was told of a report`)
      if (told !== undefined && told !== agent) fault(`was reported by ${agent}, and ${told} was told so`)
      let reports = 0
      await forEachEvent(visit, ({ what }) => {
        if (what === 'reported') reports++
      })
      if (reports !== (status === 'reported' ? 1 : 0))
        fault(`is ${status}, and its trail has ${reports} reports`)
    })
    for (const name of [...lists.keys(), ...holders.keys()])
      if (!names.has(name)) faults.push(`${name} is on a list, and nobody ordered it`)
    return { byStatus, faults }
  })
