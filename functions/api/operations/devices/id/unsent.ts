import { findDevices } from '../../../../../shared/evidence/device-store.ts'
import { evidenceRoutes } from '../../../../../shared/evidence/routes.ts'
import { saveUnsent as save } from '../../../../../shared/evidence/unsent-store.ts'
import type { Action } from '../../../../../shared/http/action.ts'
import { Problem } from '../../../../../shared/http/contract/problem.ts'
import { serveWorkers } from '../../../../../shared/http/work-api.ts'

const saveUnsent: Action<typeof evidenceRoutes.saveUnsent> = async ({ caller, params, body, nowMs }) => {
  const phone = { agentId: caller.clientId, deviceId: params.id }
  // Of two people who share a phone, each has a device of their own on it.
  if (!(await findDevices(phone.agentId)).has(phone.deviceId))
    throw new Problem('not_found', 'You have enrolled no such device.')
  await save(caller.mode, phone, body, new Date(nowMs).toISOString())
  return { status: 204 }
}

export const handler = serveWorkers(evidenceRoutes, { saveUnsent })
