import { byAssignment } from './assignment/contract.ts'
import type { Route } from '../http/contract/route.ts'
import { AppointmentResponse, OwnQuality, SetAppointment } from './day-contract.ts'

const common = { tag: 'Operations', access: 'operations.agent' } as const
const appointment = {
  ...common,
  path: '/v1/operations/assignments/{id}/appointment',
  params: byAssignment,
  problems: ['lease_lost', 'already_reported', 'already_decided'],
} as const

/** An agent's day beside the visits themselves. */
export const dayRoutes = {
  setAppointment: {
    ...appointment,
    method: 'POST',
    problems: [...appointment.problems, 'too_many_appointments'],
    summary: 'Say when you come: what you agreed with the applicant, or that you are on the way',
    body: SetAppointment,
    answers: { 200: AppointmentResponse },
  },
  deleteAppointment: {
    ...appointment,
    method: 'DELETE',
    summary: 'Take back when you come',
    answers: { 204: null },
  },
  getOwnQuality: {
    ...common,
    method: 'GET',
    path: '/v1/operations/quality',
    summary: 'Count what became of your own reports in 30 days',
    answers: { 200: OwnQuality },
  },
} as const satisfies Record<string, Route>
