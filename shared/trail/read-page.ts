import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import type { VerificationKey } from '../table/tenant.ts'
import { toCheckedPage } from './check.ts'
import { trailPlacePattern } from './contract.ts'
import { readTrailPage } from './page-store.ts'
import { noteReading } from './reading-store.ts'

/** @param cursor of the page before. @throws Problem invalid_request */
export const trailPlaceIn = (cursor: string | undefined): number =>
  Number(decodeCursor(cursor, trailPlacePattern) ?? 0)

/** A page for staff. The entries include this reading, once an hour. */
export const readNotedPage = async (
  key: VerificationKey,
  { by, after, nowMs }: { readonly by: string; readonly after: number; readonly nowMs: number },
) => {
  await noteReading(key, { what: 'viewed', by, facts: { part: 'trail' } }, nowMs)
  const page = await readTrailPage(key, nowMs, after)
  return { ...toCheckedPage(key, page), nextCursor: encodeCursor(page.next) }
}
