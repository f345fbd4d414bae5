import { database } from './database.ts'
import { keepAs } from './keep.ts'
import type { WorkLists } from './records.ts'

export const findLists = async (by: string): Promise<WorkLists | undefined> =>
  (await database()).get('lists', by)

export const keepLists = async (by: string, lists: WorkLists): Promise<void> => {
  await keepAs({ by, store: 'lists', key: by }, () => lists)
}

/** What was just claimed is not open any more. */
export const takeFromOpen = async (by: string, id: string): Promise<void> => {
  const lists = await findLists(by)
  if (lists) await keepLists(by, { ...lists, open: lists.open.filter(work => work.id !== id) })
}
