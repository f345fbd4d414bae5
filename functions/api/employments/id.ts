import type { Action } from '../../../shared/http/action.ts'
import { serve } from '../../../shared/http/api.ts'
import { cancelVerification, getCallerVerification } from '../../../shared/verification/actions.ts'
import { employmentsRoutes } from '../../../shared/verification/contract/employment-routes.ts'
import { toEmploymentResponse } from '../../../shared/verification/employment-response.ts'

const getEmployment: Action<typeof employmentsRoutes.getEmployment> = async call => ({
  status: 200,
  body: toEmploymentResponse(await getCallerVerification('employment', call)),
})

const cancelEmployment: Action<typeof employmentsRoutes.cancelEmployment> = async call => ({
  status: 200,
  body: toEmploymentResponse(await cancelVerification('employment', call)),
})

export const handler = serve(employmentsRoutes, { getEmployment, cancelEmployment })
