import { rotateDataKey, toDataKeySummary } from '../../shared/table/data-key-rotation.ts'
import { findDataKeys } from '../../shared/table/data-key-store.ts'
import {
  listKeys,
  markKeyCompromised,
  rotateSigningKey,
  toReceiptKeySummary,
} from '../../shared/trust/receipt/rotation.ts'
import type { CommandOf } from './command.ts'

/** The keys that attributes of the table are sealed with, oldest first, without themselves; none in a stage that seals nothing yet. */
export const listDataKeys = async () => ({ keys: (await findDataKeys()).map(toDataKeySummary) })

/** Has a new key seal what is written from then on; the first one begins to seal. */
export const rotateDataKeys = async () => {
  const rotation = await rotateDataKey(Date.now())
  if ('pending' in rotation)
    throw new Error(`command: a new key takes over already, at ${rotation.pending.from}`)
  return toDataKeySummary(rotation.next)
}

/** Oldest first. */
export const listReceiptKeys = async () => ({ keys: await listKeys() })

/** Has a new key take over; the old one signs on for what was final before. */
export const rotateReceiptKey = async () => {
  const rotation = await rotateSigningKey(Date.now())
  if ('none' in rotation) throw new Error('command: there is no key yet; the first receipt makes one')
  if ('pending' in rotation)
    throw new Error(`command: a new key takes over already, at ${rotation.pending.from}`)
  return toReceiptKeySummary(rotation.next)
}

/** Says that a key was in wrong hands since a time. */
export const distrustReceiptKey = async ({ kid, since }: CommandOf<'distrustReceiptKey'>) => {
  const keys = await markKeyCompromised(kid, new Date(since).toISOString(), Date.now())
  if (!keys) throw new Error('kid: there is no such key')
  return { keys: keys.map(toReceiptKeySummary) }
}
