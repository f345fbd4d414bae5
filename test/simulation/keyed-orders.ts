import type { Caller } from '../../shared/account/caller.ts'
import { secret } from '../../shared/aws/secret.ts'
import type { ActionResponse, Middleware } from '../../shared/http/action.ts'
import { Problem, type ProblemCode } from '../../shared/http/contract/problem.ts'
import type { StoredResponse } from '../../shared/http/idempotency-store.ts'
import { database } from '../../shared/table/driver.ts'
import { generateId } from '../../shared/table/id.ts'
import { type Item, listWrites, type NamedWrites, type Write } from '../../shared/table/port.ts'
import { placeOrder } from '../../shared/verification/place-order.ts'
import { address } from '../../shared/verification/product/address.ts'
import { openAwsEndpoint } from '../shared/aws/endpoint.ts'
import { seededRandom } from '../shared/webhook/delivery/clock.ts'
import { addressOrder } from '../support/orders.ts'
import {
  filterWrites,
  type MemoryTable,
  mapWrites,
  openDatabase,
  openMemoryTable,
  type Transact,
} from './memory-table.ts'
import { openContainer, placeKeyed, toOrderRequest } from './ordering.ts'
import { Broken, died, openScheduler, type Scheduler } from './scheduler.ts'

/* Orders with Idempotency-Keys, by the product's own code over a table in memory: schedules of what callers send at once
 * and again, with containers that die between any two calls. */

const startMs = Date.parse('2026-11-20T12:00:00.000Z')
const [secondMs, hourMs] = [1000, 3_600_000]
const caller: Caller = { clientId: 'client', organisationId: 1, mode: 'test', scopes: ['addresses'] }
interface Order {
  readonly key: string
  readonly reference: string
  readonly street: string
  readonly isRevisit: boolean
}

/** What a caller heard. */
interface Heard {
  readonly order: Order
  readonly atMs: number
  readonly answer: ActionResponse | ProblemCode
}

type WriteFault = (transact: Transact) => Transact

const isAnswer = (write: Write): boolean => 'put' in write && 'bodyDigest' in write.put
const isOrder = (write: Write): boolean => 'put' in write && 'customerReference' in write.put
const isGuard = (write: Write): boolean => 'update' in write && 'dob' in write.set

const unconditioned = (write: Write): Write => {
  const { condition: _, ...rest } = write
  return rest as Write
}

const changed =
  (which: (write: Write) => boolean, change: (write: Write) => Write): WriteFault =>
  transact =>
  writes =>
    transact(mapWrites(writes, each => (which(each) ? change(each) : each)))

const answersIn = (writes: NamedWrites): NamedWrites => filterWrites(writes, isAnswer)
const othersIn = (writes: NamedWrites): NamedWrites => filterWrites(writes, each => !isAnswer(each))
const isEmpty = (writes: NamedWrites): boolean => listWrites(writes).length === 0

/** Stores answers by calls of their own, in this order with the rest of the transaction. */
const apart =
  (inOrder: (answers: NamedWrites, others: NamedWrites) => readonly NamedWrites[]): WriteFault =>
  transact =>
  async writes => {
    for (const call of inOrder(answersIn(writes), othersIn(writes))) if (!isEmpty(call)) await transact(call)
    return {}
  }

/** Faults that could be planted in the product, as what becomes of its writes. */
export const faults = {
  'no answer is stored': apart((_, others) => [others]),
  'the answer is stored after the order': apart((answers, others) => [others, answers]),
  'the answer is stored before the order': apart((answers, others) => [answers, others]),
  'an answer replaces another': changed(isAnswer, unconditioned),
  'an order replaces another': changed(isOrder, unconditioned),
  'nothing guards against duplicates': changed(isGuard, unconditioned),
  'a claim is replaced under another id': changed(isAnswer, write => ({
    ...write,
    condition: { ...write.condition!, when: write.condition!.when.replace('AND #id = :id', '') },
  })),
} as const satisfies Readonly<Record<string, WriteFault>>

export type Fault = keyof typeof faults

/** The seed of the first schedule that finds a fault; undefined if none of so many does. */
export const findKeyedFault = async (fault: Fault, count: number): Promise<number | undefined> => {
  for (let seed = 1; seed <= count; seed++)
    try {
      await liveKeyedOrders(seed, fault)
    } catch (error) {
      if (error instanceof Broken) return seed
      throw error
    }
  return undefined
}

interface World {
  readonly random: () => number
  readonly table: MemoryTable
  readonly calls: Scheduler
  readonly heard: Heard[]
  readonly containers: readonly Middleware[]
}

const pick = <Choice>(choices: readonly Choice[], random: () => number): Choice =>
  choices[Math.floor(random() * choices.length)]!

const bodyOf = ({ street, reference, isRevisit }: Order) =>
  addressOrder({ street, customerReference: reference, ...(isRevisit && { allowRevisit: true }) })

const inputOf = ({ random }: World, order: Order, nowMs: number) => ({
  verificationType: 'address' as const,
  caller,
  key: order.key,
  body: bodyOf(order),
  nowMs,
  // Few ids, so that some are drawn twice.
  id: generateId(nowMs, pick([0, 0.5], random)),
})

const place = (world: World, order: Order, nowMs: number): Promise<ActionResponse> =>
  placeKeyed(pick(world.containers, world.random), inputOf(world, order, nowMs))

/** What an earlier release did, which claimed the key first: it died then, or when its order was accepted. */
const placeAsBefore = async (world: World, order: Order, nowMs: number): Promise<void> => {
  const request = toOrderRequest({ ...inputOf(world, order, nowMs), storesAnswer: false })
  try {
    await openContainer().before!(request)
    if (world.random() < 0.7) await placeOrder(address, request.internal.request as never)
  } catch (error) {
    // A claim whose answer got lost is sent again, and meets itself.
    if (!(error instanceof Problem)) throw error
  }
}

/** Refusals after which a caller sends the same once more. */
const isTransient = (answer: ActionResponse | ProblemCode | typeof died): boolean =>
  answer === died || answer === 'request_in_flight' || answer === 'unavailable'

/** Where a fifth of all calls dies, a try of eight calls lives once in six: forty tries in a row died by chance. */
const mostTries = 400

/** Sends an order until it is answered, as callers are told to. */
const sendUntilAnswered = async (world: World, order: Order, fromMs: number): Promise<void> => {
  let atMs = fromMs
  for (let attempt = 1; ; attempt++) {
    if (attempt > mostTries) throw new Broken(`${order.reference} is never answered`)
    const answer = await world.calls.contain(order.reference, () =>
      place(world, order, atMs).catch((error: unknown) => {
        if (error instanceof Problem) return error.code
        throw error
      }),
    )
    if (!isTransient(answer)) {
      world.heard.push({ order, atMs, answer: answer as ActionResponse | ProblemCode })
      return
    }
    atMs += (1 + Math.floor(world.random() * 40)) * secondMs
  }
}

const promise = (isKept: boolean, words: string): void => {
  if (!isKept) throw new Broken(words)
}

const isOf = (order: Order) => (item: Item) => item.customerReference === order.reference && 'product' in item

/** Within a day all that is answered to a key is one answer; what it names is there, once. */
const judgeKey = ({ heard, table }: World, key: string): void => {
  const ofKey = heard.filter(({ order, atMs }) => order.key === key && atMs < startMs + 20 * hourMs)
  const answered = ofKey.filter(({ answer }) => typeof answer === 'object')
  const bytes = new Set(
    answered.map(({ answer }) => {
      const { status, content } = answer as ActionResponse
      return `${status} ${content}`
    }),
  )
  promise(bytes.size === 1, `${key} has ${bytes.size} answers`)
  promise(new Set(answered.map(({ order }) => order.reference)).size === 1, `${key} answers two bodies`)
  const refused = ofKey.filter(({ answer }) => typeof answer === 'string')
  promise(
    refused.every(({ answer }) => answer === 'idempotency_key_reused'),
    `${key} is refused: ${refused.map(({ answer }) => answer)}`,
  )
  const first = answered.filter(({ answer }) => !(answer as ActionResponse).headers?.['idempotency-replayed'])
  const { content } = answered[0]!.answer as ActionResponse & StoredResponse
  const { id } = JSON.parse(`${content}`) as { id: number }
  promise(first.length <= 1, `${key} was answered anew ${first.length} times`)
  promise(
    table.items().some(item => item.id === id && 'product' in item),
    `${key} names an order that is not there`,
  )
}

/** No order is made twice: by its key where it may be repeated, else by its place and its applicant. */
const judgeOrders = ({ table, heard }: World, orders: readonly Order[]): void => {
  const items = table.items()
  for (const order of orders.filter(({ isRevisit }) => isRevisit)) {
    const days = new Set(
      heard
        .filter(each => each.order === order && typeof each.answer === 'object')
        .map(({ atMs }) => atMs >= startMs + 20 * hourMs),
    )
    const count = items.filter(isOf(order)).length
    promise(count === days.size, `${order.reference} was made ${count} times for ${days.size}`)
  }
  for (const street of new Set(orders.map(each => each.street))) {
    const here = orders.filter(each => each.street === street)
    const once = items.filter(item => here.some(order => !order.isRevisit && isOf(order)(item)))
    promise(once.length <= 1, `${street} was ordered ${once.length} times`)
  }
}

/** What happened in a schedule: without some of each, its judge would say nothing. */
export type Happened = Readonly<Record<'orders' | 'replayed' | 'duplicates' | 'refused' | 'deaths', number>>

/** Lives so many schedules, from this seed on. @throws Error that names the seed of the first that broke a promise */
export const liveManyKeyedOrders = async (firstSeed: number, count: number): Promise<Happened> => {
  const sum = { orders: 0, replayed: 0, duplicates: 0, refused: 0, deaths: 0 }
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const happened = await liveKeyedOrders(seed).catch((error: Error) => {
      throw new Error(`seed ${seed}: ${error.message}`, { cause: error })
    })
    for (const what of Object.keys(sum) as (keyof Happened)[]) sum[what] += happened[what]
  }
  return sum
}

const live = async (world: World): Promise<readonly Order[]> => {
  const { random, calls } = world
  const orders: Order[] = []
  const order = (key: string): Order => {
    const drawn = {
      key,
      reference: `order-${orders.length + 1}`,
      street: pick(['1 Allen Avenue', '2 Allen Avenue'], random),
      isRevisit: random() < 0.4,
    }
    orders.push(drawn)
    return drawn
  }
  const keys = Array.from({ length: 1 + Math.floor(random() * 2) }, (_, index) => `key-${index + 1}`)
  const byKey = keys.map(order)
  for (const each of byKey)
    if (random() < 0.25) {
      const agoMs = pick([5, 60], random) * secondMs
      await calls.contain(each.reference, () => placeAsBefore(world, each, startMs - agoMs))
    }
  const senders = byKey.flatMap(each => {
    const others = random() < 0.25 ? [order(each.key)] : []
    return [...Array.from({ length: 1 + Math.floor(random() * 3) }, () => each), ...others]
  })
  await Promise.all(senders.map(each => sendUntilAnswered(world, each, startMs)))
  for (const each of byKey) if (random() < 0.5) await sendUntilAnswered(world, each, startMs + 10 * hourMs)
  const won = byKey.filter(each =>
    world.heard.some(({ order, answer }) => order === each && typeof answer === 'object'),
  )
  for (const each of won) if (random() < 0.3) await sendUntilAnswered(world, each, startMs + 30 * hourMs)
  return orders
}

/** The secret that phone numbers are digested with. It is read before any schedule, which knows of calls to the table alone. */
export const openSecret = async (): Promise<void> => {
  const aws = await openAwsEndpoint()
  aws.answer(() => ({ SecretString: 'what numbers are digested with' }))
  Object.assign(process.env, { ID_NUMBER_SECRET: 'id-number-key' })
  await secret('id-number-key')
}

/** Lives one schedule, after `openSecret`. @throws Broken if it broke a promise */
export const liveKeyedOrders = async (seed: number, fault?: Fault): Promise<Happened> => {
  const random = seededRandom(seed)
  const table = openMemoryTable()
  const deathShare = pick([0, 0.02, 0.1, 0.2], random)
  const shares = { 'dies before': deathShare, 'dies after': deathShare, 'made again': 0.05 }
  const calls = openScheduler({ seed, startMs, shares })
  const containers = [openContainer(), openContainer()]
  const world: World = { random, table, calls, heard: [], containers }
  const real = { ...database }
  Object.assign(database, openDatabase(table, calls.call, fault && faults[fault]))
  const drawn = Math.random
  Math.random = random
  try {
    const lived = live(world)
    await calls.run(lived)
    const orders = await lived
    for (const key of new Set(orders.map(order => order.key))) judgeKey(world, key)
    judgeOrders(world, orders)
  } finally {
    Object.assign(database, real)
    Math.random = drawn
  }
  const answers = world.heard.map(({ answer }) => answer)
  const answered = answers.filter(answer => typeof answer === 'object')
  return {
    orders: table.items().filter(item => 'product' in item).length,
    replayed: answered.filter(({ headers }) => headers?.['idempotency-replayed']).length,
    duplicates: answered.filter(({ status }) => status === 200).length,
    refused: answers.length - answered.length,
    deaths: calls.deaths(),
  }
}
