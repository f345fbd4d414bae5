import { getIdentityReceipt } from '../../../../shared/trust/receipt/look-up-receipt.ts'
import { serveReceipts } from '../../../../shared/trust/receipt/serve-receipts.ts'

export const handler = serveReceipts({ getIdentityReceipt })
