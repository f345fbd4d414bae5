import type { DynamoDBRecord } from 'aws-lambda'
import { type Attributes, fromAttributes } from '../aws/attributes.ts'
import { decodeBytes } from '../aws/dynamodb-protocol.ts'
import { decryptItem } from './driver.ts'
import { streamKindOf } from './keys.ts'
import type { Item } from './port.ts'

export interface StreamChange<Kind extends string, Row> {
  readonly kind: Kind
  readonly before: Row | undefined
  readonly after: Row | undefined
}

type StreamImage = NonNullable<DynamoDBRecord['dynamodb']>['NewImage']

/** Lambda delivers bytes as base64. */
const itemIn = (image: StreamImage): Promise<Item | undefined> => {
  decodeBytes(image)
  return decryptItem(fromAttributes<Item>(image as Attributes | undefined))
}

/** Expects `streamedSortKeys` only. @throws Fault if decryption fails */
export const parseStreamRecord = async <Of extends StreamChange<string, object>>({
  dynamodb = {},
}: DynamoDBRecord): Promise<Of> => {
  const { OldImage, NewImage } = dynamodb
  const [before, after] = await Promise.all([itemIn(OldImage), itemIn(NewImage)])
  return {
    kind: streamKindOf((NewImage ?? OldImage) as Parameters<typeof streamKindOf>[0]),
    before,
    after,
  } as Of
}
