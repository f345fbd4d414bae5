import { serve } from '../../http/api.ts'
import { receiptRoutes } from './routes.ts'

type ReceiptActions = Parameters<typeof serve<typeof receiptRoutes>>[1]

/** The handler of one path that gives receipts. */
export const serveReceipts = (actions: ReceiptActions) => serve(receiptRoutes, actions)
