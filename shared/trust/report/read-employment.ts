import { findAssignment } from '../../assignment/store.ts'
import { listStoredContactAttempts } from '../../employer/contact/attempt-store.ts'
import { listDisputes } from '../../dispute/store.ts'
import { readTrail } from '../../trail/store.ts'
import { type EmploymentVerification, verificationKeyOf } from '../../verification/verification.ts'
import type { EmployerReportData } from './employment-report.ts'

/** What the report of an employer's word is made of, once it has ended. */
export const readEmployment = async (
  verification: EmploymentVerification,
  nowMs: number,
): Promise<EmployerReportData> => {
  const key = verificationKeyOf(verification)
  const [assignment, attempts, trail, disputes] = await Promise.all([
    findAssignment(key),
    listStoredContactAttempts(key),
    readTrail(key, nowMs),
    listDisputes(key),
  ])
  return { verification, assignment, attempts, trail, disputes }
}
