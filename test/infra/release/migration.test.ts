import {
  BatchWriteItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  ScanCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { beforeAll, describe, expect, it } from 'vitest'
import { IncompleteError } from '../../../infra/admin/target.ts'
import { migrateTable } from '../../../infra/admin/migrate.ts'
import { showMigrated } from '../../../infra/admin/migrated.ts'
import { type Release, thisRelease } from '../../../infra/release/formats.ts'
import { type MigratedTable, toStored } from '../../../infra/release/migration/items.ts'
import { readFormat } from '../../../infra/release/migration/position.ts'
import type { MigrationOptions } from '../../../infra/release/migration/run.ts'
import { migrations } from '../../../shared/migrations.ts'
import { dataFormatKey, dataFormatPartition } from '../../../shared/format/data-format-kind.ts'
import type { MigrationStep } from '../../../shared/format/migration.ts'
import type { Item, Key } from '../../../shared/table/port.ts'
import { startTable } from '../../support/table.ts'

/* A format 2 that was never released: names in two fields, an index of cases, and no more drafts. */

const formats = [1, 2].map(format => ({ format, read: `1.${format - 1}.0`, written: `1.${format}.0` }))
const release: Release = { version: '1.2.0', readsFrom: 1, readsTo: 2, writes: 2, formats }

const numberOf = ({ pk }: Key): number => Number(pk.split('#')[1])
const entryKeyOf = (n: number): Key => ({ pk: `case-of#${n % 7}`, sk: `${n}` })

const splitNames: MigrationStep = {
  name: 'person names',
  from: 1,
  to: 2,
  kind: 'rewrite',
  isOld: ({ pk, name }) => pk.startsWith('person#') && name !== undefined,
  rewrite: ({ name, ...rest }) => {
    const [firstname, lastname] = String(name).split(' ')
    return { ...rest, firstname, lastname }
  },
}
const listCases: MigrationStep = {
  name: 'cases in the search',
  from: 1,
  to: 2,
  kind: 'fill',
  entriesOf: item =>
    item.pk.startsWith('case#')
      ? [{ ...entryKeyOf(numberOf(item)), title: item.title, by: 'migration' }]
      : [],
}
const removeDrafts: MigrationStep = {
  name: 'drafts',
  from: 1,
  to: 2,
  kind: 'remove',
  isOld: ({ pk }) => pk.startsWith('draft#'),
}
const steps = [splitNames, listCases, removeDrafts]

const people = 25_000
const cases = 12_500
const drafts = 12_500

const rowsOf = (kind: string, count: number, fields: (n: number) => object): readonly (Item & Key)[] =>
  Array.from({ length: count }, (_, n) => ({ pk: `${kind}#${n}`, sk: kind, ...fields(n) }))

const table = (): MigratedTable => ({ client: new DynamoDBClient({}), name: process.env.TABLE_NAME! })

const put = async ({ client, name }: MigratedTable, rows: readonly object[]): Promise<void> => {
  const batches = Array.from({ length: Math.ceil(rows.length / 25) }, (_, n) =>
    rows.slice(n * 25, n * 25 + 25),
  )
  for (let first = 0; first < batches.length; first += 8)
    await Promise.all(
      batches.slice(first, first + 8).map(batch =>
        client.send(
          new BatchWriteItemCommand({
            RequestItems: { [name]: batch.map(row => ({ PutRequest: { Item: toStored(row) } })) },
          }),
        ),
      ),
    )
}

const format = (newest: number) => ({ ...dataFormatKey(), oldest: 1, newest, reads: 2, release: '1.2.0' })

const readAll = async ({ client, name: TableName }: MigratedTable): Promise<readonly (Item & Key)[]> => {
  const found: (Item & Key)[] = []
  let ExclusiveStartKey: Record<string, never> | undefined
  do {
    const page = await client.send(new ScanCommand({ TableName, ExclusiveStartKey, ConsistentRead: true }))
    found.push(...(page.Items ?? []).map(item => unmarshall(item) as Item & Key))
    ExclusiveStartKey = page.LastEvaluatedKey as Record<string, never> | undefined
  } while (ExclusiveStartKey)
  return found.filter(({ pk }) => pk !== dataFormatPartition)
}

const said: string[] = []
let runners = 0
const optionsOf = (changes: Partial<MigrationOptions> = {}) => ({
  log: (line: string) => void said.push(line),
  estimatedItems: people + cases + drafts,
  runner: `runner-${++runners}`,
  mostWritesPerSecond: 1_000_000,
  leaseMs: 60_000,
  logEveryMs: 0,
  isDryRun: false,
  ...changes,
})
const migrate = (of: MigratedTable, changes: Partial<ReturnType<typeof optionsOf>> = {}) =>
  migrateTable(of, { release, steps }, optionsOf(changes))

/** Its process dies at this call: nothing is sent any more. */
const dyingAt = (calls: number): MigratedTable => {
  const { client, name } = table()
  let left = calls
  const send = client.send.bind(client)
  client.send = ((command: never) => {
    if (left-- <= 0) return Promise.reject(new Error('died'))
    return send(command)
  }) as typeof client.send
  return { client, name }
}

/** Works as the stage does: counts on people, whatever their form, and erases some cases with their entries. */
const openStage = (of: MigratedTable) => {
  const touched = new Map<number, number>()
  const erased = new Set<number>()
  let isOpen = true
  const touch = async (n: number): Promise<void> => {
    await of.client.send(
      new UpdateItemCommand({
        TableName: of.name,
        Key: toStored({ pk: `person#${n}`, sk: 'person' }),
        UpdateExpression: 'ADD touched :one',
        ExpressionAttributeValues: toStored({ ':one': 1 }),
      }),
    )
    touched.set(n, (touched.get(n) ?? 0) + 1)
  }
  const erase = async (n: number): Promise<void> => {
    // The item first, as an erasure does: whoever lists it afterwards finds it gone.
    for (const key of [{ pk: `case#${n}`, sk: 'case' }, entryKeyOf(n)])
      await of.client.send(new DeleteItemCommand({ TableName: of.name, Key: toStored(key) }))
    erased.add(n)
  }
  const work = async (): Promise<void> => {
    for (let n = 0; isOpen; n++) {
      await touch((n * 7919) % people)
      if (n % 10 === 0) await erase((n * 104_729) % cases)
    }
  }
  const working = work()
  return {
    touched,
    erased,
    close: async () => {
      isOpen = false
      await working
    },
  }
}

const patience = 600_000

describe('50,000 rows beside a stage that works', () => {
  beforeAll(async () => {
    await startTable()
    await put(table(), [
      format(2),
      ...rowsOf('person', people, n => ({
        name: `Ada${n} Obi${n}`,
        touched: 0,
        photo: new Uint8Array([n % 256]),
      })),
      ...rowsOf('case', cases, n => ({ title: `case ${n}` })),
      ...rowsOf('draft', drafts, n => ({ text: `draft ${n}` })),
    ])
  }, patience)

  it(
    'are counted by a dry run, which changes nothing',
    async () => {
      const before = await readAll(table())
      const counted = await migrate(table(), { isDryRun: true })
      const items = { 'person names': people, 'cases in the search': cases, drafts }
      expect(counted).toEqual({ dryRun: true, from: 1, to: 2, items })
      expect(showMigrated(counted)).toBe(
        'person names: 25,000 items to do\ncases in the search: 12,500 items to do\ndrafts: 12,500 items to do\nNothing was changed: this is what leads from format 1 to 2.',
      )
      expect(said.at(-1)).toMatch(/^counting: 50,000 of about 50,000 items, [\d,]+ a second, about 0 s left$/)
      expect(await readAll(table())).toEqual(before)
    },
    patience,
  )

  it(
    'are migrated past a crash: nothing is lost, nothing comes back, and no writer is overwritten',
    async () => {
      const stage = openStage(table())
      await expect(migrate(dyingAt(20_000), { leaseMs: 5000 })).rejects.toThrow('died')
      // Nobody else works on it as long as the one that died might.
      await expect(migrate(table())).rejects.toThrow('another migration goes on here')
      expect(await readFormat(table())).toMatchObject({ oldest: 1, newest: 2 })
      await new Promise(resolve => setTimeout(resolve, 5500))
      said.length = 0
      const migrated = await migrate(table())
      await stage.close()
      expect(said[0]).toMatch(/^going on after [\d,]+ items$/)
      expect(said.some(line => /^verifying: /.test(line))).toBe(true)
      expect(migrated).toMatchObject({ dryRun: false, from: 1, to: 2 })
      expect(await readFormat(table())).toEqual({
        ...dataFormatKey(),
        oldest: 2,
        newest: 2,
        reads: 2,
        release: '1.2.0',
      })

      const rows = await readAll(table())
      const byKind = (kind: string) => rows.filter(({ pk }) => pk.startsWith(`${kind}#`))
      const found = byKind('person')
      expect(found.length).toBe(people)
      const wrong = found.filter(row => {
        const n = numberOf(row)
        const { firstname, lastname, name, touched, photo } = row
        const isWhole = firstname === `Ada${n}` && lastname === `Obi${n}` && name === undefined
        return !isWhole || touched !== (stage.touched.get(n) ?? 0) || (photo as Uint8Array)[0] !== n % 256
      })
      expect(wrong).toEqual([])
      expect(stage.touched.size).toBeGreaterThan(100)
      expect(stage.erased.size).toBeGreaterThan(10)
      expect(byKind('draft')).toEqual([])
      const kept = byKind('case').map(numberOf)
      expect(kept.length).toBe(cases - stage.erased.size)
      const listed = byKind('case-of').map(({ sk }) => Number(sk))
      expect(listed.toSorted((a, b) => a - b)).toEqual(kept.toSorted((a, b) => a - b))
    },
    patience,
  )

  it(
    'are left alone by a second run',
    async () => {
      const before = await readAll(table())
      const again = await migrate(table())
      expect(again).toEqual({ dryRun: false, from: 2, to: 2, items: {} })
      expect(showMigrated(again)).toBe('Nothing is to be migrated: all data is of format 2.')
      expect(await readAll(table())).toEqual(before)
    },
    patience,
  )
})

describe('a small table', () => {
  const person = { pk: 'person#1', sk: 'person', name: 'Ada Obi' }
  const begin = async (...rows: readonly object[]): Promise<MigratedTable> => {
    await startTable()
    await put(table(), rows)
    return table()
  }

  it('is not migrated before the stage writes the newer form', async () => {
    const of = await begin(format(1), person)
    expect(await migrate(of)).toEqual({ dryRun: false, from: 1, to: 1, items: {} })
    expect(await readAll(of)).toEqual([person])
  })

  it('is not migrated by a release that writes the older form', async () => {
    const of = await begin(format(2), person)
    const options = optionsOf()
    const older = { release: { ...release, version: '1.1.0', writes: 1 }, steps }
    expect(await migrateTable(of, older, options)).toEqual({ dryRun: false, from: 1, to: 1, items: {} })
  })

  it('is refused where it says no format', async () => {
    await expect(migrate(await begin(person))).rejects.toThrow(
      'the data says no format yet: deploy a release first',
    )
  })

  it(
    'can be migrated at any point after a crash',
    async () => {
      for (let calls = 0; ; calls++) {
        const of = await begin(
          format(2),
          person,
          { pk: 'case#1', sk: 'case', title: 'one' },
          { pk: 'draft#1', sk: 'draft' },
        )
        const died = await migrate(dyingAt(calls), { leaseMs: 0 }).then(
          () => false,
          () => true,
        )
        if (died) await migrate(of, { leaseMs: 1000 })
        expect(await readAll(of)).toEqual(
          expect.arrayContaining([
            { pk: 'person#1', sk: 'person', firstname: 'Ada', lastname: 'Obi' },
            { pk: 'case#1', sk: 'case', title: 'one' },
            { ...entryKeyOf(1), title: 'one', by: 'migration' },
          ]),
        )
        expect((await readAll(of)).length).toBe(3)
        expect(await readFormat(of)).toMatchObject({ oldest: 2 })
        if (!died) break
      }
    },
    patience,
  )

  it('says what is left where something writes the old form on, and is not called migrated', async () => {
    const of = await begin(format(2), person)
    const stubborn: MigrationStep = {
      ...splitNames,
      rewrite: item => ({ ...item, seen: Number(item.seen ?? 0) + 1 }),
    }
    const run = migrateTable(of, { release, steps: [stubborn] }, optionsOf())
    await expect(run).rejects.toThrow(
      new IncompleteError('person names: 1 items are of the old form: run the same command again'),
    )
    expect(await readFormat(of)).toMatchObject({ oldest: 1 })
  })

  it('keeps an entry that the stage has made by now', async () => {
    const own = { ...entryKeyOf(1), title: 'a newer title', by: 'stage' }
    const of = await begin(format(2), { pk: 'case#1', sk: 'case', title: 'one' }, own)
    await migrate(of)
    expect((await readAll(of)).find(({ pk }) => pk === own.pk)).toEqual(own)
  })

  it('refuses a rewrite that moves an item, and writes nothing', async () => {
    const of = await begin(format(2), person)
    const moving: MigrationStep = { ...splitNames, rewrite: item => ({ ...item, pk: 'elsewhere' }) }
    const run = migrateTable(of, { release, steps: [moving] }, optionsOf())
    await expect(run).rejects.toThrow('person names: a rewrite keeps the key')
    expect(await readAll(of)).toEqual([person])
  })
})

it('leads this release from each format that it reads to the one that it writes', () => {
  const { readsTo } = thisRelease
  for (const { name, from, to } of migrations) {
    expect(to, name).toBe(from + 1)
    expect(to, name).toBeLessThanOrEqual(readsTo)
  }
  expect(new Set(migrations.map(({ name }) => name)).size).toBe(migrations.length)
})
