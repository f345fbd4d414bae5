import { getIdentityReceipt } from '../../../../shared/trust/receipt/actions.ts'
import { serveReceipts } from '../../../../shared/trust/receipt/serve-receipts.ts'

export const handler = serveReceipts({ getIdentityReceipt })
