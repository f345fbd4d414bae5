import { rotateDataKey, toDataKeySummary } from '../../shared/table/data-key-rotation.ts'
import { findDataKeys } from '../../shared/table/data-key-store.ts'

/** The keys that attributes of the table are sealed with, oldest first, without themselves; none in a stage that seals nothing yet. */
export const listDataKeys = async () => ({ keys: (await findDataKeys()).map(toDataKeySummary) })

/** Has a new key seal what is written from then on; the first one begins to seal. */
export const rotateDataKeys = async () => {
  const rotation = await rotateDataKey(Date.now())
  if ('pending' in rotation)
    throw new Error(`command: a new key takes over already, at ${rotation.pending.from}`)
  return toDataKeySummary(rotation.next)
}
