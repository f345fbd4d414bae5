import { serve } from '../../../shared/aws/api.ts'
import { employmentsRoutes } from '../../../shared/contract/routes/employments.ts'
import { presentEmployment } from '../../../shared/domain/employment-view.ts'
import type { Act } from '../../../shared/http/exchange.ts'
import { cancelFor, findFor } from '../../../shared/operations/verifications.ts'

const getEmployment: Act<'getEmployment'> = async call => ({
  status: 200,
  body: presentEmployment(await findFor('employment', call)),
})

const cancelEmployment: Act<'cancelEmployment'> = async call => ({
  status: 200,
  body: presentEmployment(await cancelFor('employment', call)),
})

export const handler = serve(employmentsRoutes, { getEmployment, cancelEmployment })
