import { beforeAll, expect, it } from 'vitest'
import { recordAttempt, type StoredAttempt } from '../../../../shared/webhook/delivery/attempt-store.ts'
import type { DeliveryPorts } from '../../../../shared/webhook/delivery/ports.ts'
import type { AttemptSearch, Delivery } from '../../../../shared/webhook/delivery/queue.ts'
import { resendMissed } from '../../../../shared/webhook/delivery/resend-missed.ts'
import { toResumeSearches } from '../../../../shared/webhook/delivery/resume-endpoint.ts'
import { startStage } from '../../table/stage.ts'
import { at, seededRandom, turnedClock } from './clock.ts'
import { openEndpoint, openEvent, openRun } from './run.ts'

beforeAll(startStage)

/** A dispatcher whose receivers take everything, and what they took. */
const open = () => {
  const clock = turnedClock()
  const received: string[] = []
  const attempt: DeliveryPorts['attempt'] = async ({ id }) => {
    received.push(id)
    return { at: new Date(clock.now()), latencyMs: 1, status: 200, answer: 'thanks' }
  }
  return { clock, received, ...openRun({ clock, random: seededRandom(7), attempt }) }
}

it('an endpoint that is enabled again is sent what it missed, and what was being frozen meanwhile, once', async () => {
  const { clock, received, ports } = open()
  const endpoint = await openEndpoint(903, 1, at(-86_400), { disabledAt: at(-3600) })
  await openEvent(903, 1, at(-60))
  await ports.send(toResumeSearches(endpoint, clock.now()))
  // It happened while the endpoint was off, and comes when the first search is over.
  clock.after(30, async () => void (await openEvent(903, 2, at(-1))))
  await clock.run()
  expect(received).toEqual(['evt_1_completed', 'evt_2_completed'])
})

it('an endpoint is sent what happened until it was enabled, however long that took', async () => {
  const { clock, received, ports } = open()
  const endpoint = await openEndpoint(905, 1, at(-86_400), { disabledAt: at(-3600) })
  await ports.send(toResumeSearches(endpoint, clock.now()))
  for (const [id, seconds] of [
    [1, 20],
    [2, 29],
  ] as const)
    clock.after(seconds, async () => void (await openEvent(905, id, at(seconds))))
  await clock.run()
  expect(received.toSorted()).toEqual(['evt_1_completed', 'evt_2_completed'])
})

it('a recovery sends again what waits for a far retry, but for what its receiver asked to wait for or fails always', async () => {
  const { ports } = open()
  const endpoint = await openEndpoint(904, 1, at(-60))
  const failed = (verificationId: number, changes: Partial<StoredAttempt> = {}) =>
    recordAttempt(endpoint, {
      eventId: `evt_${verificationId}_completed`,
      endpointId: endpoint.id,
      attempt: 4,
      firstAttempt: 1,
      at: at(-30),
      outcome: 'retry',
      status: 503,
      latencyMs: 1,
      failure: 'status',
      detail: null,
      answer: null,
      nextAttemptAt: at(7200),
      ...changes,
    })
  await failed(1)
  await failed(1, { attempt: 3, at: at(-40), nextAttemptAt: at(-30) })
  await failed(2, { isAsked: true })
  await failed(3, { nextAttemptAt: at(60) })
  await failed(4, { attempt: 20 })
  await failed(5)
  await failed(5, { attempt: 5, at: at(-20), outcome: 'delivered', status: 200, nextAttemptAt: null })
  const { organisationId, mode, id: endpointId } = endpoint
  const search: AttemptSearch = {
    kind: 'recovery',
    among: 'attempts',
    organisationId,
    mode,
    endpointId,
    since: at(-60),
    until: at(0),
  }
  const { messages } = await resendMissed(search, endpoint, ports)
  expect(messages.map(({ body }) => body as Delivery)).toMatchObject([
    { eventId: 'evt_1_completed', attempt: 5, firstAttempt: 5, isContended: true },
  ])
  const { delaySeconds } = messages[0]!
  expect(delaySeconds).toBeGreaterThan(0)
  expect(delaySeconds).toBeLessThanOrEqual(120)
})
