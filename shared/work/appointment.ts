import type { Caller } from '../account/caller.ts'
import { getHeldTask } from './assignment/access.ts'
import { maxAppointments } from './assignment/appointment.ts'
import { removeAppointment, saveAppointment } from './assignment/appointment-store.ts'
import { invalidRequest, Problem } from '../http/contract/problem.ts'
import type { SetAppointment } from './day-contract.ts'

interface AppointmentContext {
  readonly caller: Caller
  readonly id: string
  readonly nowMs: number
}

const hourMs = 3_600_000

/** Clocks differ, and an agent may note at the door what was agreed for now. */
const slackMs = hourMs
/** When a verification expires undecided. */
const furthestMs = 14 * 24 * hourMs
/** Who is on the way arrives the same day. */
const furthestOnTheWayMs = 12 * hourMs

const refuseTime = ({ at, isOnTheWay }: SetAppointment, nowMs: number): void => {
  const inMs = Date.parse(at) - nowMs
  const pointer = '/at'
  if (inMs < -slackMs)
    throw invalidRequest([{ pointer, code: 'past', detail: 'Expected a time that has not passed.' }])
  if (inMs > (isOnTheWay ? furthestOnTheWayMs : furthestMs))
    throw invalidRequest([
      {
        pointer,
        code: 'too_late',
        detail: isOnTheWay
          ? 'Expected a time within twelve hours from now.'
          : 'Expected a time within two weeks from now.',
      },
    ])
}

/** @throws Problem lease_lost, already_reported, already_decided, or unavailable where it changed at this moment */
const failHeld = async ({ caller, id }: AppointmentContext): Promise<never> => {
  await getHeldTask(caller, id)
  throw new Problem('unavailable', 'Something else happened to it at this moment. Look again.')
}

const getVisit = async ({ caller, id }: AppointmentContext) => {
  const { assignment } = await getHeldTask(caller, id)
  if (assignment.product === 'employment')
    throw new Problem('not_found', 'Nobody is visited for an employment.')
  return assignment
}

/**
 * Says when the agent comes. A later word replaces an earlier one.
 * @throws Problem not_found, already_decided, already_reported, lease_lost, too_many_appointments, invalid_request
 */
export const setAppointment = async (context: AppointmentContext, body: SetAppointment) => {
  const { caller, id, nowMs } = context
  const assignment = await getVisit(context)
  refuseTime(body, nowMs)
  if ((assignment.timesAppointed ?? 0) >= maxAppointments)
    throw new Problem(
      'too_many_appointments',
      `A visit may have ${maxAppointments} appointments, and this one has had them. Tell the applicant by telephone.`,
    )
  const appointment = { ...body, saidAt: new Date(nowMs).toISOString(), by: caller.clientId }
  if (!(await saveAppointment(assignment, appointment))) return failHeld(context)
  return { id, ...appointment }
}

/** Takes it back. Without one nothing changes. @throws Problem as `setAppointment` */
export const clearAppointment = async (context: AppointmentContext): Promise<void> => {
  const { caller, nowMs } = context
  const assignment = await getVisit(context)
  if (!assignment.appointment) return
  const change = { by: caller.clientId, at: new Date(nowMs).toISOString() }
  if (!(await removeAppointment(assignment, change))) await failHeld(context)
}
