import type { VisitAppointment } from './appointment.ts'
import type { Assignment } from './assignment.ts'
import { moveWork } from './move-store.ts'

/** Notes when the agent comes. Returns false if the visit is not theirs any more, or has all its appointments. */
export const saveAppointment = (assignment: Assignment, appointment: VisitAppointment): Promise<boolean> => {
  const { at, isOnTheWay, saidAt, by } = appointment
  const facts = { for: at, isOnTheWay }
  return moveWork(assignment, 'appoint', { by, at: saidAt, facts, set: { appointment } })
}

/** The agent comes, and nobody has told when. Returns false if the visit is not theirs any more. */
export const removeAppointment = (
  assignment: Assignment,
  { by, at }: { readonly by: string; readonly at: string },
): Promise<boolean> => moveWork(assignment, 'takeAppointmentBack', { by, at, facts: { for: null } })
