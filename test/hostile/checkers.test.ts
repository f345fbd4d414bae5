import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { TrailEvent } from '../../shared/trail/entry.ts'
import {
  all,
  alter,
  type Change,
  checkFiled,
  copy,
  drop,
  edit,
  entries,
  filed,
  flipped,
  logOf,
  photoSlots,
  put,
  withLog,
} from '../support/filed.ts'
import { follow, receipt, receiptClaims, receiptTrail } from '../support/receipt-example.ts'

/* Somebody alters the folder that a customer filed, and the file that we hand out is to say so of each part. */

const [one, other] = photoSlots.map(slot => `photos/${slot}.jpeg`) as [string, string]
const linked = `photos/${receiptClaims.verificationId}-${photoSlots[0]!.replace('.', '-')}.jpeg`

const later = (...events: readonly TrailEvent[]) => follow(receiptTrail.at(-1)!, events)
const erased: TrailEvent = { what: 'erased', by: 'operator' }
const bare = receiptTrail.map(entry => ({
  ...entry,
  events: entry.events.map(({ facts, salt, ...event }) =>
    Object.keys(facts!).length === 0 ? { ...event, facts, salt } : event,
  ),
}))
const [note] = later(erased)
const [withNote, bareWithNote] = [receiptTrail, bare].map(list => [...list, note!])
const hour = '2026-11-21T14'
const logged = [entries(withNote!), withLog(logOf(hour, note!))]

const alterations: Readonly<Record<string, Change>> = {
  nothing: () => undefined,
  'a photo is altered': alter(one),
  'an altered photo lies beside the right one': all(copy(one, linked), alter(linked)),
  'the right photo lies beside an altered one': all(copy(one, linked), alter(one)),
  'a photo is missing': drop(one),
  'two photos changed places': all(copy(one, 'x'), copy(other, one), copy('x', other), drop('x')),
  'a photo has a name of nobody’s': all(copy(one, 'photos/gate.jpeg'), drop(one)),
  'a file lies there that nobody names': put('photos/notes.txt', Buffer.from('hello')),
  'a folder lies among the photos': copy(one, 'photos/more/one.jpeg'),
  'a file’s name speaks': copy(one, 'photos/x\nproven: all.jpeg'),
  'facts were taken out, under a forged erasure': entries(bareWithNote!),
  'facts were taken out': entries(bare),
  'facts of one entry were taken out': entries(withNote!.with(3, bare[3]!)),
  'facts are others': edit('trail.json', '"outcome":"verified"', '"outcome":"noAccess"'),
  'three entries were invented': entries([...receiptTrail, ...later(erased, erased, erased)]),
  'an entry was invented that follows none': entries([
    ...withNote!,
    ...follow({ n: 5, digest: '0'.repeat(64) }, [erased]),
  ]),
  'an entry was made up of others': entries([...withNote!, { ...note, n: 6 }]),
  'an entry stands there twice': entries(receiptTrail.toSpliced(1, 0, receiptTrail[1]!)),
  'an entry stands there again': entries([...receiptTrail, receiptTrail[0]!]),
  'two entries changed places': entries([0, 2, 1, 3].map(at => receiptTrail[at]!)),
  'all entries are the other way round': entries(receiptTrail.toReversed()),
  'an entry is missing': entries(receiptTrail.toSpliced(1, 1)),
  'the end is missing': entries(receiptTrail.slice(0, 2)),
  'all entries are missing': entries([]),
  'who did it is another': edit('trail.json', '"by":"reviewer-1"', '"by":"reviewer-2"'),
  'a name stands there twice': edit('trail.json', '"by":"agent-1"', '"by":"me","by":"agent-1"'),
  'an entry says more': entries(receiptTrail.with(1, Object.assign({}, receiptTrail[1]!, { note: 'x' }))),
  'an event says more': entries(
    receiptTrail.with(1, {
      ...receiptTrail[1]!,
      events: [Object.assign({}, receiptTrail[1]!.events[0]!, { note: 'x' })],
    }),
  ),
  'an entry tells of more': entries(
    receiptTrail.with(1, { ...receiptTrail[1]!, events: [...receiptTrail[1]!.events, ...note!.events] }),
  ),
  'an entry tells of nothing': entries(receiptTrail.with(1, { ...receiptTrail[1]!, events: [] })),
  'the trail says more': entries(receiptTrail, { note: 'x' }),
  'the trail says that it is broken': entries(receiptTrail, { broken: { place: 1 } }),
  'the trail is another’s': entries(receiptTrail, { verificationId: 7 }),
  'the event is altered': alter('event.json'),
  'the receipt is altered': alter('receipt.jws'),
  'the key is another': edit('keys.json', '"x":"11', '"x":"12'),
  'the key has another name': edit('keys.json', '"kid":"kP', '"kid":"kQ'),
  'the key’s time begins later': edit('keys.json', '1970-', '1980-'),
  'the key’s time ends': edit('keys.json', '"until":null', '"until":"2030-01-01T00:00:00.000Z"'),
  'there are no keys': put('keys.json', Buffer.from('{"keys":[]}')),
  'the list of keys says more': edit('keys.json', '{"keys"', '{"note":"x","keys"'),
  'the trail is gone': drop('trail.json'),
  'there is a second event': copy('event.json', 'second.json'),
  'an erasure is in the log': all(entries(bareWithNote!), withLog(logOf(hour, note!))),
  'another erasure is in the log': all(
    entries(bareWithNote!),
    withLog(logOf(hour, { ...note!, digest: '1'.repeat(64) })),
  ),
  'the log has an entry that is not there': withLog(logOf(hour, note!)),
  'the log has another entry than the receipt': withLog(logOf(hour, { ...note!, n: 4 })),
  'a leaf is altered': all(...logged, alter(`log/leaves/${hour}.ndjson`)),
  'leaves go on': all(...logged, edit(`log/leaves/${hour}.ndjson`, '\n', '\n[]')),
  'a head is altered': all(...logged, alter(`log/heads/${hour}.jws`)),
  'leaves have no head': all(...logged, copy('event.json', 'log/leaves/2026-11-21T15.ndjson')),
}

/** What is told of each: the exit code, and a line for each part that is not proven. */
const told = new Map(
  readFileSync(new URL('checkers.txt', import.meta.url), 'utf8')
    .split('\n\n')
    .map(text => [text.split('\n')[0]!, text.trimEnd().split('\n').slice(1)] as const),
)

describe('where in the folder is altered', () => {
  it.each(Object.entries(alterations))('%s, every change is reported', (what, change) => {
    const files = filed()
    change(files)
    const { code, lines } = checkFiled(files)
    const others = lines.filter(line => what === 'nothing' || !line.startsWith('proven '))
    expect([`exit ${code}`, ...others]).toEqual(told.get(what))
  })
})

const irrelevant: Readonly<Record<string, Change>> = {
  'a line break behind the receipt': edit('receipt.jws', receipt, `${receipt}\n`),
  'spaces in the list of keys': edit('keys.json', '{"keys":[', ' {\n"keys" : [ '),
  'spaces in the trail': edit('trail.json', ',"entries":', ',\t"entries" : '),
  'a photo called as its link calls it': all(copy(one, linked), drop(one)),
  'a photo called .jpg': all(copy(one, one.replace('jpeg', 'jpg')), drop(one)),
  'a photo twice, by two of its names': copy(one, linked),
}

it.each(Object.entries(irrelevant))('all is proven with %s', (_, change) => {
  const files = filed()
  change(files)
  expect(checkFiled(files)).toMatchObject({ code: 0 })
})

/** Numbers below one, the same ones for a seed (mulberry32). */
const numbersFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

it('every random change of the folder is reported', () => {
  const next = numbersFrom(23)
  const below = (end: number) => Math.floor(next() * end)
  const oneOf = <Each>(list: Iterable<Each>): Each => {
    const all = [...list]
    return all[below(all.length)]!
  }
  const elsewhere = () => oneOf(['photos/a.jpeg', 'photos/.b', 'photos/c/d', 'second.json'])
  const changes: Readonly<Record<string, Change>> = {
    flip: files => {
      const name = oneOf(files.keys())
      const bytes = files.get(name)!
      files.set(name, flipped(bytes, below(bytes.length), below(8)))
    },
    cut: files => {
      const name = oneOf(files.keys())
      const bytes = files.get(name)!
      files.set(name, bytes.subarray(0, below(bytes.length)))
    },
    drop: files => drop(oneOf(files.keys()))(files),
    add: files => put(elsewhere(), Buffer.from(`${next()}`))(files),
    rename: files => {
      const name = oneOf(files.keys())
      all(copy(name, elsewhere()), drop(name))(files)
    },
    exchange: files => {
      const [name, ...others] = [...files.keys()].toSorted(() => next() - 0.5)
      const [mine, theirs] = [files.get(name!)!, files.get(others[0]!)!]
      files.set(name!, theirs).set(others[0]!, mine)
    },
    'drop entries': entries(receiptTrail.toSpliced(below(4), 1 + below(3))),
    'double an entry': files => entries(receiptTrail.toSpliced(below(5), 0, oneOf(receiptTrail)))(files),
    'move entries': files => entries([...receiptTrail.slice(1 + below(2)), receiptTrail[0]!])(files),
    'erase facts': files =>
      entries([...oneOf([receiptTrail.with(2, bare[2]!), receiptTrail.with(3, bare[3]!), bare]), note!])(
        files,
      ),
    'add entries': files => entries([...receiptTrail, ...later(...Array(1 + below(5)).fill(erased))])(files),
  }
  const untold = [...Array(5000).keys()].flatMap(round => {
    const what = oneOf(Object.keys(changes))
    const files = filed()
    changes[what]!(files)
    return checkFiled(files).code === 0 ? [`${round}: ${what}`] : []
  })
  expect(untold).toEqual([])
})
