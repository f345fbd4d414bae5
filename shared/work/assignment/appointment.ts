/** When an agent comes, as they have told. Times are ISO 8601. */
export interface VisitAppointment {
  /** Agreed with the applicant; of an agent on the way, the beginning of the hour in which they arrive. */
  readonly at: string
  readonly isOnTheWay: boolean
  readonly saidAt: string
  readonly by: string
}

/** Of a visit, whoever holds it: each is an entry of its trail. */
export const maxAppointments = 20

const hourMs = 3_600_000

/** An agent who is on the way is there by then, or was held up for longer than they thought. */
const onTheWayMs = 3 * hourMs
/** An agreed time that nobody kept is still to be seen. */
const agreedMs = 24 * hourMs

/** Of an assignment. */
interface AppointedWork {
  readonly status: 'open' | 'claimed' | 'reported' | 'decided'
  readonly agent?: string
  readonly appointment?: VisitAppointment
}

/** What still holds of it: who gave the visit away is not on the way any more, and a time that was agreed stays so. */
export const findAppointment = (
  { status, agent, appointment }: AppointedWork,
  nowMs: number,
): VisitAppointment | undefined => {
  if (!appointment || (status !== 'open' && status !== 'claimed')) return undefined
  const { at, isOnTheWay, by } = appointment
  if (isOnTheWay && (status !== 'claimed' || agent !== by)) return undefined
  return Date.parse(at) + (isOnTheWay ? onTheWayMs : agreedMs) > nowMs ? appointment : undefined
}
