import { serve } from '../../../../shared/http/api.ts'
import type { Act } from '../../../../shared/http/exchange.ts'
import { addressDocument } from '../../../../shared/trust/report/address-report.ts'
import { readVisit } from '../../../../shared/trust/report/read-address.ts'
import { reportReply } from '../../../../shared/trust/report/reply.ts'
import { reportRoutes } from '../../../../shared/trust/report/routes.ts'
import { findFor } from '../../../../shared/verification/actions.ts'

const getAddressReport: Act<typeof reportRoutes.getAddressReport> = async call =>
  reportReply(await addressDocument(await readVisit(await findFor('address', call), call.nowMs)), call)

export const handler = serve(reportRoutes, { getAddressReport })
