import { beforeAll, describe, expect, it } from 'vitest'
import type { Attempt } from '../../../../shared/event/attempt-contract.ts'
import { type SqsMessage, toDelayedMessage, toMessage } from '../../../../shared/aws/sqs.ts'
import { listUnpublishedAlerts } from '../../../../shared/webhook/alert/alert-store.ts'
import { claimAttempt, listAttempts } from '../../../../shared/webhook/delivery/attempt-store.ts'
import { deliver } from '../../../../shared/webhook/delivery/delivery.ts'
import { type Delivery, toFirstDelivery, toResend } from '../../../../shared/webhook/delivery/queue.ts'
import { toMissedSearch } from '../../../../shared/webhook/delivery/resume-endpoint.ts'
import type { Endpoint } from '../../../../shared/webhook/endpoint/endpoint.ts'
import { findEndpoint } from '../../../../shared/webhook/endpoint/store.ts'
import { startStage } from '../../table/stage.ts'
import { at, startMs, turnedClock } from './clock.ts'
import { attemptAt, type Behaviour, type Receipt } from './receivers.ts'
import { type Crashes, openEndpoint, openEvent, openRun, startDelivery } from './run.ts'

const daySeconds = 86_400

let organisations = 0

beforeAll(startStage)

interface Story {
  /** What the receiver answers, request by request; 200 at the end. */
  readonly answers?: readonly Behaviour[]
  /** The draw that spreads waits: one half is the nominal length. */
  readonly draw?: number
  readonly crashes?: Crashes
  readonly endpoint?: Partial<Endpoint>
}

/** One endpoint, its receiver, and the dispatcher on the real engine, with a clock that is turned. */
const begin = async ({ answers = [], draw = 0.5, crashes, endpoint: settings }: Story = {}) => {
  const organisationId = ++organisations
  const clock = turnedClock()
  const receipts: Receipt[] = []
  const attempt = attemptAt(clock, () => answers[receipts.length] ?? '200', receipts)
  const run = openRun({ clock, random: () => draw, attempt, ...(crashes && { crashes }) })
  const endpoint = await openEndpoint(organisationId, 1, at(-10 * daySeconds), settings)
  const secondsOf = (time: string | number) => Math.floor((new Date(time).getTime() - startMs) / 1000)
  return {
    run,
    endpoint,
    /** Freezes an event and sends it on its way, at a second of the story. */
    happens: (verificationId: number, seconds = 0) =>
      clock.after(seconds, async () => {
        await startDelivery(await openEvent(organisationId, verificationId, at(seconds)), endpoint, run)
      }),
    later: clock.after,
    /** Asks for the first event once more, so often. */
    resends: (seconds: number, times = 1) =>
      clock.after(seconds, async () => {
        const made = await listAttempts(endpoint, 'evt_1_completed', { nowMs: startMs, endpointId: 1 })
        await run.ports.send(Array(times).fill(toResend(endpoint, 'evt_1_completed', 1, made)))
      }),
    turn: () => clock.run(),
    /** What the receiver got: second, event's number, answer. */
    requests: () =>
      receipts.map(({ atMs, id, behaviour }) => [secondsOf(atMs), Number(id.split('_')[1]), behaviour]),
    /** The log of an event: attempt, outcome, second, second of the next attempt. */
    attempts: async (verificationId = 1) => {
      const of = { nowMs: clock.now(), endpointId: 1 }
      const made = await listAttempts(endpoint, `evt_${verificationId}_completed`, of)
      return made.map(({ attempt, outcome, at: time, nextAttemptAt }) => [
        attempt,
        outcome,
        secondsOf(time),
        nextAttemptAt && secondsOf(nextAttemptAt),
      ])
    },
    receipts,
    now: () => findEndpoint(endpoint, 1),
  }
}

const live = async (story?: Story) => {
  const begun = await begin(story)
  begun.happens(1)
  await begun.turn()
  return begun
}

/** Dies once at this step, the n-th time that it is taken. */
const dieOnce = (when: 'before' | 'after', step: string, nth = 1): Crashes => {
  let count = 0
  return (...where) => where[0] === when && where[1] === step && ++count === nth
}

it('brings an event at once, and no second time', async () => {
  const { requests, attempts, now } = await live()
  expect(requests()).toEqual([[0, 1, '200']])
  expect(await attempts()).toEqual([[1, 'delivered', 0, null]])
  expect(await now()).not.toHaveProperty('failingSince')
})

it('tries again after 500 in 5 seconds, by the draw', async () => {
  const { requests, attempts } = await live({ answers: ['500'], draw: 0.01 })
  expect(requests()).toEqual([
    [0, 1, '500'],
    [4, 1, '200'],
  ])
  expect(await attempts()).toEqual([
    [1, 'retry', 0, 4],
    [2, 'delivered', 4, null],
  ])
})

it('waits as long as Retry-After asks, and a tenth more on average', async () => {
  const { attempts } = await live({ answers: ['429'] })
  expect(await attempts()).toEqual([
    [1, 'retry', 0, 7920],
    [2, 'delivered', 7920, null],
  ])
})

it('gives up after ten attempts in three days, and leaves the endpoint enabled', async () => {
  const { attempts, now } = await live({ answers: Array(10).fill('500') })
  const made = await attempts()
  expect(made.map(([attempt, outcome]) => `${attempt} ${outcome}`)).toEqual([
    ...Array.from({ length: 9 }, (_, index) => `${index + 1} retry`),
    '10 gave-up',
  ])
  expect(made.at(-1)![2]).toBeGreaterThan(3 * daySeconds)
  expect(made.at(-1)![2]).toBeLessThan(3.5 * daySeconds)
  expect((await now())!.enabled).toBe(true)
})

describe('an endpoint', () => {
  it('that answers 410 is disabled, and is sent nothing more', async () => {
    const { happens, turn, requests, attempts, now } = await begin({ answers: ['410'] })
    happens(1)
    happens(2, 60)
    await turn()
    expect(requests()).toEqual([[0, 1, '410']])
    expect(await attempts(1)).toEqual([[1, 'disable', 0, null]])
    expect(await attempts(2)).toEqual([])
    const off = await now()
    expect(off).toMatchObject({ enabled: false, disabledReason: 'The receiver answered 410: it is gone.' })
    const { items } = await listUnpublishedAlerts(off!, undefined)
    expect(items).toMatchObject([
      {
        endpointId: 1,
        revision: off!.revision,
        reason: 'gone',
        disabledAt: off!.disabledAt,
        lastStatus: 410,
      },
    ])
  })

  it.each([
    ['five days', 5 * daySeconds, 'disable', false, 'Every attempt of five days failed.'],
    ['a minute less', 5 * daySeconds - 60, 'retry', true, undefined],
  ])('that has failed for %s is disabled or not', async (_time, seconds, outcome, enabled, reason) => {
    const story = await begin({ answers: ['500'], endpoint: { failingSince: at(-seconds) } })
    story.happens(1)
    let seen: Endpoint | undefined
    story.later(1, async () => {
      seen = await story.now()
    })
    await story.turn()
    expect((await story.attempts())[0]![1]).toBe(outcome)
    expect([seen!.enabled, seen!.disabledReason]).toEqual([enabled, reason])
  })

  it('that fails is asked by one delivery, while the others wait uncounted until it answers', async () => {
    const { happens, turn, requests, attempts, now } = await begin({ endpoint: { failingSince: at(-60) } })
    happens(1)
    happens(2)
    happens(3)
    await turn()
    const [first, ...others] = requests()
    expect(first).toEqual([0, expect.any(Number), '200'])
    expect(others.map(([seconds]) => seconds)).toEqual([11, 11])
    for (const verificationId of [1, 2, 3])
      expect((await attempts(verificationId)).map(([attempt]) => attempt)).toEqual([1])
    expect(await now()).not.toHaveProperty('failingSince')
  })

  it('that goes on failing is asked again after 20 seconds, by one that waited', async () => {
    const story = { answers: ['500', '200'] as const, endpoint: { failingSince: at(-60) } }
    const { happens, turn, requests } = await begin(story)
    happens(1)
    happens(2)
    await turn()
    // The one that was tried waits for its own retry of 5 seconds, and then for the next probe as the other does.
    const seconds = requests().map(([second]) => second as number)
    expect(seconds).toHaveLength(3)
    expect(seconds[1]).toBeGreaterThanOrEqual(20)
  })
})

it('lets a resend overtake a delivery in progress: every attempt has a number of its own', async () => {
  const { happens, resends, turn, requests, attempts } = await begin({ answers: ['500', '500', '500'] })
  happens(1)
  resends(7)
  await turn()
  expect(requests().map(([seconds]) => seconds)).toEqual([0, 5, 7, 12])
  expect(await attempts()).toEqual([
    [1, 'retry', 0, 5],
    [2, 'retry', 5, 305],
    [3, 'retry', 7, 12],
    [4, 'delivered', 12, null],
  ])
})

describe('an event that is asked for by many at once', () => {
  it('arrives once, and so is it logged', async () => {
    const { happens, resends, turn, requests, attempts } = await begin()
    happens(1)
    resends(60, 100)
    await turn()
    expect(requests()).toEqual([
      [0, 1, '200'],
      [60, 1, '200'],
    ])
    expect(await attempts()).toEqual([
      [1, 'delivered', 0, null],
      [2, 'delivered', 60, null],
    ])
  })

  it('is taken over from one that died before it was logged', async () => {
    const crashes = dieOnce('after', 'attempt', 2)
    const { happens, resends, turn, requests, attempts } = await begin({ crashes })
    happens(1)
    resends(60)
    await turn()
    expect(requests().map(([seconds]) => seconds)).toEqual([0, 60, 240])
    expect((await attempts()).map(([, outcome]) => outcome)).toEqual(['delivered', 'delivered'])
  })

  it('is sent a minute later by one whose own claim got no answer', async () => {
    const { endpoint, happens, later, resends, turn, requests } = await begin()
    happens(1)
    later(60, async () => {
      const message = toResend(endpoint, 'evt_1_completed', 1, [{ attempt: 1 } as Attempt])
      expect(await claimAttempt(message.body as Delivery, startMs + 60_000)).toBe(true)
    })
    resends(61)
    await turn()
    expect(requests()).toEqual([
      [0, 1, '200'],
      [121, 1, '200'],
    ])
  })
})

describe('copies of one message that are worked on at the same time', () => {
  const copied = async (answers: readonly Behaviour[]) => {
    const { endpoint, run, later, turn, requests, attempts } = await begin({ answers })
    const { event } = await openEvent(endpoint.organisationId, 1, at(0))
    const message = toFirstDelivery(endpoint, event.id, 1)
    later(0, () => run.ports.send([message, message, message]))
    await turn()
    return { requests: requests(), attempts: await attempts() }
  }

  it('are logged one by one: what was sent is logged', async () => {
    const { requests, attempts } = await copied([])
    expect(requests).toEqual(Array(3).fill([0, 1, '200']))
    expect(attempts.map(([attempt, outcome]) => `${attempt} ${outcome}`)).toEqual(
      [1, 2, 3].map(attempt => `${attempt} delivered`),
    )
  })

  it('make one schedule, which uses up no step for them', async () => {
    const { requests, attempts } = await copied(Array(4).fill('500'))
    expect(requests.map(([seconds]) => seconds)).toEqual([0, 0, 0, 5, 305])
    expect(attempts).toEqual([
      [1, 'retry', 0, 5],
      [2, 'retry', 0, null],
      [3, 'retry', 0, null],
      [4, 'retry', 5, 305],
      [5, 'delivered', 305, null],
    ])
  })
})

it('a copy that meets a retry on its way into the queue leaves it to its maker, and looks again later', async () => {
  const { run, endpoint } = await begin()
  const { event } = await openEvent(endpoint.organisationId, 1, at(0))
  const message = toFirstDelivery(endpoint, event.id, 1).body as Delivery
  const sent: SqsMessage[] = []
  const send = async (messages: readonly SqsMessage[]) => void sent.push(...messages)
  const copyPorts = { ...run.ports, send }
  await deliver(message, {
    ...copyPorts,
    attempt: async () => ({ at: new Date(startMs), latencyMs: 40, status: 500 }),
    send: async messages => {
      await deliver(message, copyPorts)
      await send(messages)
    },
  })
  // One that comes later still finds that the retry is queued.
  await deliver(message, { ...copyPorts, now: () => startMs + 60_000 })
  expect(sent).toEqual([
    toDelayedMessage({ ...message, notBeforeMs: startMs + 30_000 }, startMs),
    toDelayedMessage({ ...message, attempt: 2, notBeforeMs: startMs + 5_000 }, startMs),
  ])
})

describe('a dispatcher that dies', () => {
  it('between a request and its log sends again, under the same id', async () => {
    const { requests, receipts, attempts } = await live({ crashes: dieOnce('after', 'attempt') })
    expect(requests()).toEqual([
      [0, 1, '200'],
      [180, 1, '200'],
    ])
    expect(new Set(receipts.map(({ id, body }) => `${id} ${body}`)).size).toBe(1)
    expect(await attempts()).toEqual([[1, 'delivered', 180, null]])
  })

  it('after the log is written does not send twice', async () => {
    const { requests, attempts } = await live({ crashes: dieOnce('after', 'write') })
    expect(requests()).toEqual([[0, 1, '200']])
    expect(await attempts()).toEqual([[1, 'delivered', 0, null]])
  })

  it('before the retry is in the queue queues it when the message comes again', async () => {
    // The first message is the delivery itself.
    const { requests } = await live({ answers: ['500'], crashes: dieOnce('before', 'send', 2) })
    expect(requests()).toEqual([
      [0, 1, '500'],
      [180, 1, '200'],
    ])
  })

  it('after the retry is in the queue starts no second schedule of retries', async () => {
    const answers = ['500', '500', '500'] as const
    const { requests } = await live({ answers, crashes: dieOnce('after', 'send', 2) })
    expect(requests().map(([, , answer]) => answer)).toEqual(['500', '500', '500', '200'])
  })
})

it('recovers what did not arrive between two times, and nothing that did', async () => {
  const answers: Behaviour[] = ['200', ...Array(10).fill('500')]
  const { happens, later, turn, run, endpoint, requests } = await begin({ answers })
  happens(1)
  happens(2, 60)
  const period = { since: at(-60), until: at(3600) }
  const missed = toMissedSearch(endpoint, period, startMs + 4 * daySeconds * 1000)
  later(4 * daySeconds, () => run.ports.send([missed]))
  await turn()
  expect(requests()).toHaveLength(12)
  expect(requests().at(-1)).toEqual([4 * daySeconds, 2, '200'])
})

it('waits for a time beyond the queue’s longest delay in hops, and is not tried before', async () => {
  const { later, turn, run, endpoint, requests } = await begin()
  await openEvent(endpoint.organisationId, 1, at(0))
  const first = toFirstDelivery(endpoint, 'evt_1_completed', 1).body as Delivery
  const delivery: Delivery = { ...first, notBeforeMs: startMs + 2_000_000 }
  later(0, () => run.ports.send([toMessage(delivery)]))
  await turn()
  expect(run.sent.map(({ body, delaySeconds }) => [body, delaySeconds])).toEqual([
    [delivery, undefined],
    [delivery, 900],
    [delivery, 900],
    [delivery, 200],
  ])
  expect(requests()).toEqual([[2000, 1, '200']])
})
