import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { AttributeValue } from 'aws-lambda'

/** An item as the table's stream shows it, in plain values. */
export const readImage = <Row>(image: Record<string, AttributeValue> | undefined): Row | undefined =>
  image && (unmarshall(image as Parameters<typeof unmarshall>[0]) as Row)
