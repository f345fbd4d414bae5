import { serve } from '../../../shared/http/api.ts'
import type { Action } from '../../../shared/http/action.ts'
import { cancelFor, findFor } from '../../../shared/verification/actions.ts'
import { toEmploymentAnswer } from '../../../shared/verification/answer/employment.ts'
import { employmentsRoutes } from '../../../shared/verification/contract/employment-routes.ts'

const getEmployment: Action<typeof employmentsRoutes.getEmployment> = async call => ({
  status: 200,
  body: toEmploymentAnswer(await findFor('employment', call)),
})

const cancelEmployment: Action<typeof employmentsRoutes.cancelEmployment> = async call => ({
  status: 200,
  body: toEmploymentAnswer(await cancelFor('employment', call)),
})

export const handler = serve(employmentsRoutes, { getEmployment, cancelEmployment })
