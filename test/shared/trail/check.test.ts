import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findTrailBreak } from '../../../shared/trail/check.ts'
import type { TrailBreak, TrailEntry } from '../../../shared/trail/contract.ts'
import { digestEntry, digestFacts, nextEntry, trailStart } from '../../../shared/trail/entry.ts'
import { facts, key, trails } from './trails.ts'

const found = (entries: readonly TrailEntry[]) => {
  const { place, kind }: Partial<TrailBreak> = findTrailBreak(key, entries) ?? {}
  return [place, kind]
}
/** A sound trail and one of its places, from 0. */
const placed = (minLength = 1) =>
  trails(minLength).chain(trail => fc.tuple(fc.constant(trail), fc.nat(trail.length - 1)))

const replaced = (trail: readonly TrailEntry[], index: number, change: Partial<TrailEntry>) =>
  trail.with(index, { ...trail[index]!, ...change })
const withoutFacts = ({ facts: _facts, salt: _salt, ...entry }: TrailEntry): TrailEntry => entry
const remade = (entry: TrailEntry): TrailEntry => ({ ...entry, digest: digestEntry(entry) })

const erasure = (trail: readonly TrailEntry[]) =>
  nextEntry(trail.at(-1)!, '2030-01-01T00:00:00.000Z', { what: 'erased', by: 'operator' }, 'ab')

describe('a trail', () => {
  it('holds as it was written, whatever was in it', () => {
    fc.assert(
      fc.property(trails(0), trail => {
        expect(findTrailBreak(key, trail)).toBeUndefined()
      }),
    )
  })

  it('holds after its JSON was read again', () => {
    fc.assert(
      fc.property(trails(1), trail => {
        expect(findTrailBreak(key, JSON.parse(JSON.stringify(trail)))).toBeUndefined()
      }),
    )
  })

  it('is broken where one field of an entry was altered', () => {
    const changes = fc.constantFrom<Partial<TrailEntry>>(
      { n: 99 },
      { at: '1999-12-31T23:59:59.999Z' },
      { what: 'erased' },
      { by: 'somebody-else' },
      { factsDigest: '0'.repeat(64) },
      { previous: '0'.repeat(64) },
      { digest: '0'.repeat(64) },
    )
    fc.assert(
      fc.property(placed(), changes, ([trail, index], change) => {
        expect(found(replaced(trail, index, change))).toEqual([index + 1, 'altered'])
      }),
    )
  })

  it('is broken where facts or their salt were altered', () => {
    fc.assert(
      fc.property(placed(), facts, ([trail, index], other) => {
        fc.pre(digestFacts(trail[index]!.salt!, other) !== trail[index]!.factsDigest)
        expect(found(replaced(trail, index, { facts: other }))).toEqual([index + 1, 'factsAltered'])
        expect(found(replaced(trail, index, { salt: 'other' }))).toEqual([index + 1, 'factsAltered'])
      }),
    )
  })

  it('is broken where an entry was removed, unless it was the last', () => {
    fc.assert(
      fc.property(placed(2), ([trail, index]) => {
        const rest = trail.toSpliced(index, 1)
        const isLast = index === trail.length - 1
        expect(found(rest)).toEqual(isLast ? [undefined, undefined] : [index + 1, 'removed'])
      }),
    )
  })

  it('is broken at the first of two entries that were swapped', () => {
    fc.assert(
      fc.property(placed(2), fc.nat(), ([trail, one], random) => {
        const other = (one + 1 + (random % (trail.length - 1))) % trail.length
        const swapped = trail.with(one, trail[other]!).with(other, trail[one]!)
        expect(found(swapped)).toEqual([Math.min(one, other) + 1, 'moved'])
      }),
    )
  })

  it('is broken where an entry was moved to, or from', () => {
    fc.assert(
      fc.property(placed(2), fc.nat(), ([trail, from], random) => {
        const to = (from + 1 + (random % (trail.length - 1))) % trail.length
        const moved = trail.toSpliced(from, 1).toSpliced(to, 0, trail[from]!)
        expect(found(moved)).toEqual([Math.min(from, to) + 1, 'moved'])
      }),
    )
  })

  it('is broken where an entry stands a second time', () => {
    fc.assert(
      fc.property(placed(), ([trail, index]) => {
        expect(found([...trail, trail[index]!])).toEqual([trail.length + 1, 'moved'])
      }),
    )
  })

  it('is broken behind an entry that was made anew with a digest of its own', () => {
    fc.assert(
      fc.property(placed(2), ([trail, index]) => {
        fc.pre(index < trail.length - 1)
        const forged = remade({ ...trail[index]!, by: 'somebody-else' })
        expect(found(trail.with(index, forged))).toEqual([index + 2, 'forged'])
      }),
    )
  })

  it('is broken where a tail begins that was made for another trail', () => {
    fc.assert(
      fc.property(placed(), trails(12), ([trail, index], other) => {
        const head = trail.slice(0, index)
        fc.pre((head.at(-1) ?? trailStart(key)).digest !== other[index]!.previous)
        expect(found([...head, ...other.slice(index)])).toEqual([index + 1, 'forged'])
      }),
    )
  })

  it('of one verification is not another’s', () => {
    for (const other of [{ verificationId: 8 }, { mode: 'test' }, { organisationId: 13 }] as const)
      fc.assert(
        fc.property(trails(1), trail => {
          expect(findTrailBreak({ ...key, ...other }, trail)).toMatchObject({ place: 1, kind: 'forged' })
        }),
      )
  })
})

describe('facts that are gone', () => {
  it('are no break before the note of an erasure', () => {
    fc.assert(
      fc.property(trails(1), fc.array(fc.boolean(), { minLength: 12 }), (trail, isGone) => {
        const rest = trail.map((entry, index) => (isGone[index] ? withoutFacts(entry) : entry))
        expect(findTrailBreak(key, [...rest, erasure(trail)])).toBeUndefined()
      }),
    )
  })

  it('are one without it, or behind it', () => {
    fc.assert(
      fc.property(placed(), ([trail, index]) => {
        const rest = trail.with(index, withoutFacts(trail[index]!))
        expect(found(rest)).toEqual([index + 1, 'factsRemoved'])
      }),
    )
    fc.assert(
      fc.property(trails(1), trail => {
        const note = erasure(trail)
        const later = nextEntry(note, '2030-01-02T00:00:00.000Z', { what: 'viewed', by: 'me' }, 'cd')
        expect(found([...trail, note, withoutFacts(later)])).toEqual([trail.length + 2, 'factsRemoved'])
      }),
    )
  })

  it('are one where the salt was left, or the salt alone is gone', () => {
    fc.assert(
      fc.property(placed(), ([trail, index]) => {
        const { facts: _facts, ...salted } = trail[index]!
        const { salt: _salt, ...bare } = trail[index]!
        for (const entry of [salted, bare])
          expect(found([...trail.with(index, entry), erasure(trail)])).toEqual([index + 1, 'factsAltered'])
      }),
    )
  })
})

describe('with a place that was noted before', () => {
  it('a sound trail holds, however it grew since', () => {
    fc.assert(
      fc.property(placed(), ([trail, index]) => {
        expect(findTrailBreak(key, trail, trail[index]!)).toBeUndefined()
      }),
    )
  })

  it('a trail whose end was cut off is broken behind what is left', () => {
    fc.assert(
      fc.property(placed(), ([trail, index]) => {
        expect(findTrailBreak(key, trail.slice(0, index), trail.at(-1)!)).toMatchObject({
          place: index + 1,
          kind: 'removed',
        })
      }),
    )
  })

  it('a trail that was written anew as a whole is broken at that place', () => {
    fc.assert(
      fc.property(trails(1), trails(12), (trail, anew) => {
        const noted = trail.at(-1)!
        fc.pre(anew[noted.n - 1]!.digest !== noted.digest)
        expect(findTrailBreak(key, anew)).toBeUndefined()
        expect(findTrailBreak(key, anew, noted)).toMatchObject({ place: noted.n, kind: 'forged' })
      }),
    )
  })
})
