import { perform } from './outbox.ts'
import { type Effect, eventIdOf, isFinal, lacking, type Verification } from './rules.ts'
import { expireAfterMs } from './workflow.ts'
import { minuteMs, type World } from './world.ts'

/** Whether nothing is left to do about a record: its end was told, and the deliveries of that are stored. */
const isTold = ({ mutant, events, open }: World, { id }: Verification): boolean =>
  mutant === 'kept-counts-as-sent' ? events.has(eventIdOf(id, 'verification_completed')) : !open.has(id)

/** What a mutant does not look for. */
const isForgotten = ({ mutant }: World, effect: Effect, { outcome }: Verification): boolean =>
  (mutant === 'forgets-the-dead' && effect.kind === 'expire') ||
  (mutant === 'forgets-the-untold' && effect.kind === 'publish') ||
  (mutant === 'forgets-the-unstarted' && effect.kind === 'signal' && !isFinal(outcome))

const look = (world: World, record: Verification): Effect[] => {
  if (isTold(world, record)) return []
  const isAssigned = world.assignments.has(record.id)
  const now = { isAssigned, nowMs: world.clock.nowMs(), expirySeconds: expireAfterMs / 1000 }
  return lacking(record, now).filter(effect => !isForgotten(world, effect, record))
}

/** Lambda makes an asynchronous call that failed twice more, after a minute and two (https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html). */
const retriesMs = [minuteMs, 2 * minuteMs] as const

const mend = (
  world: World,
  effect: Effect,
  afterMs = 0,
  [next, ...later]: readonly number[] = retriesMs,
): void => {
  const died = () => {
    if (next !== undefined) mend(world, effect, next, later)
  }
  world.clock.begin(afterMs, perform(world, effect), { died })
}

/** Performs anew what records lack. Answers whether there was anything. */
export const reconcile = (world: World): boolean => {
  const effects = [...world.records.values()].flatMap(record => look(world, record))
  for (const effect of effects) mend(world, effect)
  return effects.length > 0
}
