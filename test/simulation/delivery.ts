import { send } from './queue.ts'
import {
  attemptResultOf,
  healthGateOf,
  probeIntervalSeconds,
  retryDelaysSeconds,
  waitUntilMs,
  wants,
} from './rules.ts'
import { once, type Step } from './scheduler.ts'
import { type Attempt, dayMs, type Endpoint, iso, type World } from './world.ts'

/** A message: one attempt to bring one event to one endpoint. */
interface Delivery {
  readonly eventId: string
  readonly endpointId: number
  readonly attempt: number
  readonly first: number
}

const keyOf = ({ eventId, endpointId }: Delivery, attempt: number): string =>
  `${eventId} ${endpointId} ${attempt}`

const attemptsOf = (world: World, eventId: string, endpointId: number): Attempt[] => {
  const made: Attempt[] = []
  for (let number = 1; ; number++) {
    const one = world.attempts.get(`${eventId} ${endpointId} ${number}`)
    if (!one) return made
    made.push(one)
  }
}

const change = (world: World, id: number, to: (endpoint: Endpoint) => Endpoint): void => {
  const known = world.endpoints.get(id)
  if (known) world.endpoints.set(id, to(known))
}

const without = ({ failingSince: _, nextProbeAt: __, ...rest }: Endpoint): Endpoint => rest

const postpone = (world: World, delivery: Delivery, atMs: number): void =>
  send(world, deliver(world, delivery), Math.max(0, atMs - world.clock.nowMs()))

/** Notes what an attempt tells of its endpoint. */
const noteHealth = (world: World, { endpointId }: Delivery, seen: Endpoint, made: Attempt): void => {
  const at = iso(made.atMs)
  if (world.endpoints.get(endpointId)?.updatedAtMs !== seen.updatedAtMs) return
  if (made.result !== 'delivered')
    change(world, endpointId, known =>
      known.recoveredAt && known.recoveredAt >= at
        ? known
        : { ...known, failingSince: known.failingSince ?? at },
    )
  else if (seen.failingSince && world.mutant !== 'recovery-not-noted')
    change(world, endpointId, known => ({ ...without(known), recoveredAt: at }))
}

/** Switches an endpoint off, unless its owner has changed it since. */
const disable = (world: World, { endpointId }: Delivery, made: Attempt): void =>
  change(world, endpointId, known =>
    known.updatedAtMs > made.atMs
      ? known
      : { ...known, enabled: false, disabledAtMs: made.atMs, updatedAtMs: made.atMs },
  )

const noteNext = (world: World, delivery: Delivery): void => {
  const key = keyOf(delivery, delivery.attempt)
  const known = world.attempts.get(key)!
  if (world.mutant !== 'copies-multiply') world.attempts.set(key, { ...known, hasNext: true })
}

/** What an attempt leads to; it runs again after a death. */
const followUp = (world: World, delivery: Delivery, made: Attempt): Step | undefined => {
  if (made.result === 'disable') return once(() => disable(world, delivery, made))
  const { nextAtMs } = made
  if (nextAtMs === undefined || made.hasNext || world.mutant === 'retry-forgotten') return undefined
  const isSame = world.mutant === 'next-attempt-same-number'
  const next = { ...delivery, attempt: delivery.attempt + (isSame ? 0 : 1) }
  const store: Step = once(() => postpone(world, next, nextAtMs))
  const note: Step = once(() => noteNext(world, delivery))
  const [one, other] = world.mutant === 'retry-noted-first' ? [note, store] : [store, note]
  return () => {
    one()
    return other
  }
}

/** This attempt was made already: by this delivery before it died, or by another schedule for the same event. */
const afterKnown = (world: World, delivery: Delivery, known: Attempt): Step | undefined => {
  const { attempt, first } = delivery
  if (known.first === first) return followUp(world, delivery, known)
  if (first < known.first || known.result === 'delivered') return undefined
  return once(() => postpone(world, { ...delivery, attempt: attempt + 1, first: first + 1 }, 0))
}

const answerOf = (world: World, endpointId: number): { status?: number; isApplied: boolean } => {
  const { wellFromMs, appliedShare, isGone } = world.receivers.get(endpointId)!
  if (world.clock.nowMs() >= wellFromMs) return { status: 200, isApplied: true }
  if (isGone) return { status: 410, isApplied: false }
  if (world.random() < appliedShare) return { isApplied: true }
  return world.random() < 0.5 ? { status: 500, isApplied: false } : { isApplied: false }
}

const schedule = ({ mutant }: World): readonly number[] =>
  mutant === 'gives-up-early' ? retryDelaysSeconds.slice(0, 3) : retryDelaysSeconds

const judge = (world: World, seen: Endpoint, delivery: Delivery, status: number | undefined) => {
  const isMistaken =
    (status === undefined && world.mutant === 'time-out-is-success') ||
    (status === 410 && world.mutant === 'gone-is-failed')
  const taken = isMistaken ? (status === 410 ? 500 : 200) : status
  return attemptResultOf({
    attemptNumber: delivery.attempt - delivery.first + 1,
    answer: taken === undefined ? {} : { status: taken },
    nowMs: world.clock.nowMs(),
    failingSince: seen.failingSince,
    schedule: schedule(world),
    random: world.random,
  })
}

/** Writes the attempt down, and what comes of it. */
const record =
  (world: World, delivery: Delivery, seen: Endpoint, atMs: number, status?: number): Step =>
  () => {
    const end = judge(world, seen, delivery, status)
    const made: Attempt = {
      number: delivery.attempt,
      first: delivery.first,
      result: end.result,
      atMs,
      isGone: status === 410,
      ...(end.result === 'retry' && { nextAtMs: Date.parse(end.at) }),
    }
    world.attempts.set(keyOf(delivery, delivery.attempt), made)
    return () => {
      noteHealth(world, delivery, seen, made)
      return followUp(world, delivery, made)
    }
  }

/** Sends the event's bytes; the answer may come late, or never. */
const attempt = (world: World, delivery: Delivery, seen: Endpoint, isProbe = false): Step => {
  if (!isProbe && healthGateOf(seen, world.clock.nowMs()) !== 'pass') world.pushed.count++
  return () => {
    const { eventId, endpointId } = delivery
    const { status, isApplied } = answerOf(world, endpointId)
    const { bytes } = world.events.get(eventId)!
    const atMs = world.clock.nowMs()
    const isSuccess = status === 200
    if (isApplied || status !== undefined)
      world.receipts.push({ endpointId, eventId, bytes, atMs, isSuccess })
    return record(world, delivery, seen, atMs, status)
  }
}

/** Takes the one probe that a failing endpoint is given. */
const takeProbe = (world: World, delivery: Delivery, seen: Endpoint): Step => {
  return () => {
    const nowMs = world.clock.nowMs()
    const known = world.endpoints.get(delivery.endpointId)
    const isFree = known?.nextProbeAt === seen.nextProbeAt && known?.updatedAtMs === seen.updatedAtMs
    if (!isFree && world.mutant !== 'probe-for-everybody') return hold(world, delivery, seen)
    const nextProbeAt = iso(nowMs + probeIntervalSeconds(seen, nowMs) * 1000)
    change(world, delivery.endpointId, endpoint => ({ ...endpoint, nextProbeAt }))
    world.probes.push({ endpointId: delivery.endpointId, atMs: nowMs })
    return attempt(world, delivery, seen, true)
  }
}

/** Lets a delivery wait for its failing endpoint, untried and uncounted. */
const hold = (world: World, delivery: Delivery, seen: Endpoint): Step => {
  const atMs = waitUntilMs(seen, world.clock.nowMs(), world.random())
  return once(() => postpone(world, delivery, atMs))
}

const gate = ({ mutant }: World, endpoint: Endpoint, nowMs: number) => {
  const found = healthGateOf(endpoint, nowMs)
  if (mutant === 'gate-always-open') return 'pass'
  return mutant === 'gate-never-opens' && found === 'probe' ? 'wait' : found
}

/** Makes one attempt, and sees to the next. An endpoint that is gone or off ends it. */
const deliver =
  (world: World, delivery: Delivery): Step =>
  () => {
    const seen = world.endpoints.get(delivery.endpointId)
    if (!seen || (!seen.enabled && world.mutant !== 'sent-though-off')) return undefined
    const passes = gate(world, seen, world.clock.nowMs())
    if (passes === 'wait') return hold(world, delivery, seen)
    const known = world.attempts.get(keyOf(delivery, delivery.attempt))
    if (known) return afterKnown(world, delivery, known)
    if (!world.events.has(delivery.eventId)) return undefined
    return passes === 'probe' ? takeProbe(world, delivery, seen) : attempt(world, delivery, seen)
  }

/** Puts a delivery of an event into the queue, with a schedule of its own that begins with this attempt. */
export const startDelivery = (world: World, eventId: string, endpointId: number, next = 1): void => {
  world.sent.push({ eventId, isKnown: world.events.has(eventId) })
  send(world, deliver(world, { eventId, endpointId, attempt: next, first: next }))
}

/** Longer than any delivery is under way. */
const pendingMs = 10 * dayMs

/** Sends an endpoint what did not reach it and is not under way. */
const search = (world: World, endpointId: number, askedAtMs: number, sinceMs: number): Step => {
  const isMissing = (eventId: string): boolean => {
    const made = attemptsOf(world, eventId, endpointId)
    const last = made.at(-1)
    if (made.some(({ result }) => result === 'delivered')) return false
    return !last || (last.atMs < askedAtMs && last.result !== 'gave-up')
  }
  return () => {
    const endpoint = world.endpoints.get(endpointId)
    if (!endpoint?.enabled) return undefined
    for (const { id, verificationType, type, createdAtMs } of world.events.values())
      if (createdAtMs >= sinceMs && wants(endpoint.filters, verificationType, type) && isMissing(id))
        startDelivery(world, id, endpointId, attemptsOf(world, id, endpointId).length + 1)
    return undefined
  }
}

/** Its owner enables an endpoint: the searches for what it missed are queued before that is written. */
export const switchOn = (world: World, endpointId: number, afterMs: number): void => {
  const write: Step = () => {
    world.switchedOn.add(endpointId)
    change(world, endpointId, known => {
      const { disabledAtMs: _, ...rest } = without(known)
      return { ...rest, enabled: true, updatedAtMs: world.clock.nowMs() }
    })
    return undefined
  }
  const step: Step = () => {
    const known = world.endpoints.get(endpointId)
    if (!known || known.enabled) return undefined
    const askedAtMs = world.clock.nowMs()
    const sinceMs = (known.disabledAtMs ?? known.updatedAtMs) - pendingMs
    const searches: Step = () => {
      world.searches.count++
      for (const delayMs of [3000, 90_000])
        send(world, search(world, endpointId, askedAtMs, sinceMs), delayMs)
      return undefined
    }
    if (world.mutant === 'resumes-without-search') return write
    const [one, other] = world.mutant === 'searches-after-the-switch' ? [write, searches] : [searches, write]
    one()
    return other
  }
  world.clock.begin(afterMs, step, { died: () => switchOn(world, endpointId, 1000) })
}

/** Its owner disables an endpoint. */
export const switchOff = (world: World, endpointId: number, afterMs: number): void =>
  world.clock.begin(afterMs, () => {
    const nowMs = world.clock.nowMs()
    change(world, endpointId, known => ({
      ...known,
      enabled: false,
      disabledAtMs: nowMs,
      updatedAtMs: nowMs,
    }))
    return undefined
  })
