import type { VerificationKey } from '../../shared/table/tenant.ts'
import { type Erasure, eraseById, underWaySeconds } from '../../shared/subject/erasure.ts'
import { listErasures as listMarks } from '../../shared/subject/erasure-mark.ts'
import { type ExportPosition, exportPage } from '../../shared/subject/export.ts'
import { findRecord } from '../../shared/subject/export-files.ts'
import { listUnerasedCopies } from '../../shared/subject/retained-data.ts'
import {
  findSubject,
  type SubjectPage,
  type SubjectQuery,
  type SubjectRecord,
} from '../../shared/subject/subject.ts'

/** The id that a command names, or a page of a person's. */
const resolveIds = async (naming: SubjectQuery): Promise<SubjectPage> => {
  const { organisationId, mode, verificationId, subject, after } = naming
  if (verificationId !== undefined && subject === undefined) return { found: [verificationId], next: null }
  if (verificationId !== undefined || (subject?.phone ?? subject?.idNumber) === undefined)
    throw new Error('subject: give a verificationId, or the phone or idNumber of a person')
  return findSubject({ organisationId, mode }, subject!, after)
}

const nothingFound = () => new Error('verificationId: there is no such verification or look-up')

/** Finds a verification, a look-up, or what is kept of a person, by ids and times. */
export const find = async (naming: SubjectQuery) => {
  const { found, next } = await resolveIds(naming)
  const records = await Promise.all(found.map(verificationId => findRecord({ ...naming, verificationId })))
  const known = records.flatMap((record): SubjectRecord[] => {
    if (!record) return []
    const { id: verificationId, product, requestedAt, erasedAt } = record
    return [{ verificationId, product, requestedAt, ...(erasedAt && { erasedAt }) }]
  })
  if (naming.verificationId !== undefined && known.length === 0) throw nothingFound()
  return { found: known, next }
}

/** Hands out what is kept of a verification or look-up, a page at a time. */
export const exportData = async ({
  page,
  ...named
}: VerificationKey & { page?: ExportPosition | undefined }) => {
  const { organisationId, mode, verificationId } = named
  const found = await exportPage({ organisationId, mode, verificationId }, new Date().toISOString(), page)
  if (!found) throw nothingFound()
  return found
}

/**
 * Removes what is kept of a verification, a look-up or a person, within one organisation and mode. Once more is
 * harmless. What was under way the first time is removed by the stage itself after `repeatAfter`. `remains` lies where
 * nobody can remove it.
 */
export const erase = async ({
  dryRun = false,
  ...naming
}: SubjectQuery & { readonly dryRun?: boolean | undefined }) => {
  const { organisationId, mode, verificationId } = naming
  const nowMs = Date.now()
  const at = new Date(nowMs).toISOString()
  const { found, next } = await resolveIds(naming)
  const erased: Erasure[] = []
  for (const id of found) {
    const erasure = await eraseById({ organisationId, mode, verificationId: id }, { at, isDry: dryRun })
    if (erasure) erased.push(erasure)
  }
  if (verificationId !== undefined && erased.length === 0) throw nothingFound()
  return {
    dryRun,
    erased,
    ...(verificationId === undefined && { next }),
    remains: listUnerasedCopies(at),
    repeatAfter: new Date(nowMs + underWaySeconds * 1000).toISOString(),
  }
}

/** By ids: after a restore it has to be erased once more. */
export const listErasures = async ({ since }: { readonly since: string }) => ({
  erased: await listMarks(since),
})
