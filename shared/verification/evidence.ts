import type { Verification } from './verification.ts'

/** Where a verification's photo lies in the media bucket: under ids, so that a key names nobody. */
export const evidenceKey = (
  { organisationId, mode, id }: Pick<Verification, 'organisationId' | 'mode' | 'id'>,
  photo: string,
): string => `evidence/${organisationId}/${mode}/${id}/${photo}`
