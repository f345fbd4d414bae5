import { listObjects } from '../aws/bucket.ts'
import type { Mode, VerificationKey } from '../table/tenant.ts'

/* Ids of what was erased, in the bucket, which a restored table does not reach. */

export const marksPrefix = 'erased/'

const timePrefix = (at: string): string => `${marksPrefix}${`${Date.parse(at)}`.padStart(13, '0')}`

export const erasureMarkKey = (
  { organisationId, mode, verificationId }: VerificationKey,
  at: string,
): string => `${timePrefix(at)}/${organisationId}/${mode}/${verificationId}`

export interface ErasureMark extends VerificationKey {
  readonly erasedAt: string
}

export const parseErasureMark = (key: string): ErasureMark | undefined => {
  const [, ms, organisationId, mode, id] = /^erased\/(\d{13})\/(\d+)\/(test|live)\/(\d+)$/.exec(key) ?? []
  if (id === undefined) return undefined
  const erasedAt = new Date(Number(ms)).toISOString()
  return { organisationId: Number(organisationId), mode: mode as Mode, verificationId: Number(id), erasedAt }
}

/** Each erasure since then once, oldest first. Marks are kept for `erasureDays`. @param since ISO 8601 */
export const listErasures = async (since: string): Promise<readonly ErasureMark[]> => {
  const marks = await listObjects(marksPrefix, timePrefix(since))
  const erased = marks.flatMap(({ key }) => parseErasureMark(key) ?? [])
  const each = Map.groupBy(erased, ({ organisationId, mode, verificationId }) =>
    [organisationId, mode, verificationId].join(),
  )
  return [...each.values()].map(([first]) => first!)
}
