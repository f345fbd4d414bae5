import { isDeepStrictEqual } from 'node:util'
import { DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb'
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Attributes, fromAttributes } from '../../../shared/aws/attributes.ts'
import { database } from '../../../shared/table/driver.ts'
import {
  type Condition,
  ConditionFailedError,
  type Database,
  type Item,
  type NamedWrites,
  type Query,
  type Write,
} from '../../../shared/table/port.ts'
import { startTable } from '../../support/table.ts'
import { evaluatorOf } from '../../simulation/expression.ts'
import { type ItemChange, openDatabase, openMemoryTable } from '../../simulation/memory-table.ts'

const TableName = 'table-test'

/** Of a table with one shard. Each call reads on from where the last one ended. */
const openStream = async (endpoint: string): Promise<() => Promise<readonly ItemChange[]>> => {
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const
  await new DynamoDBClient({}).send(new UpdateTableCommand({ TableName, StreamSpecification }))
  const streams = new DynamoDBStreamsClient({ endpoint })
  const StreamArn = (await streams.send(new ListStreamsCommand({ TableName }))).Streams!.at(-1)!.StreamArn!
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }))
  const { ShardId } = StreamDescription!.Shards![0]!
  const start = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' } as const
  let { ShardIterator } = await streams.send(new GetShardIteratorCommand(start))
  const itemIn = (image: unknown) => fromAttributes<Item>(image as Attributes | undefined)
  return async () => {
    const changes: ItemChange[] = []
    for (;;) {
      const { Records = [], NextShardIterator } = await streams.send(new GetRecordsCommand({ ShardIterator }))
      ShardIterator = NextShardIterator
      if (Records.length === 0) return changes
      // Dynoxide tells of some updates that changed nothing; DynamoDB of none.
      for (const { dynamodb: { OldImage, NewImage } = {} } of Records)
        if (!isDeepStrictEqual(OldImage, NewImage))
          changes.push({ before: itemIn(OldImage), after: itemIn(NewImage) })
    }
  }
}

/** DynamoDB Local ends shards and trims records while they are read: what it tells is not compared. */
const tellsAll = process.env.DYNAMODB_ENDPOINT === undefined
let readStream: () => Promise<readonly ItemChange[]>

beforeAll(async () => {
  const endpoint = await startTable()
  if (tellsAll) readStream = await openStream(endpoint)
})

/** Only the changes of one item are in an order. */
const byItem = (changes: readonly ItemChange[]) =>
  Object.fromEntries(Map.groupBy(changes, ({ before, after }) => `${(after ?? before)!.sk}`))

/** By the names that conditions use; those that have an order come first. */
const values: readonly unknown[] = [
  -1,
  0,
  1.5,
  10,
  'a',
  'b',
  'ẹ',
  '😀',
  '\uffee',
  '',
  Uint8Array.of(0),
  Uint8Array.of(255, 1),
  true,
  false,
  null,
  [],
  [1, 'a'],
  [{ what: 'a' }],
  { a: 1 },
  { a: { b: 'a' } },
]
const orderedValues = 12
const valueName = fc.nat({ max: values.length - 1 }).map(index => `:v${index}`)
const orderedValueName = fc.nat({ max: orderedValues - 1 }).map(index => `:v${index}`)
const name = fc.constantFrom('a', 'b', 'c')
const path = fc.oneof(
  { weight: 4, arbitrary: name.map(each => `#${each}`) },
  fc.constantFrom('#a[0]', '#a[0].#what', '#b.#a', '#b.#a.#b'),
)

const joined = (texts: readonly string[], word: string) => texts.map(text => `(${text})`).join(` ${word} `)
const expression = fc.letrec<{ any: string }>(tie => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc
      .tuple(fc.constantFrom('attribute_exists', 'attribute_not_exists'), path)
      .map(([test, at]) => `${test}(${at})`),
    fc.tuple(path, fc.constantFrom('=', '<>'), valueName).map(words => words.join(' ')),
    fc.tuple(path, fc.constantFrom('<', '<=', '>', '>='), orderedValueName).map(words => words.join(' ')),
    fc.tuple(path, valueName, valueName).map(([at, one, other]) => `${at} IN (${one}, ${other})`),
    fc.array(tie('any'), { minLength: 2, maxLength: 3 }).map(texts => joined(texts, 'AND')),
    fc.array(tie('any'), { minLength: 2, maxLength: 3 }).map(texts => joined(texts, 'OR')),
    fc
      .tuple(tie('any'), tie('any'), tie('any'))
      .map(([one, other, last]) => `${one} OR ${other} AND ${last}`),
    tie('any').map(text => `NOT (${text})`),
  ),
})).any
const condition: fc.Arbitrary<Condition> = expression.map(when => ({
  when,
  values: Object.fromEntries(
    [...when.matchAll(/:(v(\d+))/g)].map(([, held, index]) => [held!, values[Number(index)]]),
  ),
}))

const partition = 'memory'
const sortKeys = ['1', '2', 'ẹ'] as const
const value = fc.nat({ max: values.length - 1 }).map(index => values[index])
const fields = fc.dictionary(name, value, { maxKeys: 3 })
const indexKeys = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  fc.constantFrom(...sortKeys).map(gsi1sk => ({ gsi1pk: partition, gsi1sk, price: 3, secret: 'left out' })),
  fc.constantFrom(...sortKeys).map(gsi1sk => ({ gsi3pk: partition, gsi1sk, product: 'address', price: 3 })),
  fc.constantFrom('1', '2').map(gsi2sk => ({ gsi2pk: partition, gsi2sk })),
)
const conditional = fc.option(condition).map(found => found && { condition: found })

const writeAt = (sk: string): fc.Arbitrary<Write> => {
  const key = { pk: partition, sk }
  const update = fc.record({
    set: fields,
    once: fields,
    count: fc.integer({ min: -2, max: 2 }),
    isRemoved: fc.boolean(),
    under: conditional,
  })
  return fc.oneof(
    fc.tuple(fields, indexKeys, conditional).map(([some, index, under]) => ({
      put: { ...some, nothing: undefined, ...index, ...key },
      ...under,
    })),
    update.map(({ set, once, count, isRemoved, under }) => ({
      update: key,
      set,
      setOnce: Object.fromEntries(Object.entries(once).filter(([each]) => !(each in set))),
      add: { count },
      ...(isRemoved && { remove: ['gsi1sk'] }),
      ...under,
    })),
    conditional.map(under => ({ delete: key, ...under })),
  )
}

type Writes = readonly [Write, ...Write[]]

/** A write of one item; or of all at once, the last of which may only be looked at. */
const step: fc.Arbitrary<Writes> = fc.oneof(
  fc.constantFrom(...sortKeys).chain(sk => writeAt(sk).map((write): Writes => [write])),
  fc
    .tuple(writeAt('1'), writeAt('2'), fc.oneof(writeAt('ẹ'), condition))
    .map(([one, other, last]): Writes => {
      const isCheck = 'when' in last
      return [one, other, isCheck ? { check: { pk: partition, sk: 'ẹ' }, condition: last } : last]
    }),
)

const range = {
  partition: fc.constant(partition),
  from: fc.constantFrom('1', '2'),
  to: fc.constantFrom('2', 'ẹ'),
  newestFirst: fc.boolean(),
  limit: fc.integer({ min: 1, max: 4 }),
}
/** DynamoDB refuses to filter an index by what it does not project. */
const queries: fc.Arbitrary<Query> = fc.oneof(
  fc.record({ ...range, filter: condition }, { requiredKeys: ['partition'] }),
  fc.record({ ...range, index: fc.constantFrom('gsi1', 'gsi2', 'gsi3') }, { requiredKeys: ['partition'] }),
)

const named = (writes: Writes): NamedWrites =>
  Object.fromEntries(writes.map((write, index) => [['one', 'other', 'last'][index]!, write]))

const outcomeOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    return { answer: (await work) ?? null }
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error
    return { failed: error.failed, items: error.items }
  }
}

/** Of all pages: engines differ in whether a full page is followed by an empty one, and nobody may rely on it. */
const readAll = async (from: Database, query: Query): Promise<readonly Item[]> => {
  const found: Item[] = []
  let after: Item | undefined
  do {
    const page = await from.query<Item>({ ...query, ...(after && { after }) })
    expect(page.items.length).toBeLessThanOrEqual(query.limit ?? Infinity)
    found.push(...page.items)
    ;({ after } = page)
  } while (after)
  return found
}

/** What a query answers, but for the order of entries of an index with the same sort key, which DynamoDB leaves open. */
const sortedAnswer = (items: readonly Item[], { index }: Query) => ({
  order: items.map(item => item[`${index ?? ''}sk`]),
  items: items.toSorted((one, other) => (String(one.sk) < String(other.sk) ? -1 : 1)),
})

const clear = async (): Promise<void> => {
  for (const sk of sortKeys) await database.write({ delete: { pk: partition, sk } })
}

describe('the table in memory does what the real engine does', () => {
  it('in histories of writes and transactions under conditions, of queries, and of what the stream tells', async () => {
    const history = fc.tuple(
      fc.array(step, { minLength: 1, maxLength: 8 }),
      fc.array(queries, { maxLength: 3 }),
    )
    await fc.assert(
      fc.asyncProperty(history, async ([steps, asked]) => {
        await clear()
        if (tellsAll) await readStream()
        const told: ItemChange[] = []
        const table = openMemoryTable(change => told.push(change))
        const inMemory = openDatabase(table, async ({ perform }) => perform())
        for (const writes of steps)
          expect(await outcomeOf(inMemory.transact(named(writes)))).toEqual(
            await outcomeOf(database.transact(named(writes))),
          )
        for (const query of [{ partition }, ...asked])
          expect(sortedAnswer(await readAll(inMemory, query), query)).toEqual(
            sortedAnswer(await readAll(database, query), query),
          )
        if (tellsAll) expect(byItem(told)).toEqual(byItem(await readStream()))
      }),
      { numRuns: 100 },
    )
  })

  it('where many are written, the last of each key', async () => {
    await clear()
    const inMemory = openDatabase(openMemoryTable(), async ({ perform }) => perform())
    const at = (sk: string) => ({ pk: partition, sk })
    for (const each of [inMemory, database]) {
      await each.write({ put: { ...at('1'), a: 'a' } })
      await each.writeMany([
        { delete: at('1') },
        { delete: at('2') },
        { put: { ...at('2'), b: 'b' } },
        { put: { ...at('ẹ'), c: 'c' } },
        { put: { ...at('ẹ'), c: 'd' } },
      ])
      expect(await readAll(each, { partition })).toEqual([
        { ...at('2'), b: 'b' },
        { ...at('ẹ'), c: 'd' },
      ])
    }
  })

  it('where an update returns its new image, and several are read', async () => {
    await clear()
    const inMemory = openDatabase(openMemoryTable(), async ({ perform }) => perform())
    const update = { update: { pk: partition, sk: '1' }, set: { a: 'a' }, add: { count: 2 } }
    for (const each of [inMemory, database]) {
      expect(await each.update(update)).toEqual({ pk: partition, sk: '1', a: 'a', count: 2 })
      expect(await each.getMany([update.update, { pk: partition, sk: '2' }])).toHaveLength(1)
      expect(await each.get(update.update)).toMatchObject({ count: 2 })
    }
  })
})

it.each(['#a ==  :b', '(#a = :b', '#a = :b)', 'size(#a) > :b', '#a IN :b', 'NOT'])(
  'reads nothing that it does not know: %s',
  text => expect(() => evaluatorOf(text)).toThrow(SyntaxError),
)
