/**
 * What is counted of an area, in the order in which it is read. Fields, their descriptions and the words of the page follow
 * from it. What is of agents counts in every LGA where their team works, so that LGAs do not add up to their state; what is
 * of visits counts where the visit is.
 */
export const fieldworkNumbers = {
  plan: ['Plan', 'Visits that the agents of the teams here can make in a day.', 40],
  done: ['Done', 'Visits whose report came today, by the clock of the places.', 17],
  expected: ['Expected by now', 'Visits that should be done by now, at an even pace.', 20],
  behind: ['Behind', 'By how many the visits done are fewer than those expected.', 3],
  agentsPlanned: ['Agents', 'Agents of the teams here.', 5],
  agentsActive: ['Active', 'Those of them who have reported a visit today.', 4],
  toDo: ['To do', 'Visits that are not reported.', 31],
  open: ['Nobody on it', 'Those of them that nobody holds.', 12],
  claimed: ['With an agent', 'Those of them that an agent holds.', 19],
  late: ['Late', 'Those of them that are late.', 2],
  dueSoon: ['Due in 24 h', 'Those of them that are due within a day.', 9],
  dueLater: ['Due later', 'Those of them that are due later.', 20],
  unsentReports: ['Reports not sent', 'Signed reports that are on the phones of agents alone.', 2],
  unsentPhotos: ['Photos not sent', 'Photos that are on the phones of agents alone.', 9],
  stronglyFlagged: ['Strong flags', 'Visits of today with a strong flag.', 1],
  flagged: ['Flags', 'Visits of today with any flag.', 4],
} as const satisfies Readonly<Record<string, readonly [title: string, meaning: string, example: number]>>

export type FieldworkNumber = keyof typeof fieldworkNumbers
