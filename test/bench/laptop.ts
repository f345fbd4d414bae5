// What the laptop's emulator needs for orders, look-ups, lists and deliveries, thousand after thousand:
// node test/bench/laptop.ts [VERIFICATIONS, by default 20000]. The emulator is `npm start`, a process of its own.
import { setTimeout as sleep } from 'node:timers/promises'
import { nin } from '../../shared/identity/product/nin.ts'
import { type ApiClient, apiClient } from '../support/api-client.ts'
import { eventually } from '../support/eventually.ts'
import { addressOrder } from '../support/orders.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { type Laptop, startLaptop } from './laptop-process.ts'
import { numbers, unlessShort } from './options.ts'
import { usageOf } from './process-tree.ts'
import { conclude } from './recording.ts'

const [verifications = unlessShort(20_000, 10)] = numbers
const perRound = Math.min(1000, verifications)
const atOnce = 8

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

interface Round {
  readonly perSecond: number
  readonly createMs: number
  readonly listMs: number
  readonly lookUpMs: number
  /** Of the whole process tree's processor time. */
  readonly cpuMs: number
}

type Sample = 'create' | 'list' | 'lookUp'

/** One customer after another orders, and sometimes looks somebody up or lists what was ordered. */
const order = async (client: ApiClient, index: number, took: Record<Sample, number[]>): Promise<void> => {
  const timed = async (what: Sample, expected: number, call: Promise<{ status: number }>) => {
    const begin = performance.now()
    const { status } = await call
    if (status !== expected) throw new Error(`${what} was answered ${status}`)
    took[what].push(performance.now() - begin)
  }
  await timed('create', 201, client.post('/v1/addresses', addressOrder({ street: `${index} Bench Street` })))
  if (index % 10 === 3) await timed('list', 200, client.get('/v1/addresses?limit=20'))
  if (index % 10 === 7) {
    const { person, numbers } = nin.sandbox
    const claim = { firstname: person.firstname, lastname: person.lastname }
    await timed('lookUp', 200, client.post(`/v1/ng/identities/nin/${numbers.exact}`, claim))
  }
}

/** Ends when every order of it has been visited, decided and delivered. */
const round = async ({ pid }: Laptop, client: ApiClient, receiver: Receiver, first: number) => {
  const took: Record<Sample, number[]> = { create: [], list: [], lookUp: [] }
  const [begin, cpuBefore] = [performance.now(), usageOf(pid).seconds]
  let next = first
  const worker = async () => {
    while (next < first + perRound) await order(client, next++, took)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  await eventually(() => receiver.received.length >= first + perRound, `${perRound} events`, 1200)
  return {
    perSecond: perRound / ((performance.now() - begin) / 1000),
    createMs: median(took.create),
    listMs: median(took.list),
    lookUpMs: median(took.lookUp),
    cpuMs: ((usageOf(pid).seconds - cpuBefore) * 1000) / perRound,
  } satisfies Round
}

const watchMemory = ({ pid }: Laptop) => {
  let highest = 0
  const timer = setInterval(() => {
    highest = Math.max(highest, usageOf(pid).megabytes)
  }, 500)
  return () => {
    clearInterval(timer)
    return highest
  }
}

const begin = performance.now()
await using laptop = await startLaptop()
const ready = (performance.now() - begin) / 1000
await sleep(3000)
const rest = usageOf(laptop.pid).megabytes
console.log(`ready after ${ready.toFixed(1)} s, ${rest.toFixed(0)} MB at rest`)
await using receiver = await openReceiver()
const client = await apiClient(laptop.url, 'local-test', 'local-test-secret')
await client.post('/v1/webhooks', { url: receiver.url })
const highest = watchMemory(laptop)
const rounds: Round[] = []
while (rounds.length * perRound < verifications) {
  const one = await round(laptop, client, receiver, rounds.length * perRound)
  rounds.push(one)
  const milliseconds = `create ${one.createMs.toFixed(0)} ms, list ${one.listMs.toFixed(0)} ms, look-up ${one.lookUpMs.toFixed(0)} ms`
  console.log(
    `${rounds.length * perRound}: ${one.perSecond.toFixed(1)} verifications/s, ${milliseconds}, ` +
      `${one.cpuMs.toFixed(0)} ms of processor each`,
  )
}
const [first, last] = [rounds[0]!, rounds.at(-1)!]
conclude('laptop', `${verifications} verifications, ${atOnce} orders at once`, {
  ready: [ready],
  rest: [rest],
  load: [highest()],
  even: [last.perSecond / first.perSecond],
  evenCpu: [last.cpuMs / first.cpuMs],
})
