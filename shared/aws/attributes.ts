import type { PutItemCommandInput } from '@aws-sdk/client-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'

/** A map of DynamoDB's attribute values, such as `{ id: { N: '7' } }`. */
export type Attributes = NonNullable<PutItemCommandInput['Item']>

export const toAttributes = (item: object): Attributes => marshall(item, { removeUndefinedValues: true })

export const fromAttributes = <Row>(attributes: Attributes | undefined): Row | undefined =>
  attributes && (unmarshall(attributes) as Row)
