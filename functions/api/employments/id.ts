import type { Action } from '../../../shared/http/action.ts'
import { serve } from '../../../shared/http/api.ts'
import { cancelVerification, getCallerVerification } from '../../../shared/verification/actions.ts'
import { employmentsRoutes } from '../../../shared/verification/contract/employment-routes.ts'
import { toEmploymentResponse } from '../../../shared/verification/employment-response.ts'

const getEmployment: Action<typeof employmentsRoutes.getEmployment> = async request => ({
  status: 200,
  body: toEmploymentResponse(await getCallerVerification('employment', request)),
})

const cancelEmployment: Action<typeof employmentsRoutes.cancelEmployment> = async request => ({
  status: 200,
  body: toEmploymentResponse(await cancelVerification('employment', request)),
})

export const handler = serve(employmentsRoutes, { getEmployment, cancelEmployment })
