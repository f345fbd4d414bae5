import { maxAppointments, type VisitAppointment } from './appointment.ts'
import type { Assignment } from './assignment.ts'
import { heldByCondition, updateOpenAssignment } from './store.ts'

/** Notes when the agent comes. Returns false if the visit is not theirs any more, or has all its appointments. */
export const saveAppointment = (assignment: Assignment, appointment: VisitAppointment): Promise<boolean> => {
  const { at, isOnTheWay, saidAt, by } = appointment
  const held = heldByCondition(by)
  return updateOpenAssignment(
    assignment,
    { what: 'appointmentSet', by, at: saidAt, facts: { for: at, isOnTheWay } },
    {
      set: { appointment },
      add: { timesAppointed: 1 },
      condition: {
        when: `${held.when} AND (attribute_not_exists(#timesAppointed) OR #timesAppointed < :most)`,
        values: { ...held.values, most: maxAppointments },
      },
    },
  )
}

/** The agent comes, and nobody has told when. Returns false if the visit is not theirs any more. */
export const removeAppointment = (
  assignment: Assignment,
  { by, at }: { readonly by: string; readonly at: string },
): Promise<boolean> =>
  updateOpenAssignment(
    assignment,
    { what: 'appointmentSet', by, at, facts: { for: null } },
    { set: {}, remove: ['appointment'], condition: heldByCondition(by) },
  )
