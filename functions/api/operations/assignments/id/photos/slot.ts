import { acceptPhoto as take } from '../../../../../../shared/evidence/accept-photo.ts'
import { evidenceRoutes } from '../../../../../../shared/evidence/routes.ts'
import type { Action } from '../../../../../../shared/http/action.ts'
import { serveWorkers } from '../../../../../../shared/http/work-api.ts'

const takePhoto: Action<typeof evidenceRoutes.takePhoto> = async ({ caller, params, body, nowMs }) => ({
  status: 200,
  body: await take({ caller, id: params.id, slot: params.slot, sha256: body.sha256, nowMs }),
})

export const handler = serveWorkers(evidenceRoutes, { takePhoto })
