import { operationExamples } from '../../../shared/openapi/examples.ts'

/** A receipt once it is decoded: its header, then its claims. */
export const receiptFacts = () => {
  const { receipt } = operationExamples.getAddressReceipt!.answers[200]!
  const [header, claims] = `${receipt}`.split('.').map(part => Buffer.from(part, 'base64url').toString())
  return { receiptExample: `\`\`\`json\n${header}\n${JSON.stringify(JSON.parse(claims!), null, 2)}\n\`\`\`` }
}
