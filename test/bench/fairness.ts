// How long an organisation's deliveries take beside another's receiver that hangs, and beside one that answers 200 after
// 5 to 14 seconds, each with 10,000 pending, and alone just before: node test/bench/fairness.ts. The real dispatcher on
// the laptop's emulator, which runs four copies of each function at most.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { stages } from '../../infra/stages.ts'
import type { SqsMessage } from '../../shared/aws/sqs.ts'
import type { Event } from '../../shared/event/event.ts'
import type { Delivery } from '../../shared/webhook/delivery/queue.ts'
import { startWorld, type World } from '../support/environment.ts'
import { openReceiver, type Respond } from '../support/receiver.ts'
import { runs, unlessShort } from './options.ts'
import { median, quantile } from './peers/statistics.ts'
import { conclude } from './recording.ts'
import { readStage } from './stage.ts'

/** What the neighbour's receiver does. */
const neighbours = {
  hangs: () => {},
  'is slow': (count, response) => {
    setTimeout(() => response.end(), 5000 + (count % 10) * 1000)
  },
} satisfies Record<string, Respond>
type Neighbour = keyof typeof neighbours

const pending = unlessShort(10_000, 20)
/** In each run, with and without. */
const samples = unlessShort(12, 1)
const everyMs = 500
/** How long the last of them is waited for. */
const lastMs = unlessShort(20_000, 300_000)

const quiet = { organisationId: 2, mode: 'test' } as const
const noisy = { organisationId: 1, mode: 'test' } as const
type Tenant = typeof quiet | typeof noisy

/** The bench sends as the dispatcher does, which finds these variables. */
const enter = async ({ emulator }: World, assembly: string) => {
  const { templateVariables } = readStage(assembly).get('dispatch/deliver')
  Object.assign(process.env, emulator.environment, templateVariables)
  const [{ sendDeliveries }, { freezeEvent: freeze }, { pack }] = await Promise.all([
    import('../../shared/webhook/delivery/queue.ts'),
    import('../../shared/event/freeze-store.ts'),
    import('../../shared/event/body.ts'),
  ])
  return {
    sendDeliveries,
    freeze: async (tenant: Tenant, verificationId: number): Promise<string> => {
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

const messageOf = (tenant: Tenant, eventId: string, endpointId: number, attempt = 1): SqsMessage => {
  const body: Delivery = { ...tenant, eventId, endpointId, attempt, firstAttempt: attempt, notBeforeMs: 0 }
  return { body, group: `${tenant.organisationId}-${tenant.mode}` }
}

let verificationIds = 0

/** Milliseconds from queue to receiver, of a delivery every half second. */
const delays = async (sending: Sending, endpointId: number, arrivedAt: ReadonlyMap<string, number>) => {
  const sentAt = new Map<string, number>()
  for (let count = 0; count < samples; count++) {
    const eventId = await sending.freeze(quiet, ++verificationIds)
    sentAt.set(eventId, Date.now())
    await sending.sendDeliveries([messageOf(quiet, eventId, endpointId)])
    await sleep(everyMs)
  }
  const endMs = Date.now() + lastMs
  while ([...sentAt.keys()].some(id => !arrivedAt.has(id)) && Date.now() < endMs) await sleep(100)
  return [...sentAt].map(([id, atMs]) => (arrivedAt.get(id) ?? Number.POSITIVE_INFINITY) - atMs)
}

const report = (name: string, values: readonly number[]) => {
  const [middle, p90, worst] = [0.5, 0.9, 1].map(share => Math.round(quantile(values, share)))
  console.log(`${name}: median ${middle} ms, nine in ten ${p90} ms, worst ${worst} ms`)
  return median(values)
}

const fill = async (sending: Sending, endpointId: number) => {
  const eventId = await sending.freeze(noisy, ++verificationIds)
  // Resends of one event: each has a number, and so a log entry, of its own.
  const backlog = Array.from({ length: pending }, (_, index) =>
    messageOf(noisy, eventId, endpointId, index + 1),
  )
  await sending.sendDeliveries(backlog)
}

/** Of each run the median delay beside a neighbour less that without, in milliseconds. */
const beside = async (what: Neighbour): Promise<number[]> => {
  let assembly = ''
  const prepare = (folder: string) => {
    assembly = folder
  }
  await using world = await startWorld({ settings: { webhooks: stages.local.webhooks }, prepare })
  const sending = await enter(world, assembly)
  const arrivedAt = new Map<string, number>()
  await using quick = await openReceiver((_, response, { id }) => {
    arrivedAt.set(id, Date.now())
    response.end()
  })
  await using neighbour = await openReceiver(neighbours[what])
  const register = async (clientId: string, url: string): Promise<number> =>
    (await (await world.client(clientId)).post('/v1/webhooks', { url })).body.id
  const endpointId = await register('other-test', quick.url)
  const neighbourId = await register('local-test', neighbour.url)

  const inRuns = async (where: string): Promise<number[]> => {
    const medians: number[] = []
    for (let run = 1; run <= runs; run++)
      medians.push(report(where, await delays(sending, endpointId, arrivedAt)))
    return medians
  }
  const alone = await inRuns('alone')
  const filling = fill(sending, neighbourId)
  const together = await inRuns(`beside a receiver that ${what}, ${pending} pending`)
  await filling
  console.log(`it was asked ${neighbour.received.length} times`)
  return together.map((ms, run) => ms - alone[run]!)
}

/** In a process of its own: what a function reads of its environment, it reads once. */
const apart = async (what: Neighbour): Promise<number[]> => {
  const child = fork(new URL(import.meta.url), [what, ...process.argv.slice(2)])
  const [more] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [number[]]
  if (child.exitCode !== null) throw new Error(`The bench ended with ${child.exitCode}`)
  return more
}

const asked = process.argv[2] as Neighbour
if (asked in neighbours) process.send?.(await beside(asked), () => process.exit())
else
  conclude('fairness', `${samples} deliveries without, and as many beside it`, {
    hanging: await apart('hangs'),
    slow: await apart('is slow'),
  })
