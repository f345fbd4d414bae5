import { withConsentRule } from '../../shared/consent/consent-rule.ts'
import type { Action } from '../../shared/http/action.ts'
import { serve } from '../../shared/http/api.ts'
import { employmentsRoutes } from '../../shared/verification/contract/employment-routes.ts'
import { listCallerVerifications } from '../../shared/verification/list.ts'
import { createVerification } from '../../shared/verification/place-order.ts'
import { employment } from '../../shared/verification/product/employment.ts'

const createEmployment: Action<typeof employmentsRoutes.createEmployment> = request =>
  createVerification(employment, request)

const listEmployments: Action<typeof employmentsRoutes.listEmployments> = request =>
  listCallerVerifications('employment', request)

export const handler = serve(
  employmentsRoutes,
  { createEmployment, listEmployments },
  { createEmployment: withConsentRule(employment.name, employment.rule) },
)
