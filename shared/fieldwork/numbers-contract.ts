/**
 * What is counted of an area, in the order in which it is read, by its title on the page. What is of agents counts in every LGA where their team works, so that LGAs do not add up to their state; what is
 * of visits counts where the visit is.
 */
export const fieldworkNumbers = {
  plan: 'Plan',
  done: 'Done',
  expected: 'Expected by now',
  behind: 'Behind',
  agentsPlanned: 'Agents',
  agentsActive: 'Active',
  toDo: 'To do',
  open: 'Nobody on it',
  claimed: 'With an agent',
  late: 'Late',
  dueSoon: 'Due in 24 h',
  dueLater: 'Due later',
  unsentReports: 'Reports not sent',
  unsentPhotos: 'Photos not sent',
  stronglyFlagged: 'Strong flags',
  flagged: 'Flags',
} as const satisfies Readonly<Record<string, string>>

export type FieldworkNumber = keyof typeof fieldworkNumbers
