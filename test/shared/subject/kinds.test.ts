import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Kind, sealedKindOf } from '../../../shared/table/kind.ts'
import { exportedKinds, kinds, told } from '../../../shared/subject/kinds.ts'
import { keyOf } from '../../support/keys-of-kinds.ts'
import { filesMatching } from '../../support/source-imports.ts'

const root = join(import.meta.dirname, '../../..')
const kindFiles = filesMatching('shared/**/{kind,kinds,*-kind,*-kinds}.ts').filter(
  file => !['shared/table/kind.ts', 'shared/subject/kinds.ts'].includes(file),
)

/** What a file defines, by what it calls it. */
const definedIn = async (file: string): Promise<readonly (readonly [string, Kind])[]> =>
  Object.entries((await import(join(root, file))) as Record<string, Kind>).filter(([name]) =>
    name.endsWith('Kind'),
  )

it('lists every kind that a room defines, each once and under a name of its own', async () => {
  const listed: readonly Kind[] = kinds
  const missing = []
  for (const file of kindFiles)
    for (const [name, kind] of await definedIn(file))
      if (!listed.includes(kind)) missing.push(`${name} of ${file}`)
  expect(missing, 'not in shared/subject/kinds.ts').toEqual([])
  expect(kindFiles.length).toBeGreaterThan(20)
  const names = kinds.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

it('defines what is sealed where its keys are, so that nobody can write it who does not know how it lies', async () => {
  for (const file of kindFiles) {
    const all = (await import(join(root, file))) as Record<string, unknown>
    const unknown = Object.keys(all).filter(name => /(?<!Page)Key$/.test(name) && !Object.hasOwn(keyOf, name))
    expect(unknown, `not in test/support/keys-of-kinds.ts, of ${file}`).toEqual([])
    for (const name of Object.keys(all).filter(each => Object.hasOwn(keyOf, each))) {
      const kind = sealedKindOf(keyOf[name]!)
      if (kind) expect(Object.values(all), `${name} of ${file}`).toContain(kind)
    }
  }
})

it('tells in the guides of each kind with something of a person', () => {
  const names: readonly string[] = told.map(({ kind }) => kind.name)
  const untold = kinds.filter(
    kind => 'attributes' in kind && !names.includes('toldWith' in kind ? kind.toldWith : kind.name),
  )
  expect(untold.map(({ name }) => name)).toEqual([])
})

it('leaves each kind of kept data either in an export or out of it for a reason', () => {
  const left = told.filter(({ kind }) => !(exportedKinds as readonly string[]).includes(kind.name))
  expect(left.length).toBeGreaterThan(20)
  for (const each of left)
    expect(each, each.kind.name).toMatchObject({ notExported: expect.stringMatching(/\.$/) })
})

it('exports everything of which an erasure says that it goes', () => {
  const going = told.filter(({ erased }) => /delete|go(es)?\b/.test(erased)).map(({ kind }) => kind.name)
  const kept = going.filter(name => !(exportedKinds as readonly string[]).includes(name))
  // Words of a house and of searches, what stands in the record, and digests of it.
  expect(kept).toEqual(['placeNote', 'caseSearch', 'subject', 'chargeReference', 'caseIndex', 'guard'])
})

it('deletes by what its kind says what goes with an erasure, but for what is more than its kind', () => {
  const going = told.filter(({ erased }) => /delete|go(es)?\b|tombstone|released/.test(erased))
  expect(going.filter(({ kind }) => !('itemsOf' in kind)).map(({ kind }) => kind.name)).toEqual([
    // With the record, in the write of its tombstone.
    'verification',
    'assignment',
    // Facts alone.
    'trail',
    // By the photos that they are of, or by the address.
    'photoLook',
    'placeNote',
    'photo',
    // Bodies and answers alone.
    'event',
    'identityEvent',
    'attempt',
    // By what the record says.
    'reservation',
    'caseSearch',
    'subject',
    'caseIndex',
    // In the bucket.
    'storedPhoto',
    'upload',
    'lateLookup',
    'guard',
  ])
})
