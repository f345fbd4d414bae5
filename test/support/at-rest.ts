import { inflateRawSync } from 'node:zlib'
import { unpack } from '../../shared/event/body.ts'
import type { World } from './environment.ts'
import { rawItems } from './stored-items.ts'
import { streamedRecords } from './stream.ts'

/* What a reader of the table, of its stream or of a backup has, who has no secret of the stage's. */

const tried = (read: () => string): string => {
  try {
    return read()
  } catch {
    return ''
  }
}

/** Bytes as they are, and in every way in which the service has ever packed any. */
const readings = (bytes: Uint8Array): readonly string[] => [
  Buffer.from(bytes).toString('latin1'),
  tried(() => unpack(bytes)),
  tried(() => inflateRawSync(bytes).toString('latin1')),
  tried(() => inflateRawSync(bytes.subarray(1)).toString('latin1')),
]

const base64 = /^[A-Za-z0-9+/_-]{16,}={0,2}$/

/** A text, and what is behind it if it may be base64, of a JWS part by part. */
const textReadings = (text: string): readonly string[] => [
  text,
  ...text
    .split('.')
    .filter(part => base64.test(part))
    .flatMap(part => readings(Buffer.from(part, 'base64'))),
]

const allIn = (value: unknown): readonly string[] => {
  if (value instanceof Uint8Array) return readings(value)
  if (typeof value === 'string') return textReadings(value)
  if (Array.isArray(value)) return value.flatMap(allIn)
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(allIn)
  return [String(value)]
}

/** Something that lies somewhere: which attribute of which kind of item, and all that can be read there. */
export interface Lying {
  readonly where: string
  readonly text: string
}

type Attributes = Readonly<Record<string, unknown>>

/** `verification.street`, of an item by its sort key without numbers. */
const lyingIn = (item: Attributes): readonly Lying[] => {
  const { pk, sk } = item as { pk: { S: string }; sk: { S: string } }
  const kind = /^[a-z]/.test(sk.S)
    ? sk.S.split('#')[0]
    : pk.S.split('#').find(part => /[a-z]{3}/.test(part) && !['test', 'live'].includes(part))
  return Object.entries(item).map(([name, value]) => ({
    where: `${kind}.${name}`,
    text: allIn(value).join('\n'),
  }))
}

/** The table as an export or a backup has it, item by item. */
export const lyingInTable = async (world: World): Promise<readonly Lying[]> =>
  (await rawItems(world)).flatMap(lyingIn)

/** Every image of an item, before and after each change, that the stream has. */
export const lyingInStream = async (world: World): Promise<readonly Lying[]> =>
  (await streamedRecords(world))
    .flatMap(({ dynamodb }) => [dynamodb?.OldImage, dynamodb?.NewImage])
    .flatMap(image => (image ? lyingIn(image) : []))
