import type { DynamoDBRecord } from 'aws-lambda'
import { type Attributes, fromAttributes } from '../../shared/aws/attributes.ts'
import { processStreamBatch } from '../../shared/aws/batch.ts'
import type { LedgerLine } from '../../shared/ledger/line.ts'
import { countCharges } from '../../shared/ledger/sum-store.ts'

/** Adds each new line of the ledger to the sum of its day. */
export const handler = processStreamBatch<DynamoDBRecord>(records => {
  const lines = records.map(({ dynamodb }) => fromAttributes<LedgerLine>(dynamodb?.NewImage as Attributes))
  return countCharges(lines as readonly LedgerLine[], Date.now())
})
