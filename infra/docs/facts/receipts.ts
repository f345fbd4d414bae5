import { receiptClaims, receiptHeader } from '../../../shared/openapi/example/receipt.ts'

/** A receipt as it reads once it is decoded: its header, then its claims. */
export const receiptFacts = () => ({
  receiptExample: `\`\`\`json\n${JSON.stringify(receiptHeader)}\n${JSON.stringify(receiptClaims, null, 2)}\n\`\`\``,
})
