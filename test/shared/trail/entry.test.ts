import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { nextEntry, type TrailEvent, trailStart } from '../../../shared/trail/entry.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const key = { organisationId: 12, mode: 'live', verificationId: 7 } as const
const at = '2026-11-21T12:00:00.000Z'
const claimed = { what: 'claimed', by: 'service' } as const
const only = (event: TrailEvent) => nextEntry(trailStart(key), at, [event], () => 'abc').events[0]!

it('makes digests of exactly these bytes', () => {
  const start = sha256('[12,"live",7]')
  expect(trailStart(key)).toEqual({ n: 0, digest: start })
  const facts = { slot: 'exteriorPhotos.photo1', distanceMetres: 12.5, isFallback: false, Écart: null }
  const events = [{ what: 'captured', by: 'agent-1', facts } as const, claimed]
  const salts = ['abc', 'def']
  const entry = nextEntry(trailStart(key), at, events, () => salts.shift()!)
  const factsDigest = sha256(
    '["abc",[["distanceMetres",12.5],["isFallback",false],["slot","exteriorPhotos.photo1"],["Écart",null]]]',
  )
  const noFacts = sha256('["def",[]]')
  const digest = sha256(
    `["${start}",1,"${at}",[["captured","agent-1","${factsDigest}"],["claimed","service","${noFacts}"]]]`,
  )
  const written = [
    { what: 'captured', by: 'agent-1', facts, salt: 'abc', factsDigest },
    { ...claimed, facts: {}, salt: 'def', factsDigest: noFacts },
  ]
  expect(entry).toEqual({ n: 1, at, events: written, previous: start, digest })
})

it('knows no entry without facts: an empty list has its digest, too', () => {
  const { facts, factsDigest } = only(claimed)
  expect([facts, factsDigest]).toEqual([{}, sha256('["abc",[]]')])
})

it('keeps of a text what UTF-8 can hold', () => {
  const half = { comment: 'half \ud83d' }
  const { facts } = only({ what: 'reported', by: 'agent-1', facts: half })
  expect(facts).toEqual({ comment: 'half \ufffd' })
})

it('takes no number that comes back as another', () => {
  const largest = { number: 2 ** 53 - 1 }
  expect(only({ what: 'reported', by: 'agent-1', facts: largest }).facts).toEqual(largest)
  for (const number of [Number.NaN, Number.POSITIVE_INFINITY, -(2 ** 53)])
    expect(() => only({ what: 'reported', by: 'agent-1', facts: { number } })).toThrow(
      'The fact number of a trail is no number that all readers hold',
    )
})
