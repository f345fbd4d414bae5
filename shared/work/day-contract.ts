import * as z from 'zod/mini'
import { timestamp } from '../http/contract/text.ts'

const appointment = {
  /**
   * When the agent comes. Of an agent on the way: from when, for an hour.
   * @example "2026-11-22T13:00:00.000Z"
   */
  at: timestamp,
  /** Whether the agent is on the way; else the time was agreed with the applicant. @example true */
  isOnTheWay: z.boolean(),
}

/** When an agent comes. */
export const SetAppointment = z.object(appointment)
export type SetAppointment = z.infer<typeof SetAppointment>

/** When the agent comes, as they said last. */
export const StandingAppointment = z.object({
  ...appointment,
  /** When the agent said it. @example "2026-11-22T12:20:00.000Z" */
  saidAt: timestamp,
})

/** The appointment of a visit. */
export const AppointmentResponse = z.object({
  /**
   * The id of the assignment, as the list shows it: the organisation, the verification, and `-d1` for a
   * dispute.
   * @example "1-890123456789012"
   */
  id: z.string(),
  ...StandingAppointment.shape,
})

/** What became of an agent’s own reports. */
export const OwnQuality = z.object({
  /** From when they are counted: by the time of the decision. @example "2026-10-23T12:20:00.000Z" */
  since: timestamp,
  /** How many were decided. @example 120 */
  decided: z.int(),
  /** How many of them as the agent had found, or with findings that left it open. @example 114 */
  asFound: z.int(),
  /** How many of them otherwise. @example 6 */
  otherwise: z.int(),
  /** How many of them were returned for a correction before. @example 4 */
  returned: z.int(),
  /** How many strong flags they had. @example 1 */
  strongFlags: z.int(),
  /** How many weak flags they had. @example 22 */
  weakFlags: z.int(),
  /** How many of the agent’s visits another agent repeated. @example 5 */
  secondVisits: z.int(),
  /** How many of these found what was decided. @example 5 */
  secondVisitsAgree: z.int(),
})
