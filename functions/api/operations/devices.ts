import { enrol } from '../../../shared/evidence/device-store.ts'
import { assertProven } from '../../../shared/evidence/enrolment.ts'
import { evidenceRoutes } from '../../../shared/evidence/routes.ts'
import type { Action } from '../../../shared/http/action.ts'
import { serveWorkers } from '../../../shared/http/work-api.ts'

const enrolDevice: Action<typeof evidenceRoutes.enrolDevice> = async ({ caller, body, nowMs }) => {
  assertProven(body, caller.clientId)
  const { device, isNew } = await enrol(caller.clientId, body.publicKey, new Date(nowMs).toISOString())
  return { status: isNew ? 201 : 200, body: device }
}

export const handler = serveWorkers(evidenceRoutes, { enrolDevice })
