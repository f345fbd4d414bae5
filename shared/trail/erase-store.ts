import { database } from '../table/driver.ts'
import { queryAll } from '../table/paging.ts'
import { present, type Update } from '../table/port.ts'
import type { VerificationKey } from '../table/tenant.ts'
import type { EntryEvent } from './contract.ts'
import { queryFrom, type StoredRow } from './read-store.ts'
import { transactionSize, writeWithTrail } from './store.ts'

const withoutFacts = ({ facts: _facts, salt: _salt, ...event }: EntryEvent): EntryEvent => event

const holdsFacts = ({ events }: StoredRow): boolean =>
  events.some(({ facts = {} }) => Object.keys(facts).length > 0)

const emptyingOf = ({ pk, sk, events }: StoredRow): Update => ({
  update: { pk, sk },
  set: { events: events.map(withoutFacts) },
  condition: present,
})

/**
 * Records the erasure, then removes facts and salts; digests, types and times stay, and the chain stays valid. Returns
 * the number of entries; a dry run removes nothing.
 */
export const eraseFacts = async (
  key: VerificationKey,
  { at, isDry }: { readonly at: string; readonly isDry: boolean },
): Promise<number> => {
  const found = (await queryAll<StoredRow>(queryFrom(key, 1))).filter(holdsFacts)
  if (isDry || found.length === 0) return found.length
  await writeWithTrail(key, at, [{ what: 'erased', by: 'operator' }])
  for (let start = 0; start < found.length; start += transactionSize) {
    const part = found.slice(start, start + transactionSize).map(emptyingOf)
    await database.transact({ part })
  }
  return found.length
}
