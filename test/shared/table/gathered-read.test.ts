import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventKey } from '../../../shared/event/kinds.ts'
import { createFirstDataKey } from '../../../shared/table/data-key-rotation.ts'
import { database } from '../../../shared/table/driver.ts'
import { dynamodb } from '../../../shared/table/dynamodb.ts'
import { getGathered } from '../../../shared/table/gathered-read.ts'
import type { Item, Key } from '../../../shared/table/port.ts'
import { lay, lying, startStage } from './stage.ts'

beforeAll(async () => {
  await startStage()
  await createFirstDataKey(Date.now())
})
afterEach(() => vi.restoreAllMocks())

const tenant = { organisationId: 1, mode: 'test' } as const
const keyOf = (number: number): Key => eventKey(tenant, `evt_${number}_completed`)
const body = Buffer.from('body')
const putEvents = (...numbers: readonly number[]) =>
  Promise.all(numbers.map(id => database.write({ put: { ...keyOf(id), id, body } })))

const spyOnCalls = () => vi.spyOn(dynamodb(), 'send')
const namesOf = ({ mock }: ReturnType<typeof spyOnCalls>) =>
  mock.calls.map(([command]) => command.constructor.name)

describe('items that are asked for at once', () => {
  it('are one call, each for whoever asked for it, once for all who ask for the same', async () => {
    await putEvents(1, 2, 3)
    const spy = spyOnCalls()
    const found = await Promise.all([1, 2, 3, 4, 2].map(id => getGathered<Item>(keyOf(id))))
    expect(found.map(item => item && [item.id, `${Buffer.from(item.body as Buffer)}`])).toEqual([
      [1, 'body'],
      [2, 'body'],
      [3, 'body'],
      undefined,
      [2, 'body'],
    ])
    expect(namesOf(spy)).toEqual(['BatchGetItemCommand'])
  })

  it('are read as one where it is one item, and again by the next who ask', async () => {
    await putEvents(10)
    const spy = spyOnCalls()
    const [one, same] = await Promise.all([getGathered<Item>(keyOf(10)), getGathered<Item>(keyOf(10))])
    expect([one?.id, same?.id]).toEqual([10, 10])
    await database.write({ update: keyOf(10), set: { id: 11 } })
    expect((await getGathered<Item>(keyOf(10)))?.id).toBe(11)
    expect(namesOf(spy)).toEqual(['GetItemCommand', 'UpdateItemCommand', 'GetItemCommand'])
  })

  it('are several calls where they are more than one can read', async () => {
    const spy = spyOnCalls()
    const ids = Array.from({ length: 101 }, (_, index) => 1000 + index)
    const found = await Promise.all(ids.map(id => getGathered<Item>(keyOf(id))))
    expect(found).toEqual(ids.map(() => undefined))
    expect(namesOf(spy)).toEqual(['BatchGetItemCommand', 'GetItemCommand'])
  })

  it('are asked for one by one where the table had no capacity for all', async () => {
    await putEvents(20, 21)
    const send = dynamodb().send.bind(dynamodb())
    const spy = spyOnCalls().mockImplementation((async (command: never) => {
      const answer = await send(command)
      if ((command as object).constructor.name !== 'BatchGetItemCommand') return answer
      const { Responses } = answer as unknown as { Responses: Record<string, { id: { N: string } }[]> }
      const [[name, items]] = Object.entries(Responses) as [[string, { id: { N: string } }[]]]
      const { pk, sk } = items.find(({ id }) => id.N === '21') as unknown as Item
      const left = items.filter(({ id }) => id.N !== '21')
      return { Responses: { [name]: left }, UnprocessedKeys: { [name]: { Keys: [{ pk, sk }] } } }
    }) as never)
    const found = await Promise.all([20, 21].map(id => getGathered<Item>(keyOf(id))))
    expect(found.map(item => item?.id)).toEqual([20, 21])
    expect(namesOf(spy)).toEqual(['BatchGetItemCommand', 'GetItemCommand'])
  })

  it('fail together where the call fails, and the next are read', async () => {
    await putEvents(30, 31)
    spyOnCalls().mockRejectedValueOnce(new TypeError('no way'))
    const ends = await Promise.allSettled([30, 31].map(id => getGathered<Item>(keyOf(id))))
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect((await getGathered<Item>(keyOf(31)))?.id).toBe(31)
  })

  it('fail alone where one cannot be decrypted', async () => {
    await putEvents(40, 41)
    const moved = await lying(keyOf(40))
    await lay({ ...moved, ...keyOf(42) })
    const ends = await Promise.allSettled([41, 42].map(id => getGathered<Item>(keyOf(id))))
    expect(ends).toMatchObject([
      { status: 'fulfilled', value: { id: 41 } },
      { status: 'rejected', reason: { name: 'Fault' } },
    ])
  })
})
