import type { Assignment } from './assignment.ts'

/** When an agent comes, as they have told. Times are ISO 8601. */
export interface Appointment {
  /** Agreed with the applicant; of an agent on the way, the beginning of the hour in which they arrive. */
  readonly at: string
  readonly isOnTheWay: boolean
  readonly saidAt: string
  readonly by: string
}

const hourMs = 3_600_000

/** An agent who is on the way is there by then, or was held up for longer than they thought. */
const onTheWayMs = 3 * hourMs
/** An agreed time that nobody kept is still to be seen. */
const agreedMs = 24 * hourMs

/** What still holds of it: who gave the visit away is not on the way any more, and a time that was agreed stays so. */
export const findAppointment = (
  { status, agent, appointment }: Pick<Assignment, 'status' | 'agent' | 'appointment'>,
  nowMs: number,
): Appointment | undefined => {
  if (!appointment || (status !== 'open' && status !== 'claimed')) return undefined
  const { at, isOnTheWay, by } = appointment
  if (isOnTheWay && (status !== 'claimed' || agent !== by)) return undefined
  return Date.parse(at) + (isOnTheWay ? onTheWayMs : agreedMs) > nowMs ? appointment : undefined
}
