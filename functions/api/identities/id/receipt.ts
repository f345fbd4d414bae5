import { serve } from '../../../../shared/http/api.ts'
import { getIdentityReceipt } from '../../../../shared/receipt/actions.ts'
import { receiptRoutes } from '../../../../shared/receipt/routes.ts'

export const handler = serve(receiptRoutes, { getIdentityReceipt })
