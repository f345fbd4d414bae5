import { claim, release } from '../../../../../shared/fieldwork/claim.ts'
import { operationsRoutes } from '../../../../../shared/fieldwork/operations-routes.ts'
import type { Act } from '../../../../../shared/http/exchange.ts'
import { serveWorkers } from '../../../../../shared/http/work-api.ts'

const claimAssignment: Act<typeof operationsRoutes.claimAssignment> = async ({
  caller,
  params,
  body,
  nowMs,
}) => ({
  status: 200,
  body: await claim({ caller, id: params.id, position: body.position, nowMs }),
})

const releaseAssignment: Act<typeof operationsRoutes.releaseAssignment> = async call => {
  await release({ caller: call.caller, id: call.params.id, nowMs: call.nowMs })
  return { status: 204 }
}

export const handler = serveWorkers(operationsRoutes, { claimAssignment, releaseAssignment })
