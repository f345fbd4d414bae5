import { serve } from '../../../../shared/http/api.ts'
import type { Act } from '../../../../shared/http/exchange.ts'
import { employmentDocument } from '../../../../shared/trust/report/employment-report.ts'
import { readEmployment } from '../../../../shared/trust/report/read-employment.ts'
import { reportReply } from '../../../../shared/trust/report/reply.ts'
import { reportRoutes } from '../../../../shared/trust/report/routes.ts'
import { findFor } from '../../../../shared/verification/actions.ts'

const getEmploymentReport: Act<typeof reportRoutes.getEmploymentReport> = async call =>
  reportReply(
    await employmentDocument(await readEmployment(await findFor('employment', call), call.nowMs)),
    call,
  )

export const handler = serve(reportRoutes, { getEmploymentReport })
