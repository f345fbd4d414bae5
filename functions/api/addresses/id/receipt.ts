import { serve } from '../../../../shared/http/api.ts'
import { getAddressReceipt } from '../../../../shared/trust/receipt/actions.ts'
import { receiptRoutes } from '../../../../shared/trust/receipt/routes.ts'

export const handler = serve(receiptRoutes, { getAddressReceipt })
