import { AsyncLocalStorage } from 'node:async_hooks'
import type { SqsMessage } from '../../../../shared/aws/sqs.ts'
import { packBodies } from '../../../../shared/event/envelope.ts'
import type { Event } from '../../../../shared/event/event.ts'
import { freezeEvent } from '../../../../shared/event/freeze-store.ts'
import { database } from '../../../../shared/table/driver.ts'
import { deliver } from '../../../../shared/webhook/delivery/delivery.ts'
import type { DeliveryPorts } from '../../../../shared/webhook/delivery/ports.ts'
import {
  type Delivery,
  type DispatcherMessage,
  slowDelivery,
  toFirstDelivery,
} from '../../../../shared/webhook/delivery/queue.ts'
import { retryDelaysSeconds } from '../../../../shared/webhook/delivery/result.ts'
import { search } from '../../../../shared/webhook/delivery/search.ts'
import { buildEndpoint, type Endpoint } from '../../../../shared/webhook/endpoint/endpoint.ts'
import { insertEndpoint } from '../../../../shared/webhook/endpoint/store.ts'
import type { TurnedClock } from './clock.ts'
import { type Lane, openLane } from './lane.ts'

const copyShare = 0.005

class Crash extends Error {}

/** A step of the dispatcher's: a write to the table, a request to a receiver, a send to the queue. */
export type Step = 'write' | 'attempt' | 'send'
/** Decides whether the process dies just before or just after a step. */
export type Crashes = (when: 'before' | 'after', step: Step) => boolean

type Between = <Result>(step: Step, work: () => Promise<Result>) => Promise<Result>

/** The run that a write belongs to: many live side by side on one table, and each crashes for itself. */
const running = new AsyncLocalStorage<Between>()
const asStep = <Result>(work: () => Promise<Result>): Promise<Result> => {
  const between = running.getStore()
  return between ? between('write', work) : work()
}
const { transact, update } = database
database.transact = writes => asStep(() => transact(writes))
database.update = <Row>(wanted: Parameters<typeof update>[0]) => asStep(() => update<Row>(wanted))

export interface Run {
  readonly ports: DeliveryPorts
  readonly sent: readonly SqsMessage[]
  /** Every delivery that was handed over to the lane of slow receivers, in order. */
  readonly diverted: readonly Delivery[]
  readonly crashes: () => number
}

interface RunOptions {
  readonly clock: TurnedClock
  readonly random: () => number
  readonly attempt: DeliveryPorts['attempt']
  readonly crashes?: Crashes
  /** How many batches the dispatcher may work on at once; any number unless given. */
  readonly batches?: number
  readonly hasSlowLane?: boolean
}

const slowBatches = 50

/**
 * Crashes in this share of all steps. Seldom after a send: a wait of a day is a hundred hops, and a crash after a hop
 * is a copy.
 */
export const crashesIn =
  (share: number, random: () => number): Crashes =>
  (when, step) =>
    (when === 'before' || step !== 'send' || random() < 0.1) && random() < share

const afterBy =
  (clock: TurnedClock, between: Between): DeliveryPorts['after'] =>
  (seconds, work) => {
    let isOff = false
    clock.after(seconds, async () => {
      if (!isOff) await running.run(between, work)
    })
    return () => {
      isOff = true
    }
  }

/** The dispatcher on a queue that lives by the turned clock, delivers some messages twice, and crashes in between. */
export const openRun = ({
  clock,
  random,
  attempt,
  crashes = () => false,
  batches = Number.POSITIVE_INFINITY,
  hasSlowLane = true,
}: RunOptions): Run => {
  let crashed = 0
  const sent: SqsMessage[] = []
  const diverted: Delivery[] = []
  const mayCrash: (...where: Parameters<Crashes>) => void = (when, step) => {
    if (!crashes(when, step)) return
    crashed++
    throw new Crash()
  }
  const between: Between = async (step, work) => {
    mayCrash('before', step)
    const result = await work()
    mayCrash('after', step)
    return result
  }
  /** Works on a message, unless the process dies over it. */
  const receive = async (body: string, ports: DeliveryPorts, copy: () => void): Promise<boolean> => {
    const message = JSON.parse(body) as DispatcherMessage
    const work = () => ('kind' in message ? search(message, ports) : deliver(message, ports))
    try {
      await running.run(between, work)
      // Queues deliver at least once.
      if (random() < copyShare) clock.after(random() * 60, async () => copy())
      return true
    } catch (error) {
      if (!(error instanceof Crash)) throw error
      return false
    }
  }
  const lane: Lane = openLane({
    clock,
    batches,
    isInTurn: false,
    work: body => receive(body, hasSlowLane ? { ...ports, divert } : ports, () => lane.add(body)),
  })
  const slowLane: Lane = openLane({
    clock,
    batches: slowBatches,
    isInTurn: true,
    work: body => receive(body, ports, () => addSlow(JSON.parse(body))),
  })
  const addSlow = (delivery: Delivery) => {
    const { body, group } = slowDelivery(delivery)
    slowLane.add(JSON.stringify(body), group)
  }
  const divert = (delivery: Delivery) =>
    between('send', async () => {
      diverted.push(delivery)
      addSlow(delivery)
    })
  const enqueue = ({ body, delaySeconds = 0 }: SqsMessage) => {
    const text = JSON.stringify(body)
    clock.after(delaySeconds + random() / 10, async () => lane.add(text))
  }
  const ports: DeliveryPorts = {
    send: messages =>
      between('send', async () => {
        sent.push(...messages)
        messages.forEach(enqueue)
      }),
    attempt: input => between('attempt', () => attempt(input)),
    schedule: () => retryDelaysSeconds,
    now: clock.now,
    after: afterBy(clock, between),
    random,
    log: () => {},
    countAttempt: () => {},
  }
  return { ports, sent, diverted, crashes: () => crashed }
}

export const openEndpoint = async (
  organisationId: number,
  id: number,
  now: string,
  settings: Partial<Endpoint> = {},
): Promise<Endpoint> => {
  const tenant = { organisationId, mode: 'test' } as const
  const body = { url: `https://receivers.example/${organisationId}/${id}` }
  const made = buildEndpoint(body, { ...tenant, id, secrets: [], scopes: ['addresses'], now })
  const endpoint = { ...made, ...settings }
  await insertEndpoint(endpoint)
  return endpoint
}

const bodyOf = (verificationId: number, note: string): string =>
  JSON.stringify({
    event: 'address',
    event_type: 'verification_completed',
    data: {
      id: verificationId,
      summary: null,
      customerReference: `reference ${note}`,
      address: {
        applicant: { firstname: 'Ngozi', phone: '08031234567' },
        agentComment: note,
        status: { status: 'VERIFIED', subStatus: 'VERIFIED', state: 'COMPLETE' },
      },
    },
  })

/** Freezes an event, as the outbox does, and answers it with its bytes. */
export const openEvent = async (organisationId: number, verificationId: number, createdAt: string) => {
  const event: Event = {
    id: `evt_${verificationId}_completed`,
    organisationId,
    mode: 'test',
    event: 'address',
    eventType: 'verification_completed',
    verificationId,
    createdAt,
  }
  const body = bodyOf(verificationId, `${verificationId % 7}é "quoted" \u2028`)
  await freezeEvent(event, packBodies(body))
  return { event, body }
}

export const startDelivery = ({ event }: { event: Event }, endpoint: Endpoint, run: Run): Promise<void> =>
  persist(() => run.ports.send([toFirstDelivery(event, event.id, endpoint.id)]))

/** Does something again until it has not crashed, as the stream does. */
const persist = async (work: () => Promise<void>): Promise<void> => {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Crash)) throw error
    }
  }
}
