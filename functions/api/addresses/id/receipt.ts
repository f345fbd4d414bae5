import { serve } from '../../../../shared/http/api.ts'
import { getAddressReceipt } from '../../../../shared/receipt/actions.ts'
import { receiptRoutes } from '../../../../shared/receipt/routes.ts'

export const handler = serve(receiptRoutes, { getAddressReceipt })
