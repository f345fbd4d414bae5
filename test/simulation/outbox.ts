import { decide, drawEnd } from './decisions.ts'
import { startDelivery } from './delivery.ts'
import { send } from './queue.ts'
import {
  bytesAbout,
  type Change,
  type Effect,
  type EventType,
  eventIdOf,
  follow,
  isFinal,
  type Verification,
  type VerificationType,
  wants,
} from './rules.ts'
import { once, type Step } from './scheduler.ts'
import { moveRecord } from './table.ts'
import { endWait, startExecution, stopExecution } from './workflow.ts'
import { type Endpoint, type Frozen, iso, type World } from './world.ts'

const verificationTypeOf = ({ product }: Verification): VerificationType =>
  product === 'employment' ? 'employment' : 'address'

/** Runs steps one after the other. */
const inTurn = (steps: readonly Step[]): Step | undefined => {
  const [first, ...rest] = steps
  return first && (() => after(first(), rest))
}
const after = (next: Step | undefined, rest: readonly Step[]): Step | undefined =>
  next ? () => after(next(), rest) : inTurn(rest)

const sendTo = (world: World, eventId: string, endpoints: readonly Endpoint[]): Step | undefined => {
  const enabled = endpoints.filter(({ enabled }) => enabled)
  const chosen = world.mutant === 'sends-to-the-first-alone' ? enabled.slice(0, 1) : enabled
  return inTurn(
    chosen.map(({ id }) => () => {
      startDelivery(world, eventId, id)
      return undefined
    }),
  )
}

const freeze = (world: World, event: Frozen, wanting: readonly Endpoint[]): Step => {
  const note: Step = () => {
    world.published.add(event.id)
    if (event.type === 'verification_completed') world.open.delete(event.verificationId)
    return undefined
  }
  const sending = after(sendTo(world, event.id, wanting), [note])
  const keep: Step = () => {
    const isKnown = world.events.has(event.id)
    if (!isKnown || world.mutant === 'links-of-the-moment') world.events.set(event.id, event)
    return isKnown && world.mutant === 'known-event-not-sent' ? undefined : sending
  }
  return world.mutant === 'delivery-before-event' ? (after(sending, [keep]) ?? keep) : keep
}

const isUntold = ({ mutant }: World, type: EventType, { outcome }: Verification): boolean =>
  (mutant === 'cancellation-not-told' && outcome === 'cancelled') ||
  (mutant === 'start-not-told' && type === 'verification_started')

const isWanted = (
  { mutant }: World,
  { filters }: Endpoint,
  verificationType: VerificationType,
  type: EventType,
): boolean =>
  mutant === 'wildcard-not-understood'
    ? filters.includes(`${verificationType}.${type}`)
    : wants(filters, verificationType, type)

/** A list of endpoints is gone by for so long, and by no other than one that was read after what is told. */
const keptMs = 5000
const lists = new WeakMap<World, { readonly readAtMs: number; readonly endpoints: readonly Endpoint[] }>()

const endpointsAfter = (world: World, atMs: number): readonly Endpoint[] => {
  const nowMs = world.clock.nowMs()
  const known = lists.get(world)
  const isLater = known && (known.readAtMs >= atMs + 1000 || world.mutant === 'list-of-before-gone-by')
  if (known && isLater && known.readAtMs >= nowMs - keptMs) return known.endpoints
  const endpoints = [...world.endpoints.values()]
  lists.set(world, { readAtMs: nowMs, endpoints })
  return endpoints
}

/** Freezes what is told of a record, once, and sends it to whoever wants it. */
const publish =
  (world: World, { type, record, at }: Omit<Extract<Effect, { kind: 'publish' }>, 'kind'>): Step =>
  () => {
    const verificationType = verificationTypeOf(record)
    const createdAtMs = world.clock.nowMs()
    const wanting = endpointsAfter(world, Date.parse(at)).filter(endpoint =>
      isWanted(world, endpoint, verificationType, type),
    )
    if (isUntold(world, type, record)) return undefined
    if (wanting.length === 0 && type !== 'verification_completed') return undefined
    const derived = eventIdOf(record.id, type)
    const id = world.mutant === 'event-named-by-time' ? `${derived}_${createdAtMs}` : derived
    const links = world.mutant === 'links-of-the-moment' ? iso(createdAtMs) : at
    const bytes = bytesAbout(record, type, links)
    const event = { id, verificationId: record.id, verificationType, type, bytes, createdAtMs }
    return freeze(world, event, wanting)
  }

/** The workflow hears of an end by its wait, or, before its work was opened, by its name. */
const end = (world: World, id: number): void => {
  const work = world.assignments.get(id)
  if (world.mutant === 'decision-not-signalled') return
  if (work) endWait(world, id, work.taskToken)
  else stopExecution(world, id)
}

const signal = (world: World, { signal: kind, id }: Extract<Effect, { kind: 'signal' }>): Step =>
  once(() => (kind === 'start' ? startExecution(world, id) : end(world, id)))

/** The simulated agent of test mode, who comes through a queue. */
const simulateVisit =
  (world: World, id: number): Step =>
  () => {
    const record = world.records.get(id)
    if (record) decide(world, id, drawEnd(world, record), 0)
    return undefined
  }

/** Performs one effect: it is stored when this ends, and bears being performed twice. */
export const perform = (world: World, effect: Effect): Step => {
  if (effect.kind === 'publish') return publish(world, effect)
  if (effect.kind === 'expire')
    return once(() => void moveRecord(world, effect.id, 'expire', { outcome: 'expired' }))
  const work = effect.kind === 'visit' ? simulateVisit(world, effect.id) : signal(world, effect)
  return () => {
    send(world, work)
    return undefined
  }
}

const shownIn = ({ mutant }: World, change: Change): Change =>
  mutant === 'told-of-before' &&
  change.kind === 'verification' &&
  isFinal(change.after.outcome) &&
  change.before
    ? { ...change, after: { ...change.after, report: change.before.report } as Verification }
    : change

const followUp =
  (world: World, change: Change): Step =>
  () =>
    inTurn(follow(shownIn(world, change)).map(effect => perform(world, effect)))

/** Where the stream goes on after a batch of which these failed. */
const resumeAt = ({ mutant }: World, failed: readonly number[], size: number): number => {
  if (failed.length === 0 || mutant === 'failed-change-skipped') return size
  return mutant === 'goes-back-too-little' ? Math.max(...failed) : Math.min(...failed)
}

/** Works on a batch of changes side by side, and goes back to the first that failed. */
const relayBatch = (world: World, position: number, then: (position: number) => void): void => {
  const batch = world.stream.slice(position, position + 1 + Math.floor(world.random() * 4))
  const failed: number[] = []
  let open = batch.length
  const isDone = (): void => {
    open--
    if (open === 0) then(position + resumeAt(world, failed, batch.length))
  }
  for (const [index, change] of batch.entries()) {
    if (world.lost.has(position + index)) {
      world.clock.begin(0, () => undefined, { ended: isDone })
      continue
    }
    const died = () => {
      failed.push(index)
      isDone()
    }
    world.clock.begin(world.random() * 20, followUp(world, change), { died, ended: isDone })
  }
}

/** Follows the table's stream for as long as there is something in it, looking in every so often. */
export const openRelay = (world: World): (() => void) => {
  let position = 0
  let isBusy = false
  const goOn = (reached: number): void => {
    position = reached
    isBusy = false
    wake()
  }
  const wake = (): void => {
    if (isBusy || position >= world.stream.length) return
    isBusy = true
    world.clock.begin(
      50 + world.random() * 500,
      once(() => relayBatch(world, position, goOn)),
    )
  }
  return wake
}
