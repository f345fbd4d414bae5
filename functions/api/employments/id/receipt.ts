import { serve } from '../../../../shared/http/api.ts'
import { getEmploymentReceipt } from '../../../../shared/receipt/actions.ts'
import { receiptRoutes } from '../../../../shared/receipt/routes.ts'

export const handler = serve(receiptRoutes, { getEmploymentReceipt })
