import { serveReceipts } from '../../../../shared/trust/receipt/serve-receipts.ts'
import { getAddressReceipt } from '../../../../shared/trust/receipt/verification-receipt.ts'

export const handler = serveReceipts({ getAddressReceipt })
