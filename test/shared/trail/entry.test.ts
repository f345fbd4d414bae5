import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { nextEntry, trailStart } from '../../../shared/trail/entry.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const key = { organisationId: 12, mode: 'live', verificationId: 7 } as const
const at = '2026-11-21T12:00:00.000Z'

it('makes digests of exactly these bytes', () => {
  const start = sha256('[12,"live",7]')
  expect(trailStart(key)).toEqual({ n: 0, digest: start })
  const facts = { slot: 'exteriorPhotos.photo1', distanceMetres: 12.5, isFallback: false, Écart: null }
  const entry = nextEntry(trailStart(key), at, { what: 'captured', by: 'agent-1', facts }, 'abc')
  const factsDigest = sha256(
    '["abc",[["distanceMetres",12.5],["isFallback",false],["slot","exteriorPhotos.photo1"],["Écart",null]]]',
  )
  const digest = sha256(`["${start}",1,"${at}","captured","agent-1","${factsDigest}"]`)
  const written = { n: 1, at, what: 'captured', by: 'agent-1', facts, salt: 'abc' }
  expect(entry).toEqual({ ...written, factsDigest, previous: start, digest })
})

it('knows no entry without facts: an empty list has its digest, too', () => {
  const { facts, factsDigest } = nextEntry(trailStart(key), at, { what: 'claimed', by: 'service' }, 'abc')
  expect([facts, factsDigest]).toEqual([{}, sha256('["abc",[]]')])
})

it('keeps of a text what UTF-8 can hold', () => {
  const half = { comment: 'half \ud83d' }
  const { facts } = nextEntry(trailStart(key), at, { what: 'reported', by: 'agent-1', facts: half }, 'abc')
  expect(facts).toEqual({ comment: 'half \ufffd' })
})

it('takes no number that comes back as another', () => {
  for (const number of [Number.NaN, Number.POSITIVE_INFINITY, -(2 ** 53)])
    expect(() =>
      nextEntry(trailStart(key), at, { what: 'reported', by: 'agent-1', facts: { number } }, 'abc'),
    ).toThrow('The fact number of a trail is no number that all readers hold')
})
