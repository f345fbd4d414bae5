import * as z from 'zod/mini'

/** The name of an assignment: opaque to workers. */
export const AssignmentId = z
  .string()
  .check(
    z.regex(/^[1-9]\d{0,15}-[1-9]\d{0,15}(-2|-d[1-9])?$/, 'Expected an id from the list of assignments.'),
  )

export const byAssignment = z.object({ id: AssignmentId })
