import { serveReceipts } from '../../../../shared/trust/receipt/serve-receipts.ts'
import { getEmploymentReceipt } from '../../../../shared/trust/receipt/verification-receipt.ts'

export const handler = serveReceipts({ getEmploymentReceipt })
