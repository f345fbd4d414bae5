import type { DynamoDBRecord } from 'aws-lambda'
import { type Attributes, fromAttributes } from '../aws/dynamodb.ts'
import { kindIn } from './keys.ts'

/** What happened to an item of one kind, as the table's stream tells it. */
export interface StreamedChange<Kind extends string, Row> {
  readonly kind: Kind
  /** Absent when the item is new. */
  readonly before: Row | undefined
  /** Absent when it was deleted. */
  readonly after: Row | undefined
}

/** Reads a record of the stream, which carries `streamedSortKeys` alone. Bytes come as text in base64. */
export const streamedChangeOf = <Of extends StreamedChange<string, object>>({
  dynamodb = {},
}: DynamoDBRecord): Of => {
  const [before, after] = [dynamodb.OldImage, dynamodb.NewImage]
  return {
    kind: kindIn(after ?? before),
    before: fromAttributes(before as Attributes | undefined),
    after: fromAttributes(after as Attributes | undefined),
  } as Of
}
