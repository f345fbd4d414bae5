import type { Mode, VerificationKey } from '../table/tenant.ts'

/* What was erased, by ids, where a restored table does not reach: in the bucket, which never goes back. */

/** What all marks begin with. */
export const marksPrefix = 'erased/'

/** Where the mark of an erasure lies: later ones behind earlier ones. @param at ISO 8601 */
export const erasureMarkKey = (
  { organisationId, mode, verificationId }: VerificationKey,
  at: string,
): string =>
  `${marksPrefix}${`${Date.parse(at)}`.padStart(13, '0')}/${organisationId}/${mode}/${verificationId}`

/** A verification or look-up that was erased, and when, ISO 8601. */
export interface ErasureMark extends VerificationKey {
  readonly erasedAt: string
}

/** What a key that `markOf` made is of. */
export const parseErasureMark = (key: string): ErasureMark | undefined => {
  const [, ms, organisationId, mode, id] = /^erased\/(\d{13})\/(\d+)\/(test|live)\/(\d+)$/.exec(key) ?? []
  if (id === undefined) return undefined
  const erasedAt = new Date(Number(ms)).toISOString()
  return { organisationId: Number(organisationId), mode: mode as Mode, verificationId: Number(id), erasedAt }
}
