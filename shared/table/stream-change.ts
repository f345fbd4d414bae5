import type { DynamoDBRecord } from 'aws-lambda'
import { type Attributes, fromAttributes } from '../aws/attributes.ts'
import { decodeBytes } from '../aws/dynamodb-protocol.ts'
import { decryptItem } from './driver.ts'
import { isOfKind } from './kind.ts'
import type { Item } from './port.ts'
import { tableSchema } from './schema.ts'

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

/** A change is called by its kind's sort key, without what follows a `#`. @param kinds all that may come @throws Fault if decryption fails */
export const parseStreamRecord = async <Of extends StreamChange<string, object>>(
  { dynamodb = {} }: DynamoDBRecord,
  kinds: readonly { readonly sortKey: string }[],
): Promise<Of> => {
  const { OldImage, NewImage } = dynamodb
  const [before, after] = await Promise.all([itemIn(OldImage), itemIn(NewImage)])
  const sk = (NewImage ?? OldImage)?.[tableSchema.sortKey]?.S ?? ''
  const kind = kinds.find(each => isOfKind(each, { sk }))
  return { kind: kind?.sortKey.replace('#', ''), before, after } as Of
}
