import {
  bytesAbout,
  type Change,
  type Effect,
  eventIdOf,
  follow,
  isFinal,
  keyOf,
  type Verification,
} from '../rules.ts'
import { once } from '../scheduler.ts'
import type { Region } from './replicas.ts'
import type { World } from './world.ts'

const tokenOf = (region: Region, id: number): string => `${region} ${id}`

/** Starts the workflow of this region, which leaves its token with the people's work. */
const start = (world: World, region: Region, record: Verification): void => {
  const taskToken = tokenOf(region, record.id)
  world.waiting.add(taskToken)
  const known = world.assignments.get(region, `${record.id}`)
  world.assignments.write(region, `${record.id}`, { ...keyOf(record), ...known, taskToken }, () => true)
}

/** Step Functions of a region knows the tokens that it gave away itself. */
const end = (world: World, region: Region, id: number): void => {
  const token = world.assignments.get(region, `${id}`)?.taskToken
  if (token === tokenOf(region, id)) world.waiting.delete(token)
}

/** Freezes an event once in each region's copy, and sends what that copy has. */
const publish = (
  world: World,
  region: Region,
  { record, type, at }: Extract<Effect, { kind: 'publish' }>,
): void => {
  if (type !== 'verification_completed') return
  const id = eventIdOf(record.id, type)
  world.events.write(region, id, bytesAbout(record, type, at), stored => stored === undefined)
  world.sent.set(id, (world.sent.get(id) ?? 0) + 1)
}

const perform = (world: World, region: Region, effect: Effect, record: Verification): void => {
  if (effect.kind === 'publish') publish(world, region, effect)
  if (effect.kind === 'signal' && effect.signal === 'start') start(world, region, record)
  if (effect.kind === 'signal' && effect.signal === 'end') end(world, region, effect.id)
}

/** What a region's outbox makes of a change that its stream shows. */
export const relay = (
  world: World,
  region: Region,
  before: Verification | undefined,
  after: Verification,
): void => {
  const change: Change = { kind: 'verification', before, after }
  if (isFinal(after.outcome) && !(before && isFinal(before.outcome)))
    world.ends.set(after.id, [...(world.ends.get(after.id) ?? []), after])
  for (const effect of follow(change))
    world.clock.begin(
      50 + world.random() * 500,
      once(() => perform(world, region, effect, after)),
    )
}
