import { findSubject, type SubjectQuery, type SubjectPage } from '../../shared/trust/subject.ts'

/** The ids that a command names: its own, or a page of a person's. */
export const resolveIds = async ({
  organisationId,
  mode,
  verificationId,
  subject,
  after,
}: SubjectQuery): Promise<SubjectPage> => {
  if (verificationId !== undefined && subject === undefined)
    return { found: [verificationId], searched: 1, next: null }
  if (verificationId !== undefined || (subject?.phone ?? subject?.idNumber) === undefined)
    throw new Error('subject: give a verificationId, or the phone or idNumber of a person')
  return findSubject({ organisationId, mode }, subject!, after)
}

export const emptyResult = () => new Error('verificationId: there is no such verification or look-up')
