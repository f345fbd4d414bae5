import './turned.ts'
import { streamedKinds } from '../../shared/outbox/streamed-kinds.ts'
import { database } from '../../shared/table/driver.ts'
import { isOfKind } from '../../shared/table/kind.ts'
import type { Item } from '../../shared/table/port.ts'
import type { Verification } from '../../shared/verification/verification.ts'
import { seededRandom } from '../shared/webhook/delivery/clock.ts'
import { callWorld, openQueue, openStage } from './aws.ts'
import { type ItemChange, openDatabase, openMemoryTable } from './memory-table.ts'
import { type Plan, startMs } from './plan.ts'
import { product } from './product.ts'
import { receive } from './receivers.ts'
import { type Moment, openScheduler, type Shares } from './scheduler.ts'
import { openStream } from './stream.ts'
import { liveIn } from './turned.ts'
import { openWorkflow } from './workflow.ts'
import type { Fault, Happenings, World } from './world.ts'

export interface LiveOptions {
  readonly fault?: Fault | undefined
  readonly spared?: ReadonlySet<number> | undefined
  readonly tell?: ((moment: Moment) => void) | undefined
}

/** One at a time, each with a tenant of its own: a container remembers a tenant's endpoints. */
let tenants = 0

const isVerification = ({ sk }: Item): boolean => sk === 'verification'

/** Whoever takes a probe says when the next may be, by the clock of the moment when they asked for it. */
const noteProbe = (world: World, id: string, before: unknown, after: unknown): void => {
  if (after === undefined || after === before || before === undefined) return
  if (world.clock.nowMs() < Date.parse(`${before}`)) world.crowded.push(Number(id))
}

const follow = (world: World, { before, after }: ItemChange): void => {
  const item = (after ?? before) as Item & { readonly pk: string; readonly sk: string }
  if (isVerification(item) && after) {
    const record = after as unknown as Verification
    const states = world.records.get(record.id) ?? []
    world.records.set(record.id, [...states, record])
  }
  if (item.pk.endsWith('#endpoint')) noteProbe(world, item.sk, before?.nextProbeAt, after?.nextProbeAt)
  if (!isStreamed(item.sk)) return
  world.streams[shardOf(item.pk)]!.push({ before, after })
  for (const watcher of world.watchers) watcher()
}

/** Nothing follows from a heartbeat. */
const followed = streamedKinds.filter(({ name }) => name !== 'heartbeat')
const isStreamed = (sk: string): boolean => followed.some(kind => isOfKind(kind, { sk }))

const shardOf = (pk: string): number => pk.charCodeAt(pk.length - 1) % 2

const settingsOf = ({ fourEyes }: Plan) => ({
  FIELDWORK_LIMITS: JSON.stringify({
    agentLeaseSeconds: 86_400,
    reviewLeaseSeconds: 600,
    offerSeconds: 14_400,
    claimsPerAgent: 10,
    radiusMetres: 100,
    fourEyes,
    secondReviewShare: 0,
    backCheckShare: 0,
    disputeDays: 30,
    disputeDueSeconds: 86_400,
  }),
})

const sharesOf = ({ deathShare }: Plan): Shares => ({
  'dies before': deathShare,
  'dies after': deathShare,
  'not made': deathShare / 2,
  'not answered': deathShare / 2,
  'made again': deathShare === 0 ? 0 : 0.02,
})

const nothingYet = (): Happenings => ({
  records: new Map(),
  answers: new Map(),
  told: [],
  receipts: [],
  gone: [],
  sent: [],
  logged: [],
  registeredMs: new Map(),
  switchedOn: new Set(),
  crowded: [],
  late: new Set(),
  failures: [],
  copies: 0,
  lost: 0,
  losing: 0,
})

const openQueues = (world: World): World['queues'] => {
  const { clock, product } = world
  const after = (seconds: number, work: () => Promise<void>) => {
    let isOff = false
    clock.pass(seconds * 1000).then(() => (isOff ? undefined : work()))
    return () => {
      isOff = true
    }
  }
  const ports = product.deliveryPorts({ attempt: request => receive(world, request), after })
  const { deliver, deliverToSlow } = product.dispatch(ports)
  return {
    completions: openQueue(world, 'completions', product.signal),
    deliveries: openQueue(world, 'deliveries', deliver),
    'slow-deliveries': openQueue(world, 'slow-deliveries', deliverToSlow),
    visits: openQueue(world, 'visits', product.visit),
    reconciliations: openQueue(world, 'reconciliations', product.reconcile),
    // What is sent to people is not of this world.
    messages: openQueue(world, 'messages', async () => ({ batchItemFailures: [] })),
  }
}

export const openWorld = (plan: Plan, { fault, spared, tell }: LiveOptions): World => {
  const { seed, mode, deathShare } = plan
  const clock = openScheduler({ seed, startMs, shares: sharesOf(plan), spared, tell })
  const happenings = nothingYet()
  const unopened: Omit<World, 'queues' | 'streams' | 'workflow'> = {
    ...happenings,
    plan,
    tenant: { organisationId: ++tenants, mode },
    fault,
    random: seededRandom(seed ^ 0x5eed),
    clock,
    table: openMemoryTable(change => follow(world, change)),
    product: { ...product, ...fault?.product?.(product) },
    isCalm: deathShare === 0,
    receivers: new Map(),
    watchers: new Set(),
    launch: work => void work.catch(error => happenings.failures.push(error)),
  }
  // Its queues, streams and workflow look at the world that they are a part of.
  const world = unopened as World
  return Object.assign(world, {
    queues: openQueues(world),
    streams: [openStream(world), openStream(world)],
    workflow: openWorkflow(world),
  })
}

let isOpen = false

const open = (): void => {
  if (!isOpen) openStage()
  isOpen = true
}

/** Does what happens in a world, in its surroundings, until nobody waits any more. */
export const liveUntilRest = async (world: World, work: () => Promise<unknown>): Promise<void> => {
  open()
  const real = { ...database }
  Object.assign(database, openDatabase(world.table, world.clock.call, world.fault?.write))
  Object.assign(process.env, settingsOf(world.plan))
  callWorld(world)
  const { nowMs, pass } = world.clock
  const hear = (line: unknown) => void world.logged.push(line)
  liveIn({ nowMs: () => Math.floor(nowMs()), pass, random: world.random, hear })
  try {
    await world.clock.run(work())
    if (world.failures.length > 0) throw world.failures[0]
  } finally {
    liveIn(undefined)
    callWorld(undefined)
    Object.assign(database, real)
  }
}
