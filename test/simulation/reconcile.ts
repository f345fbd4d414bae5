import { perform } from './outbox.ts'
import { type Effect, eventIdOf, isFinal, type Verification } from './rules.ts'
import { moveRecord } from './table.ts'
import { expireAfterMs } from './workflow.ts'
import { hourMs, minuteMs, type World } from './world.ts'

/** Younger changes may still be on their way through the stream. */
const settledMs = 10 * minuteMs

const signal = (kind: 'start' | 'end', { id }: Verification): Effect[] => [
  { kind: 'signal', signal: kind, id },
]

/** What an open record lacks: a workflow, or that this hears of the decision. */
const unfinished = (world: World, record: Verification): Effect[] => {
  const work = world.assignments.get(record.id)
  if (!work) return world.mutant === 'forgets-the-unstarted' ? [] : signal('start', record)
  return []
}

/** What a final record lacks: its event, or that its deliveries were stored. */
const untold = (world: World, record: Verification): Effect[] => {
  const eventId = eventIdOf(record.id, 'verification_completed')
  const told = world.mutant === 'kept-counts-as-sent' ? world.events : world.published
  const isTold = told.has(eventId)
  if (isTold || world.mutant === 'forgets-the-untold') return []
  return [{ kind: 'publish', type: 'verification_completed', record, at: record.updatedAt }]
}

/** Whatever is open past its expiry is ended by something that always runs. */
const overdue = (world: World, { requestedAt }: Verification): boolean =>
  world.mutant !== 'forgets-the-dead' &&
  Date.parse(requestedAt) < world.clock.nowMs() - expireAfterMs - hourMs

const look = (world: World, record: Verification): Effect[] => {
  if (Date.parse(record.updatedAt) > world.clock.nowMs() - settledMs) return []
  if (isFinal(record.outcome)) return untold(world, record)
  return unfinished(world, record)
}

const expire = (world: World, record: Verification): boolean =>
  !isFinal(record.outcome) &&
  overdue(world, record) &&
  moveRecord(world, record.id, 'expire', { outcome: 'expired' })

/** Performs anew what records lack. Answers whether there was anything. */
export const reconcile = (world: World): boolean => {
  const records = [...world.records.values()]
  const expired = records.filter(record => expire(world, record))
  const effects = records.flatMap(record => look(world, world.records.get(record.id)!))
  for (const effect of effects) world.clock.begin(0, perform(world, effect), { died: () => {} })
  return expired.length + effects.length > 0
}
