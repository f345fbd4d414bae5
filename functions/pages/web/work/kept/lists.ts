import { changed } from './changes.ts'
import { database, isHere } from './database.ts'
import type { WorkLists } from './records.ts'

export const findLists = async (by: string): Promise<WorkLists | undefined> =>
  (await database()).get('lists', by)

export const keepLists = async (by: string, lists: WorkLists): Promise<void> => {
  const transaction = (await database()).transaction(['phone', 'lists'], 'readwrite')
  if (await isHere(transaction.objectStore('phone'), by))
    await transaction.objectStore('lists').put(lists, by)
  await transaction.done
  changed()
}

/** What was just claimed is not open any more. */
export const takeFromOpen = async (by: string, id: string): Promise<void> => {
  const lists = await findLists(by)
  if (lists) await keepLists(by, { ...lists, open: lists.open.filter(work => work.id !== id) })
}
