import { findStoredLookup } from '../../shared/identity/store.ts'
import { keptData } from '../../shared/table/kept-data.ts'
import { exportPage } from '../../shared/trust/export.ts'
import { findStored } from '../../shared/verification/erasure-store.ts'
import type { CommandOf } from './command.ts'
import { idsNamed, nothingFound } from './named.ts'

/** Finds a verification, a look-up, or what is kept of a person, by ids and times. */
export const find = async ({ command: _, ...naming }: CommandOf<'find'>) => {
  const { found, ...searched } = await idsNamed(naming)
  const records = await Promise.all(
    found.map(async id => (await findStored(naming, id)) ?? findStoredLookup(naming, id)),
  )
  const known = records.filter(record => record !== undefined)
  if (naming.verificationId !== undefined && known.length === 0) throw nothingFound()
  return {
    found: known.map(({ id, product, requestedAt, erasedAt }) => ({
      ...{ verificationId: id, product, requestedAt },
      ...(erasedAt && { erasedAt }),
    })),
    ...searched,
  }
}

/** Hands out what is kept of a verification or look-up, a page at a time, each file with what it is. */
export const exportData = async ({ command: _, page, ...key }: CommandOf<'export'>) => {
  const found = await exportPage(key, new Date().toISOString(), page)
  if (!found) throw nothingFound()
  const about = Object.fromEntries(found.pieces.map(({ kind }) => [kind, keptData[kind]]))
  return { ...found, about }
}
