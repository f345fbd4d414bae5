// Orders and lists per second of the laptop's emulator and of MiniStack with the same templates, in turns of one run:
// node test/bench/laptop-and-ministack.ts
// Both carry every order through to its webhook. MiniStack enforces no IAM here.
import { setTimeout as sleep } from 'node:timers/promises'
import { stages } from '../../infra/stages.ts'
import { type ApiClient, apiClient } from '../support/api-client.ts'
import { addressOrder } from '../support/orders.ts'
import { openReceiver } from '../support/receiver.ts'
import { startLaptop } from './laptop-process.ts'
import { hostOnMiniStack } from './ministack.ts'
import { isShort, runs as rounds } from './options.ts'
import { usageOf } from './process-tree.ts'
import { conclude, type NotMeasured } from './recording.ts'

const perRound = 100
const atOnce = 8
const longestSettlingMs = 60_000

interface Host {
  readonly pid: number
  readonly url: string
}

interface Pace {
  readonly perSecond: number
  /** Of the whole process tree's processor time, until it is quiet again. */
  readonly cpuMs: number
}

/** Until the host has done what follows from its answers, its agent's visit five seconds later included; or for a minute. */
const settle = async ({ pid }: Host): Promise<void> => {
  const until = Date.now() + longestSettlingMs
  await sleep((stages.local.verification.simulatedAgentDelaySeconds + 1) * 1000)
  for (let before = -1; Date.now() < until; ) {
    const { seconds } = usageOf(pid)
    if (seconds - before < 0.1) return
    before = seconds
    await sleep(1000)
  }
}

const pace = async (host: Host, work: (index: number) => Promise<void>): Promise<Pace> => {
  const [begin, before] = [performance.now(), usageOf(host.pid).seconds]
  let next = 0
  const worker = async () => {
    while (next < perRound) await work(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const seconds = (performance.now() - begin) / 1000
  await settle(host)
  return { perSecond: perRound / seconds, cpuMs: ((usageOf(host.pid).seconds - before) * 1000) / perRound }
}

const expectStatus = async (expected: number, call: ReturnType<ApiClient['get']>): Promise<void> => {
  const { status } = await call
  if (status !== expected) throw new Error(`answered ${status} instead of ${expected}`)
}

const turn = async (host: Host, client: ApiClient, round: number) => ({
  orders: await pace(host, index =>
    expectStatus(
      201,
      client.post('/v1/addresses', addressOrder({ street: `${round}-${index} Turn Street` })),
    ),
  ),
  lists: await pace(host, () => expectStatus(200, client.get('/v1/addresses?limit=20'))),
})

type Turn = Awaited<ReturnType<typeof turn>>

const printed = (name: string, { orders, lists }: Turn): string =>
  `${name}: ${orders.perSecond.toFixed(1)} orders/s, ${lists.perSecond.toFixed(1)} lists/s, ` +
  `${orders.cpuMs.toFixed(0)} and ${lists.cpuMs.toFixed(1)} ms of processor each`

await using receiver = await openReceiver()
// Starting both takes a minute of the processor; `laptop.ts` shows shortly that one of them works.
await using ours = isShort ? undefined : await startLaptop()
await using theirs = isShort ? undefined : await hostOnMiniStack()
const signIn = async ({ url }: Host) => {
  const client = await apiClient(url, 'local-test', 'local-test-secret')
  await expectStatus(201, client.post('/v1/webhooks', { url: receiver.url }))
  return client
}
const contestants =
  ours && theirs
    ? [
        { name: 'laptop', host: ours, client: await signIn(ours) },
        { name: 'MiniStack', host: theirs, client: await signIn(theirs) },
      ]
    : []
const turns: Turn[][] = []
for (let round = 0; round <= rounds && !isShort; round++) {
  console.log(round === 0 ? 'warm-up' : `round ${round}`)
  const both: Turn[] = []
  for (const { name, host, client } of contestants) {
    both.push(await turn(host, client, round))
    console.log(`  ${printed(name, both.at(-1)!)}`)
  }
  if (round > 0) turns.push(both)
}
const notStarted: NotMeasured = { notMeasured: 'the short form starts neither of them' }
const ratios = (of: (one: Turn) => number) =>
  isShort ? notStarted : turns.map(([own, other]) => of(own!) / of(other!))
for (const { name, host } of contestants)
  console.log(`${name}: ${usageOf(host.pid).megabytes.toFixed(0)} MB at the end`)
conclude('laptop-and-ministack', `${perRound} orders and as many lists, ${atOnce} at once`, {
  orders: ratios(one => one.orders.perSecond),
  lists: ratios(one => one.lists.perSecond),
  listCpu: ratios(one => one.lists.cpuMs),
})
