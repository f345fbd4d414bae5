import { serve } from '../../shared/http/api.ts'
import type { Act } from '../../shared/http/exchange.ts'
import { toCreatedEmployment } from '../../shared/verification/answer/employment.ts'
import { employmentsRoutes } from '../../shared/verification/contract/employment-routes.ts'
import { orderEmployment } from '../../shared/verification/order.ts'
import { acceptFor, listFor } from '../../shared/verification/ordering.ts'
import { periodRule } from '../../shared/verification/period-rule.ts'

const createEmployment: Act<typeof employmentsRoutes.createEmployment> = async call => {
  const { verification, isDuplicate } = await acceptFor(call, context => orderEmployment(call.body, context))
  return {
    status: isDuplicate ? 200 : 201,
    headers: { location: `/v1/employments/${verification.id}` },
    body: toCreatedEmployment(verification, isDuplicate),
  }
}

const listEmployments: Act<typeof employmentsRoutes.listEmployments> = async call => ({
  status: 200,
  body: await listFor('employment', call),
})

export const handler = serve(
  employmentsRoutes,
  { createEmployment, listEmployments },
  { createEmployment: periodRule },
)
