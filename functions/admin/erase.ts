import { listUnerasedCopies } from '../../shared/table/erasure-limits.ts'
import { type Erasure, eraseById, underWaySeconds } from '../../shared/trust/erasure.ts'
import { listErasures as listMarks } from '../../shared/trust/erasure-mark.ts'
import type { SubjectQuery } from '../../shared/trust/subject.ts'
import { resolveIds, emptyResult } from './resolve-ids.ts'

/**
 * Removes at once what is kept of a verification, a look-up or a person, within one organisation and mode. Once more is
 * harmless, and removes what was under way the first time: after `repeatAfter` nothing is. Says besides what lies where
 * nobody can remove it, and until when.
 */
export const erase = async ({
  dryRun = false,
  ...naming
}: SubjectQuery & { readonly dryRun?: boolean | undefined }) => {
  const { organisationId, mode, verificationId } = naming
  const nowMs = Date.now()
  const at = new Date(nowMs).toISOString()
  const { found, ...searched } = await resolveIds(naming)
  const erased: Erasure[] = []
  for (const id of found) {
    const erasure = await eraseById({ organisationId, mode, verificationId: id }, { at, isDry: dryRun })
    if (erasure) erased.push(erasure)
  }
  if (verificationId !== undefined && erased.length === 0) throw emptyResult()
  return {
    dryRun,
    erased,
    ...(verificationId === undefined && searched),
    remains: listUnerasedCopies(at),
    repeatAfter: new Date(nowMs + underWaySeconds * 1000).toISOString(),
  }
}

/** What was erased since a time, by ids: after a restore it has to be erased once more. */
export const listErasures = async ({ since }: { readonly since: string }) => ({
  erased: await listMarks(since),
})
