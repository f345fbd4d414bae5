import type { PlaceTime } from '../location/place-clock.ts'

/** When agents visit, by the clock of the places. On days of rest (0 is Sunday) no visit is expected. */
export const workingDay = { fromHour: 8, toHour: 18, restDays: [0] } as const

/** Part of the working day that is over, from 0 to 1; 0 on a day of rest. */
export const shareOfDay = ({ minutes, weekday }: Pick<PlaceTime, 'minutes' | 'weekday'>): number => {
  const { fromHour, toHour, restDays } = workingDay
  if (restDays.some(day => day === weekday)) return 0
  const share = (minutes - fromHour * 60) / ((toHour - fromHour) * 60)
  return Math.min(1, Math.max(0, share))
}

interface DayWork {
  /** How many visits the agents can make in a day. */
  readonly plan: number
  readonly done: number
  readonly toDo: number
}

/**
 * How many visits should be done by now. An even pace is expected: the plan times the part of the working day that is over.
 * Where there was less to do than the agents can do, all of that counts in place of the plan: nobody is behind because
 * customers ordered little.
 */
export const expectedVisits = ({ plan, done, toDo }: DayWork, share: number): number =>
  Math.round(Math.min(plan, done + toDo) * share)
