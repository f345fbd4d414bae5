import { findAppointment } from '../work/assignment/appointment.ts'
import { findPlainAssignment } from '../work/assignment/store.ts'
import { englishTexts } from '../texts/english.ts'
import { createTimeFormats } from '../texts/format.ts'
import { type Verification, verificationKeyOf } from '../verification/verification.ts'

/** When somebody comes, in a sentence; undefined while nobody has said it. */
export const describeAppointment = async (
  verification: Verification,
  { nowMs, locale }: { readonly nowMs: number; readonly locale: string },
): Promise<string | undefined> => {
  if (verification.product === 'employment') return undefined
  const assignment = await findPlainAssignment(verificationKeyOf(verification))
  const appointment = assignment && findAppointment(assignment, nowMs)
  if (!appointment) return undefined
  const { at, isOnTheWay } = appointment
  const { formatDay, formatTimeOfDay } = createTimeFormats({ locale })
  const { agreed, onTheWay } = englishTexts.applicant.appointment
  const anHourLater = new Date(Date.parse(at) + 3_600_000).toISOString()
  return isOnTheWay
    ? onTheWay(formatDay(at), formatTimeOfDay(at), formatTimeOfDay(anHourLater))
    : agreed(formatDay(at), formatTimeOfDay(at))
}
