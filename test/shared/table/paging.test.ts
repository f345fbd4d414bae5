import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { database } from '../../../shared/table/driver.ts'
import { queryShards } from '../../../shared/table/paging.ts'
import { startTable } from '../../support/table.ts'

beforeAll(startTable)

interface Row {
  readonly sk: string
  readonly isOdd: boolean
}

let lists = 0
/** A list of which each item lies in the part that is drawn for it. */
const written = async (drawn: readonly number[]) => {
  const name = `list-${++lists}`
  const rows = drawn.map((part, index) => ({ part, sk: `${index}`.padStart(3, '0'), isOdd: index % 2 === 1 }))
  const put = ({ part, ...row }: (typeof rows)[number]) =>
    database.write({ put: { ...row, pk: name, gsi1pk: `${name}-${part}`, gsi1sk: row.sk } })
  await Promise.all(rows.map(put))
  return { list: [0, 1, 2, 3].map(part => ({ index: 'gsi1', partition: `${name}-${part}` }) as const), rows }
}

const walked = async (
  list: Parameters<typeof queryShards>[0],
  query: Omit<Parameters<typeof queryShards>[1], 'after'>,
) => {
  const keys: string[] = []
  let after: string | undefined
  do {
    const page = await queryShards<Row>(list, { ...query, after })
    expect(page.items.length).toBeLessThanOrEqual(query.limit)
    keys.push(...page.items.map(({ sk }) => sk))
    after = page.after
  } while (after !== undefined)
  return keys
}

it('gives every item once and in order, however a list lies in its parts and however long its pages are', async () => {
  const draws = fc.array(fc.nat(3), { maxLength: 25 })
  const property = fc.asyncProperty(
    draws,
    fc.integer({ min: 1, max: 9 }),
    fc.boolean(),
    async (drawn, limit, newestFirst) => {
      const { list, rows } = await written(drawn)
      const keys = rows.map(({ sk }) => sk)
      expect(await walked(list, { limit, newestFirst })).toEqual(newestFirst ? keys.toReversed() : keys)
      const range = { from: '005', to: '015' }
      const within = keys.filter(key => key >= range.from && key <= range.to)
      expect(await walked(list, { limit, ...range })).toEqual(within)
    },
  )
  await fc.assert(property, { numRuns: 25 })
})

it('fills its pages where more follows', async () => {
  const { list } = await written(Array.from({ length: 40 }, (_, index) => (index * 7) % 4))
  const page = await queryShards<Row>(list, { limit: 10 })
  expect(page.items).toHaveLength(10)
  expect(page.after).toBe('009')
})

it('leaves nothing out that a filter has kept on a later page', async () => {
  const { list, rows } = await written(Array.from({ length: 40 }, (_, index) => (index % 5) % 4))
  const odd = rows.filter(({ isOdd }) => isOdd).map(({ sk }) => sk)
  // The index has no such attribute of ours, so that the filter goes by the sort key's own table attribute.
  const filter = { when: '#sk IN (:a, :b, :c)', values: { a: odd[0], b: odd[9], c: odd[18] } }
  expect(await walked(list, { limit: 3, filter })).toEqual([odd[0], odd[9], odd[18]])
})

it('is empty where its range is', async () => {
  const { list } = await written([0, 1])
  expect(await queryShards<Row>(list, { limit: 5, from: '001', newestFirst: true, after: '000' })).toEqual({
    items: [],
  })
})
