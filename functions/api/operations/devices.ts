import { importDeviceKey } from '../../../shared/evidence/capture-record.ts'
import { enrol } from '../../../shared/evidence/device-store.ts'
import { evidenceRoutes } from '../../../shared/evidence/routes.ts'
import type { Action } from '../../../shared/http/action.ts'
import { invalidRequest } from '../../../shared/http/contract/problem.ts'
import { serveWorkers } from '../../../shared/http/work-api.ts'

const enrolDevice: Action<typeof evidenceRoutes.enrolDevice> = async ({ caller, body, nowMs }) => {
  if (!importDeviceKey(body.publicKey))
    throw invalidRequest([
      { pointer: '/publicKey', code: 'not_a_key', detail: 'It is no point of the curve P-256.' },
    ])
  const at = new Date(nowMs).toISOString()
  const { device, isNew } = await enrol(caller.clientId, body.publicKey, at)
  return { status: isNew ? 201 : 200, body: device }
}

export const handler = serveWorkers(evidenceRoutes, { enrolDevice })
