import type { Caller } from '../account/caller.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { named } from '../http/contract/text.ts'
import { idPageKeyPattern } from '../table/kind.ts'
import type { VerificationFilter } from './contract/list.ts'
import { statusOf } from './contract/outcome.ts'
import type { VerificationType } from './contract/product.ts'
import { listVerifications } from './list-store.ts'

const timeOf = (instant: string | undefined): number | undefined =>
  instant === undefined ? undefined : Date.parse(instant)

export const listCallerVerifications = async (
  verificationType: VerificationType,
  { caller, query }: { caller: Caller; query: VerificationFilter },
) => {
  const after = decodeCursor(query.cursor, idPageKeyPattern)
  const filter = {
    status: query.status,
    customerReference: query.customerReference,
    fromMs: timeOf(query.from),
    toMs: timeOf(query.to),
  }
  const page = await listVerifications(caller, verificationType, filter, {
    limit: query.limit ?? 20,
    after: after === undefined ? undefined : Number(after),
  })
  const data = page.items.map(item => ({
    ...item,
    status: statusOf(item.outcome),
    dispute: item.latestDispute && named(item.latestDispute),
  }))
  return { status: 200, body: { data, nextCursor: encodeCursor(page.after) } } as const
}
