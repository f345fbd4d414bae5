import { localDatabase } from './database.ts'
import { saveFor } from './save.ts'
import type { WorkLists } from './records.ts'

export const findLists = async (by: string): Promise<WorkLists | undefined> =>
  (await localDatabase()).get('lists', by)

export const saveLists = async (by: string, lists: WorkLists): Promise<void> => {
  await saveFor({ by, store: 'lists', key: by }, () => lists)
}

/** What was just claimed is not open any more. */
export const removeFromOpen = async (by: string, id: string): Promise<void> => {
  const lists = await findLists(by)
  if (lists) await saveLists(by, { ...lists, open: lists.open.filter(work => work.id !== id) })
}
