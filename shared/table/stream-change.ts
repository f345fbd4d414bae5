import type { DynamoDBRecord } from 'aws-lambda'
import { decryptItem } from './driver.ts'
import { type Attributes, fromAttributes } from './dynamodb.ts'
import { streamKindOf } from './keys.ts'
import type { Item } from './port.ts'

export interface StreamChange<Kind extends string, Row> {
  readonly kind: Kind
  readonly before: Row | undefined
  readonly after: Row | undefined
}

type StreamImage = NonNullable<DynamoDBRecord['dynamodb']>['NewImage']

/** Lambda delivers bytes as base64. */
const sealedBytes = ([name, { B, ...rest }]: readonly [string, { readonly B?: unknown }]) =>
  [
    name,
    typeof B === 'string' ? { B: Buffer.from(B, 'base64') } : { ...rest, ...(B !== undefined && { B }) },
  ] as const

const itemIn = (image: StreamImage): Promise<Item | undefined> =>
  decryptItem(
    image && fromAttributes<Item>(Object.fromEntries(Object.entries(image).map(sealedBytes)) as Attributes),
  )

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
