import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { toAttributes } from '../../../shared/aws/attributes.ts'
import { nextEntry, type TrailEvent, trailStart } from '../../../shared/trail/entry.ts'
import { packEntry, unpackEntry } from '../../../shared/trail/packed-entry.ts'
import { bytesOf } from '../../bench/dynamodb-units.ts'

const key = { organisationId: 12, mode: 'live', verificationId: 892203921349578 } as const
const slots = [
  'exteriorPhotos.photo1',
  'exteriorPhotos.photo2',
  'interiorPhotos.photo1',
  'extraPhotos.photo1',
]
const captured = slots.map(
  (slot): TrailEvent => ({
    what: 'captured',
    by: 'visit-agent',
    facts: { slot, sha256: randomBytes(32).toString('hex'), source: 'viewfinder' },
  }),
)
const entryOf = (events: readonly TrailEvent[]) =>
  nextEntry(trailStart(key), '2026-11-22T09:00:00.000Z', events, () => randomBytes(16).toString('hex'))

it('gives an entry back as it was, whatever its facts and whoever made it', () => {
  const facts = { text: 'ab', upper: 'AB'.repeat(32), long: 'ab'.repeat(40), count: 7, is: true, none: null }
  const entry = entryOf([...captured, { what: 'decided', by: 'ab'.repeat(16), facts }])
  expect(unpackEntry(packEntry(entry))).toEqual(entry)
  // As it was stored before.
  expect(unpackEntry(entry)).toEqual(entry)
})

it('leaves what is said of four photos well below a kilobyte', () => {
  const size = (entry: object): number => {
    const asSent = (_name: string, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
    return bytesOf(JSON.parse(JSON.stringify(toAttributes(entry), asSent)))
  }
  const entry = entryOf(captured)
  expect(size(entry)).toBeGreaterThan(1150)
  expect(size(packEntry(entry))).toBeLessThan(900)
})
