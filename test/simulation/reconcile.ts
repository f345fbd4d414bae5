import { perform } from './outbox.ts'
import { type Effect, eventIdOf, isFinal, lacking, type Verification } from './rules.ts'
import { expireAfterMs } from './workflow.ts'
import type { World } from './world.ts'

/** Whether nothing is left to do about a record: its end was told, and the deliveries of that are stored. */
const isTold = ({ mutant, events, published }: World, { id }: Verification): boolean =>
  (mutant === 'kept-counts-as-sent' ? events : published).has(eventIdOf(id, 'verification_completed'))

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

/** Performs anew what records lack. Answers whether there was anything. */
export const reconcile = (world: World): boolean => {
  const effects = [...world.records.values()].flatMap(record => look(world, record))
  for (const effect of effects) world.clock.begin(0, perform(world, effect), { died: () => {} })
  return effects.length > 0
}
