import type { Action } from '../../../../../shared/http/action.ts'
import { serveWorkers } from '../../../../../shared/http/work-api.ts'
import * as appointment from '../../../../../shared/work/appointment.ts'
import { dayRoutes } from '../../../../../shared/work/day-routes.ts'

const setAppointment: Action<typeof dayRoutes.setAppointment> = async ({ caller, params, body, nowMs }) => ({
  status: 200,
  body: await appointment.setAppointment({ caller, id: params.id, nowMs }, body),
})

const deleteAppointment: Action<typeof dayRoutes.deleteAppointment> = async ({ caller, params, nowMs }) => {
  await appointment.clearAppointment({ caller, id: params.id, nowMs })
  return { status: 204 }
}

export const handler = serveWorkers(dayRoutes, { setAppointment, deleteAppointment })
