import type { DynamoDBRecord } from 'aws-lambda'
import { type Attributes, fromAttributes } from '../../shared/aws/attributes.ts'
import { processStreamBatch } from '../../shared/aws/batch.ts'
import type { LedgerLine } from '../../shared/ledger/line.ts'
import { countCharges, isLedgerPartition } from '../../shared/ledger/sum-store.ts'
import { tableSchema } from '../../shared/table/schema.ts'

/** A heartbeat comes, too, and is none. */
const isLine = ({ dynamodb }: DynamoDBRecord): boolean =>
  isLedgerPartition(dynamodb?.Keys?.[tableSchema.partitionKey]?.S)

const lineOf = ({ dynamodb }: DynamoDBRecord): LedgerLine =>
  fromAttributes<LedgerLine>(dynamodb?.NewImage as Attributes) as LedgerLine

/** Adds each new line of the ledger to the sum of its day. */
export const handler = processStreamBatch<DynamoDBRecord>(async records => {
  const added = records.filter(isLine)
  const ends = await countCharges(added.map(lineOf), Date.now())
  const endOf = new Map(added.map((record, index) => [record, ends[index]!]))
  return records.map(record => endOf.get(record) ?? { status: 'fulfilled', value: undefined })
})
