import type { VerificationKey } from '../../shared/table/tenant.ts'
import { type ExportPosition, exportPage } from '../../shared/trust/export.ts'
import { findRecord } from '../../shared/trust/export-files.ts'
import type { SubjectRecord, SubjectQuery } from '../../shared/trust/subject.ts'
import { resolveIds, emptyResult } from './resolve-ids.ts'

type Stored = NonNullable<Awaited<ReturnType<typeof findRecord>>>

const foundOf = ({ id, product, requestedAt, erasedAt }: Stored): SubjectRecord => ({
  ...{ verificationId: id, product, requestedAt },
  ...(erasedAt && { erasedAt }),
})

/** Finds a verification, a look-up, or what is kept of a person, by ids and times. */
export const find = async (naming: SubjectQuery) => {
  const { found, ...searched } = await resolveIds(naming)
  const records = await Promise.all(found.map(verificationId => findRecord({ ...naming, verificationId })))
  const known: SubjectRecord[] = records.flatMap(record => (record ? [foundOf(record)] : []))
  if (naming.verificationId !== undefined && known.length === 0) throw emptyResult()
  return { found: known, ...searched }
}

/** Hands out what is kept of a verification or look-up, a page at a time. */
export const exportData = async ({
  organisationId,
  mode,
  verificationId,
  page,
}: VerificationKey & { readonly page?: ExportPosition | undefined }) => {
  const key = { organisationId, mode, verificationId }
  const found = await exportPage(key, new Date().toISOString(), page)
  if (!found) throw emptyResult()
  return found
}
