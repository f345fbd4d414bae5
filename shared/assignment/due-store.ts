import { states } from '../location/location.ts'
import { database } from '../table/driver.ts'
import { workIn } from '../table/keys.ts'
import { queryShards } from '../table/paging.ts'
import type { Key } from '../table/port.ts'
import type { Mode } from '../table/tenant.ts'
import type { Assignment } from './assignment.ts'
import { openWorkLists, reportedLists } from './list-store.ts'

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
