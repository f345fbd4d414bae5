import { eraseById } from '../../shared/trust/erasure.ts'
import { eraseSubject } from '../../shared/trust/subject.ts'
import type { CommandOf } from './command.ts'

/**
 * Removes at once what is kept of a verification, a look-up or a person, within one organisation and mode. Once more is
 * harmless, and removes what was under way the first time.
 */
export const erase = async ({
  organisationId,
  mode,
  verificationId,
  subject,
  after,
  dryRun = false,
}: CommandOf<'erase'>) => {
  const tenant = { organisationId, mode }
  const how = { at: new Date().toISOString(), isDry: dryRun }
  if (verificationId !== undefined && subject === undefined) {
    const erasure = await eraseById({ ...tenant, verificationId }, how)
    if (!erasure) throw new Error('verificationId: there is no such verification or look-up')
    return { dryRun, erased: [erasure] }
  }
  if (verificationId !== undefined || (subject?.phone ?? subject?.idNumber) === undefined)
    throw new Error('subject: give a verificationId, or the phone or idNumber of a person')
  return { dryRun, ...(await eraseSubject(tenant, subject!, { ...how, after })) }
}
