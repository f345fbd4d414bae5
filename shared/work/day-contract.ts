import * as z from 'zod/mini'
import { timestamp } from '../http/contract/text.ts'

const appointment = { at: timestamp, isOnTheWay: z.boolean() }

/** `isOnTheWay`: the agent arrives within an hour from `at`; else it was agreed with the applicant. */
export const SetAppointment = z.object(appointment)
export type SetAppointment = z.infer<typeof SetAppointment>

export const StandingAppointment = z.object({ ...appointment, saidAt: timestamp })

export const AppointmentResponse = z.object({ id: z.string(), ...StandingAppointment.shape })

/** Of the caller's own reports that were decided; `otherwise` than they found. */
export const OwnQuality = z.object({
  since: timestamp,
  decided: z.int(),
  asFound: z.int(),
  otherwise: z.int(),
  returned: z.int(),
  strongFlags: z.int(),
  weakFlags: z.int(),
  secondVisits: z.int(),
  secondVisitsAgree: z.int(),
})
