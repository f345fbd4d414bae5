import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findTrailBreak, toCheckedPage, type TrailProof } from '../../../shared/trail/check.ts'
import type { EntryEvent, TrailBreak, TrailEntry } from '../../../shared/trail/contract.ts'
import {
  digestEntry,
  digestFacts,
  nextEntry,
  type TrailEvent,
  trailStart,
} from '../../../shared/trail/entry.ts'
import { forAll } from '../../support/for-all.ts'
import { facts, key, trails } from './trails.ts'

const found = (entries: readonly TrailEntry[], proof?: TrailProof) => {
  const { place, kind }: Partial<TrailBreak> = findTrailBreak(key, entries, proof) ?? {}
  return [place, kind]
}
const placed = (minLength = 1) =>
  trails(minLength).chain(trail => fc.tuple(fc.constant(trail), fc.nat(trail.length - 1)))

const replaced = (trail: readonly TrailEntry[], index: number, change: Partial<TrailEntry>) =>
  trail.with(index, { ...trail[index]!, ...change })
/** The last event of an entry. */
const changed = (entry: TrailEntry, change: (event: EntryEvent) => EntryEvent): TrailEntry => ({
  ...entry,
  events: entry.events.with(-1, change(entry.events.at(-1)!)),
})
const withoutFacts = (entry: TrailEntry): TrailEntry =>
  changed(entry, ({ facts: _facts, salt: _salt, ...event }) => event)
const remade = (entry: TrailEntry): TrailEntry => ({ ...entry, digest: digestEntry(entry) })

const erasure = (trail: readonly TrailEntry[], ...others: readonly TrailEvent[]) =>
  nextEntry(
    trail.at(-1)!,
    '2030-01-01T00:00:00.000Z',
    [{ what: 'erased', by: 'operator' }, ...others],
    () => 'ab',
  )

describe('a trail', () => {
  it('holds as it was written, whatever was in it', () => {
    forAll(trails(0), trail => {
      expect(findTrailBreak(key, trail)).toBeUndefined()
    })
  })

  it('holds after its JSON was read again', () => {
    forAll(trails(1), trail => {
      expect(findTrailBreak(key, JSON.parse(JSON.stringify(trail)))).toBeUndefined()
    })
  })

  it('is broken where one field of an entry was altered', () => {
    const changes = fc.constantFrom<Partial<TrailEntry>>(
      { n: 99 },
      { at: '1999-12-31T23:59:59.999Z' },
      { events: [] },
      { previous: '0'.repeat(64) },
      { digest: '0'.repeat(64) },
    )
    forAll(placed(), changes, ([trail, index], change) => {
      expect(found(replaced(trail, index, change))).toEqual([index + 1, 'altered'])
    })
  })

  it('is broken where one field of an event was altered, or an event came or went', () => {
    const changes = fc.constantFrom<(event: EntryEvent) => readonly EntryEvent[]>(
      event => [{ ...event, what: 'erased' }],
      event => [{ ...event, by: 'somebody-else' }],
      event => [{ ...event, factsDigest: '0'.repeat(64) }],
      event => [event, event],
      () => [],
    )
    forAll(placed(), changes, ([trail, index], change) => {
      const events = trail[index]!.events.flatMap((event, at) => (at === 0 ? change(event) : event))
      expect(found(replaced(trail, index, { events }))).toEqual([index + 1, 'altered'])
    })
  })

  it('is broken where facts or their salt were altered', () => {
    forAll(placed(), facts, ([trail, index], other) => {
      const { salt, factsDigest } = trail[index]!.events.at(-1)!
      fc.pre(digestFacts(salt!, other) !== factsDigest)
      for (const change of [{ facts: other }, { salt: 'other' }]) {
        const entry = changed(trail[index]!, event => ({ ...event, ...change }))
        expect(found(trail.with(index, entry))).toEqual([index + 1, 'factsAltered'])
      }
    })
  })

  it('is broken where an entry was removed, unless it was the last', () => {
    forAll(placed(2), ([trail, index]) => {
      const rest = trail.toSpliced(index, 1)
      const isLast = index === trail.length - 1
      expect(found(rest)).toEqual(isLast ? [undefined, undefined] : [index + 1, 'removed'])
    })
  })

  it('is broken at the first of two entries that were swapped', () => {
    forAll(placed(2), fc.nat(), ([trail, one], random) => {
      const other = (one + 1 + (random % (trail.length - 1))) % trail.length
      const swapped = trail.with(one, trail[other]!).with(other, trail[one]!)
      expect(found(swapped)).toEqual([Math.min(one, other) + 1, 'moved'])
    })
  })

  it('is broken where an entry was moved to, or from', () => {
    forAll(placed(2), fc.nat(), ([trail, from], random) => {
      const to = (from + 1 + (random % (trail.length - 1))) % trail.length
      const moved = trail.toSpliced(from, 1).toSpliced(to, 0, trail[from]!)
      expect(found(moved)).toEqual([Math.min(from, to) + 1, 'moved'])
    })
  })

  it('is broken where an entry stands a second time', () => {
    forAll(placed(), ([trail, index]) => {
      expect(found([...trail, trail[index]!])).toEqual([trail.length + 1, 'moved'])
    })
  })

  it('is broken behind an entry that was made anew with a digest of its own', () => {
    forAll(placed(2), ([trail, index]) => {
      fc.pre(index < trail.length - 1)
      const forged = remade(changed(trail[index]!, event => ({ ...event, by: 'somebody-else' })))
      expect(found(trail.with(index, forged))).toEqual([index + 2, 'forged'])
    })
  })

  it('is broken where a tail begins that was made for another trail', () => {
    forAll(placed(), trails(12), ([trail, index], other) => {
      const head = trail.slice(0, index)
      fc.pre((head.at(-1) ?? trailStart(key)).digest !== other[index]!.previous)
      expect(found([...head, ...other.slice(index)])).toEqual([index + 1, 'forged'])
    })
  })

  it('of one verification is not another’s', () => {
    for (const other of [{ verificationId: 8 }, { mode: 'test' }, { organisationId: 13 }] as const)
      forAll(trails(1), trail => {
        expect(findTrailBreak({ ...key, ...other }, trail)).toMatchObject({ place: 1, kind: 'forged' })
      })
  })
})

describe('facts that are gone', () => {
  it('are no break before an erasure that something outside of the trail proves', () => {
    forAll(trails(1), fc.array(fc.boolean(), { minLength: 12 }), (trail, isGone) => {
      const rest = trail.map((entry, index) => (isGone[index] ? withoutFacts(entry) : entry))
      for (const note of [erasure(trail), erasure(trail, { what: 'viewed', by: 'operator' })])
        for (const proof of [{ isErased: true }, { anchor: note }])
          expect(findTrailBreak(key, [...rest, note], proof)).toBeUndefined()
    })
  })

  it('are one before an erasure that nothing proves: whoever takes them can write that, too', () => {
    forAll(placed(), ([trail, index]) => {
      const forged = [...trail.with(index, withoutFacts(trail[index]!)), erasure(trail)]
      for (const proof of [{}, { isErased: false }, { anchor: trail.at(-1)! }])
        expect(found(forged, proof)).toEqual([index + 1, 'erasureUnproven'])
    })
  })

  it('are one without it, or behind it', () => {
    forAll(placed(), ([trail, index]) => {
      const rest = trail.with(index, withoutFacts(trail[index]!))
      expect(found(rest)).toEqual([index + 1, 'factsRemoved'])
    })
    forAll(trails(1), trail => {
      const note = erasure(trail)
      const later = nextEntry(note, '2030-01-02T00:00:00.000Z', [{ what: 'viewed', by: 'me' }], () => 'cd')
      expect(found([...trail, note, withoutFacts(later)], { isErased: true })).toEqual([
        trail.length + 2,
        'factsRemoved',
      ])
    })
  })

  it('are one where the salt was left, or the salt alone is gone', () => {
    forAll(placed(), ([trail, index]) => {
      const salted = changed(trail[index]!, ({ facts: _facts, ...event }) => event)
      const bare = changed(trail[index]!, ({ salt: _salt, ...event }) => event)
      for (const entry of [salted, bare])
        expect(found([...trail.with(index, entry), erasure(trail)])).toEqual([index + 1, 'factsAltered'])
    })
  })
})

it('is answered page by page, each with the break in it', () => {
  forAll(placed(2), ([trail, index]) => {
    const page = {
      before: index === 0 ? trailStart(key) : trail[index - 1]!,
      entries: trail.slice(index),
      erasures: [],
    }
    const record = { ...key, price: 450 }
    expect(toCheckedPage(record, page)).toEqual({ ...key, broken: null, entries: page.entries })
    const [first, ...others] = page.entries
    const bent = { ...page, entries: [{ ...first!, at: 'another time' }, ...others] }
    const reason = 'the entry is not what its digest was made of'
    const broken = { place: index + 1, kind: 'altered', reason }
    expect(toCheckedPage(record, bent)).toEqual({ ...key, broken, entries: bent.entries })
  })
})

describe('with a place that was noted before', () => {
  it('a sound trail holds, however it grew since', () => {
    forAll(placed(), ([trail, index]) => {
      expect(findTrailBreak(key, trail, { anchor: trail[index]! })).toBeUndefined()
    })
  })

  it('a trail whose end was cut off is broken behind what is left', () => {
    forAll(placed(), ([trail, index]) => {
      expect(findTrailBreak(key, trail.slice(0, index), { anchor: trail.at(-1)! })).toMatchObject({
        place: index + 1,
        kind: 'removed',
      })
    })
  })

  it('a trail that was written anew as a whole is broken at that place', () => {
    forAll(trails(1), trails(12), (trail, anew) => {
      const noted = trail.at(-1)!
      fc.pre(anew[noted.n - 1]!.digest !== noted.digest)
      expect(findTrailBreak(key, anew)).toBeUndefined()
      expect(findTrailBreak(key, anew, { anchor: noted })).toMatchObject({ place: noted.n, kind: 'forged' })
    })
  })
})
