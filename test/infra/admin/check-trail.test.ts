import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { breakKinds, type EntryEvent, type Trail } from '../../../shared/trail/contract.ts'
import { nextEntry } from '../../../shared/trail/entry.ts'
import { run as administer } from './run.ts'

const root = join(import.meta.dirname, '../../..')
const guide = readFileSync(join(root, 'functions/pages/docs/trails.md'), 'utf8')
const blocks = (language: string): string[] =>
  [...guide.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].flatMap(([, own, text]) =>
    own === language ? [text!] : [],
  )
const [example] = blocks('json')

const folder = mkdtempSync(join(tmpdir(), 'check-trail-test-'))
const file = join(folder, 'trail.json')
beforeAll(() => writeFileSync(file, example!))
afterAll(() => rmSync(folder, { recursive: true }))

interface Changed {
  entries: (Record<string, unknown> & { events: Record<string, unknown>[] })[]
}
const run = (command: string, words: readonly string[]) =>
  new Promise<{ code: number; out: string; err: string }>(resolve =>
    execFile(command, words, { cwd: root }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    ),
  )
const check = (...words: string[]) => administer(['trail', 'check', ...words])
const verify = (file: string, anchor?: string) =>
  check('--file', file, ...(anchor === undefined ? [] : ['--place', anchor]))
const verifyChanged = (change: (trail: Changed) => void) => {
  const trail = JSON.parse(example!)
  change(trail)
  const changed = join(folder, 'changed.json')
  writeFileSync(changed, JSON.stringify(trail))
  return verify(changed)
}

describe('the guide to trails', () => {
  const shown = blocks('console')
    .flatMap(block => block.split(/^\$ /m).slice(1))
    .map(text => [text.slice(0, text.indexOf('\n')), text.slice(text.indexOf('\n') + 1)] as const)

  it.each(shown)('shows what is printed by %s', async (command, printed) => {
    const here = command.replace('npm run --silent admin --', `${process.execPath} infra/admin/main.ts`)
    expect(await run('sh', ['-c', here.replace('trail.json', file)])).toEqual({
      code: 0,
      out: printed,
      err: '',
    })
  })

  it('shows commands, and names every way of being broken', () => {
    expect(shown).toHaveLength(4)
    const [words = ''] = /^\| word \|[\s\S]*?\n\n/m.exec(guide) ?? []
    const named = [...words.matchAll(/^\| `(\w+)` \|/gm)].map(([, word]) => word)
    expect(named).toEqual([...breakKinds])
  })
})

it.each<[string, (trail: Changed) => void]>([
  [
    'entry 1 (altered): the entry is not what its digest was made of',
    ({ entries }) => (entries[0]!.events[0]!.by = 'agent-2'),
  ],
  ['entry 1 (removed): the entry is missing', ({ entries }) => entries.shift()],
  ['entry 1 (moved): another entry stands here', ({ entries }) => entries.reverse()],
  [
    'entry 2 (factsAltered): the facts are not those of the entry',
    ({ entries }) => (entries[1]!.events[0]!.facts = {}),
  ],
  ['entry 2 (altered): n is not of its form', ({ entries }) => (entries[1]!.n = 'two')],
  ['entry 2 (altered): note belongs to no entry', ({ entries }) => (entries[1]!.note = 'added')],
  [
    'entry 2 (altered): events.0.note belongs to no entry',
    ({ entries }) => (entries[1]!.events[0]!.note = 'added'),
  ],
])('ends with 1 where a trail is broken at %s', async (entry, change) => {
  expect(await verifyChanged(change)).toEqual({ code: 1, out: '', err: `broken at ${entry}\n` })
})

it('says that a place noted before is gone', async () => {
  const { entries } = JSON.parse(example!) as Trail
  const noted = `2:${entries[1]!.digest}`
  const cut = join(folder, 'cut.json')
  writeFileSync(cut, JSON.stringify({ ...JSON.parse(example!), entries: entries.slice(0, 1) }))
  const first = `1:${entries[0]!.digest}`
  expect((await verify(cut, first)).out).toBe(`ok, 1 entry\n${first}\n`)
  expect(await verify(cut, noted)).toEqual({
    code: 1,
    out: '',
    err: 'broken at entry 2 (removed): the entry is missing\n',
  })
  expect((await verify(file, noted.replace(/.$/, '0'))).err).toMatch(/^broken at entry 2 \(forged\): /)
})

it('says which entries a place does not prove, and the place to note', async () => {
  const { entries } = JSON.parse(example!) as Trail
  const [first, newest] = entries.map(({ n, digest }) => `${n}:${digest}`)
  expect(await verify(file)).toEqual({
    code: 1,
    out: '',
    err: `unproven: 2 entries, each follows the one before, and no place proves them\n${newest}\n`,
  })
  expect(await verify(file, first)).toEqual({
    code: 1,
    out: '',
    err: `unknown: 1 entry after entry 1, up to which all is proven\n${newest}\n`,
  })
})

it('takes an erasure as proven by a place that is not before it, and by no other', async () => {
  const { entries, ...key } = JSON.parse(example!) as Trail
  const note = nextEntry(entries[1]!, entries[1]!.at, [{ what: 'erased', by: 'operator' }], () => 'ab')
  const erased = join(folder, 'erased.json')
  const withoutFacts = ({ facts: _, salt: __, ...event }: EntryEvent) => event
  const bare = { ...entries[1]!, events: entries[1]!.events.map(withoutFacts) }
  writeFileSync(erased, JSON.stringify({ ...key, entries: [entries[0], bare, note] }))
  expect((await verify(erased, `3:${note.digest}`)).code).toBe(0)
  for (const anchor of [`2:${entries[1]!.digest}`, undefined])
    expect((await verify(erased, anchor)).err).toMatch(/^broken at entry 2 \(erasureUnproven\): /)
})

it('says in a line what it cannot read', async () => {
  writeFileSync(join(folder, 'text.json'), 'no trail')
  expect(await verify(join(folder, 'text.json'))).toMatchObject({
    code: 1,
    err: `${folder}/text.json: no JSON\n`,
  })
  writeFileSync(join(folder, 'list.json'), '[]')
  writeFileSync(join(folder, 'more.json'), JSON.stringify({ ...JSON.parse(example!), note: 'added' }))
  expect((await verify(join(folder, 'more.json'))).err).toBe('no trail: note belongs to no trail\n')
  expect((await verify(join(folder, 'list.json'))).err).toMatch(/^no trail: it is not of its form/)
  expect(await verify(join(folder, 'none.json'))).toMatchObject({
    code: 1,
    err: expect.stringMatching(/ENOENT/),
  })
  expect(await verify(file, '2')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^2: expected a place/),
  })
  expect(await check()).toEqual({ code: 2, out: '', err: '--file: it is needed\n' })
})
