// How long another organisation's deliveries take while one receiver hangs with 10,000 pending, and while it does not:
// node test/bench/fairness.ts. The real dispatcher on the laptop's region, which runs four copies of it at most.
import { setTimeout as sleep } from 'node:timers/promises'
import { stages } from '../../infra/stages.ts'
import type { Message } from '../../shared/aws/queue.ts'
import type { Event } from '../../shared/event/event.ts'
import type { Delivery } from '../../shared/webhook/delivery/message.ts'
import { queueUrl } from '../support/names.ts'
import { openReceiver } from '../support/receiver.ts'
import { startWorld, type World } from '../support/world.ts'
import { median, quantile } from './peers/statistics.ts'
import { conclude, runs } from './recording.ts'

const pending = 10_000
/** In each run, with and without. */
const samples = 12
const everyMs = 500

const fast = { organisationId: 2, mode: 'test' } as const
const hanging = { organisationId: 1, mode: 'test' } as const

/** What functions find in their environment; the bench sends as they do. */
const enter = async ({ region }: World) => {
  Object.assign(process.env, region.environment, {
    TABLE_NAME: region.outputs.TableName,
    DELIVERIES_QUEUE_URL: queueUrl(region, 'deliveries'),
  })
  const [{ sendDeliveries }, { freeze }, { pack }] = await Promise.all([
    import('../../shared/webhook/delivery/queue.ts'),
    import('../../shared/event/store.ts'),
    import('../../shared/event/packing.ts'),
  ])
  return {
    sendDeliveries,
    freeze: async (tenant: typeof fast | typeof hanging, verificationId: number): Promise<string> => {
      const event: Event = {
        ...tenant,
        id: `evt_${verificationId}_completed`,
        event: 'address',
        eventType: 'verification_completed',
        verificationId,
        createdAt: new Date().toISOString(),
      }
      await freeze(event, pack(JSON.stringify({ event: 'address', data: { id: verificationId } })))
      return event.id
    },
  }
}

type Sending = Awaited<ReturnType<typeof enter>>

const messageOf = (
  tenant: typeof fast | typeof hanging,
  eventId: string,
  endpointId: number,
  attempt = 1,
): Message => {
  const body: Delivery = { ...tenant, eventId, endpointId, attempt, firstAttempt: attempt, notBeforeMs: 0 }
  return { body, group: `${tenant.organisationId}-${tenant.mode}` }
}

let verificationIds = 0

/** Milliseconds from queue to receiver, of a delivery every half second. */
const delays = async (sending: Sending, endpointId: number, arrivedAt: ReadonlyMap<string, number>) => {
  const sentAt = new Map<string, number>()
  for (let count = 0; count < samples; count++) {
    const eventId = await sending.freeze(fast, ++verificationIds)
    sentAt.set(eventId, Date.now())
    await sending.sendDeliveries([messageOf(fast, eventId, endpointId)])
    await sleep(everyMs)
  }
  const endMs = Date.now() + 20_000
  while ([...sentAt.keys()].some(id => !arrivedAt.has(id)) && Date.now() < endMs) await sleep(100)
  return [...sentAt].map(([id, atMs]) => (arrivedAt.get(id) ?? Number.POSITIVE_INFINITY) - atMs)
}

const report = (name: string, values: readonly number[]) => {
  const [middle, p90, worst] = [0.5, 0.9, 1].map(share => Math.round(quantile(values, share)))
  console.log(`${name}: median ${middle} ms, nine in ten ${p90} ms, worst ${worst} ms`)
  return median(values)
}

const fill = async (sending: Sending, endpointId: number) => {
  const eventId = await sending.freeze(hanging, ++verificationIds)
  // Resends of one event: each has a number, and so a log entry, of its own.
  const backlog = Array.from({ length: pending }, (_, index) =>
    messageOf(hanging, eventId, endpointId, index + 1),
  )
  await sending.sendDeliveries(backlog)
}

const measure = async () => {
  await using world = await startWorld({ settings: { webhooks: stages.local.webhooks } })
  const sending = await enter(world)
  const arrivedAt = new Map<string, number>()
  await using quick = await openReceiver((_, response, { id }) => {
    arrivedAt.set(id, Date.now())
    response.end()
  })
  await using hangs = await openReceiver(() => {})
  const register = async (clientId: string, url: string): Promise<number> =>
    (await (await world.client(clientId)).post('/v1/webhooks', { url })).body.id
  const endpointId = await register('other-test', quick.url)
  const hangingId = await register('local-test', hangs.url)

  const inRuns = async (name: string): Promise<number[]> => {
    const medians: number[] = []
    for (let run = 1; run <= runs; run++)
      medians.push(report(name, await delays(sending, endpointId, arrivedAt)))
    return medians
  }
  const off = await inRuns('hanging receiver off')
  const filling = fill(sending, hangingId)
  const on = await inRuns(`hanging receiver on, ${pending} pending`)
  await filling
  console.log(`the hanging receiver was asked ${hangs.received.length} times`)
  conclude('fairness', `${samples} deliveries without, and as many beside it`, {
    delay: on.map((ms, run) => ms - off[run]!),
  })
}

const deadline = setTimeout(() => process.exit(1), 300_000)
await measure()
clearTimeout(deadline)
process.exit()
