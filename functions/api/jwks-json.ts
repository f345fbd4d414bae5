import { servePublic } from '../../shared/http/serve.ts'
import { getReceiptKeys } from '../../shared/trust/receipt/published.ts'
import { receiptRoutes } from '../../shared/trust/receipt/routes.ts'

export const handler = servePublic(receiptRoutes, { getReceiptKeys })
