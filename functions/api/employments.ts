import { serve } from '../../shared/aws/api.ts'
import { employmentsRoutes } from '../../shared/contract/routes/employments.ts'
import { presentCreatedEmployment } from '../../shared/domain/employment-view.ts'
import { periodRule } from '../../shared/domain/input-rule.ts'
import { orderEmployment } from '../../shared/domain/order.ts'
import type { Act } from '../../shared/http/exchange.ts'
import { acceptFor, listFor } from '../../shared/operations/verifications.ts'

const createEmployment: Act<'createEmployment'> = async call => {
  const { verification, isDuplicate } = await acceptFor(call, context => orderEmployment(call.body, context))
  return {
    status: isDuplicate ? 200 : 201,
    headers: { location: `/v1/employments/${verification.id}` },
    body: presentCreatedEmployment(verification, isDuplicate),
  }
}

const listEmployments: Act<'listEmployments'> = async call => ({
  status: 200,
  body: await listFor('employment', call),
})

export const handler = serve(
  employmentsRoutes,
  { createEmployment, listEmployments },
  { createEmployment: periodRule },
)
