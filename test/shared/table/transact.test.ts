import { afterAll, beforeAll, expect, it } from 'vitest'
import { database } from '../../../shared/table/driver.ts'
import {
  absent,
  ConditionFailedError,
  conditionsMet,
  failureOf,
  present,
  type Put,
} from '../../../shared/table/port.ts'
import { type RecordedTable, startRecordedTable } from '../../support/recorded-table.ts'

let table: RecordedTable
beforeAll(async () => {
  table = await startRecordedTable()
})
afterAll(() => table[Symbol.asyncDispose]())

const at = (sk: string) => ({ pk: 'named', sk })
const insertion = (sk: string, fields: object = {}): Put => ({
  put: { ...fields, ...at(sk) },
  condition: absent,
})
const sortKeys = async () => (await database.query({ partition: 'named' })).items.map(({ sk }) => sk)

it('writes all that has a name, several writes under one and none under another', async () => {
  const several = [insertion('2'), insertion('3')]
  const failure = await failureOf(
    database.transact({ record: insertion('1', { n: 1 }), several, nothing: undefined, none: [] }),
  )
  expect(failure).toBeUndefined()
  expect(await sortKeys()).toEqual(['1', '2', '3'])
  const [{ action, body }] = table.calls.slice(-2) as unknown as [RecordedTable['calls'][number]]
  expect([action, JSON.parse(body).TransactItems.length]).toEqual(['TransactWriteItems', 3])
})

it('says by name what failed, with what is stored there, and writes nothing', async () => {
  const failure = await failureOf(
    database.transact({
      fresh: insertion('4'),
      record: insertion('1'),
      gone: { check: at('5'), condition: present },
      several: [insertion('6'), insertion('2')],
      kept: { check: at('3'), condition: present },
    }),
  )
  expect(failure!.failed).toEqual(new Set(['record', 'gone', 'several']))
  expect(failure!.items).toEqual({ record: { ...at('1'), n: 1 }, several: at('2') })
  expect(await sortKeys()).toEqual(['1', '2', '3'])
})

it('knows the names that were given, and no place in a list', async () => {
  const failure = await failureOf(
    database.transact({ record: insertion('1'), cap: undefined as Put | undefined }),
  )
  const { failed, items } = failure!
  expect([failed.has('record'), failed.has('cap')]).toEqual([true, false])
  expect([items.record?.n, items.cap]).toEqual([1, undefined])
  // @ts-expect-error no write has this name
  expect(failed.has('guard')).toBe(false)
  // @ts-expect-error no write has this name
  expect(items.guard).toBeUndefined()
  // @ts-expect-error what failed is in no order
  expect(failed[0]).toBeUndefined()
})

it('sends one write alone as a plain call, which fails by its name, too', async () => {
  const alone = await failureOf(database.transact({ record: insertion('1'), cap: undefined }))
  expect(alone).toMatchObject({ failed: new Set(['record']), items: { record: { ...at('1'), n: 1 } } })
  expect(table.calls.at(-1)!.action).toBe('PutItem')
  await expect(database.write(insertion('1'))).rejects.toThrow(ConditionFailedError)
  expect(await conditionsMet(database.write(insertion('1')))).toBe(false)
  expect(await conditionsMet(database.write({ update: at('1'), set: { n: 2 } }))).toBe(true)
})

it('passes on whatever else went wrong', async () => {
  // No key may be empty.
  const impossible = database.transact({ one: insertion('7'), other: insertion('') })
  await expect(failureOf(impossible)).rejects.toMatchObject({ name: 'ValidationException' })
  await expect(conditionsMet(Promise.reject(new Error('down')))).rejects.toThrow('down')
})
