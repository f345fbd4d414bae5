import { report } from '../../../../../shared/fieldwork/file-report.ts'
import { operationsRoutes } from '../../../../../shared/fieldwork/operations-routes.ts'
import { serve } from '../../../../../shared/http/api.ts'
import type { Act } from '../../../../../shared/http/exchange.ts'

const fileReport: Act<typeof operationsRoutes.fileReport> = async ({ caller, params, body, nowMs }) => ({
  status: 200,
  body: await report({ caller, id: params.id, body, nowMs }),
})

export const handler = serve(operationsRoutes, { fileReport })
