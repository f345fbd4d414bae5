import { seededRandom } from '../../shared/webhook/delivery/clock.ts'
import type { Assignment, Verification } from '../rules.ts'
import { openScheduler, type Scheduler } from '../scheduler.ts'
import { openReplica, type Region, type Replica } from './replicas.ts'

/** How two regions would share the work. */
export interface Setup {
  readonly name: string
  /** Where somebody's call arrives; so long ago the split began, if there is or was one. */
  readonly routed: (splitForMs: number | undefined, random: () => number) => Region
  /** How many of the callers who order then hear nothing, and ask again with their key. */
  readonly unheardShare: (splitForMs: number | undefined) => number
  /** Whose changes the outbox of a region follows: all that its copy's stream shows, or those that were written there. */
  readonly follows: 'all' | 'own'
}

/** What an Idempotency-Key, or what stands in the way of an equal order, holds. */
export interface Held {
  readonly id: number
}

export interface World {
  readonly random: () => number
  readonly clock: Scheduler
  readonly setup: Setup
  /** For how long the regions have not seen each other, or since when they began not to; undefined before, and without a split. */
  splitForMs(): number | undefined
  readonly records: Replica<Verification>
  readonly assignments: Replica<Assignment>
  readonly keys: Replica<Held>
  readonly guards: Replica<Held>
  /** Frozen bytes, by event id. */
  readonly events: Replica<string>
  readonly ids: { last: number }
  // what happened
  /** Every record that was accepted, by the key it came with. */
  readonly accepted: Map<string, number[]>
  /** Deliveries put into a queue, by event id. */
  readonly sent: Map<string, number>
  /** Workflows that wait, as `<region> <id>`. */
  readonly waiting: Set<string>
  /** Ends that somebody was told of, by record. */
  readonly ends: Map<number, Verification[]>
}

export const startMs = Date.parse('2026-11-20T00:00:00.000Z')
/** Before the split all is well, and what is worked on then is known in both regions. */
export const calmMs = 60_000

type Seen = (world: World, region: Region, before: Verification | undefined, after: Verification) => void

/** Two regions that lose sight of each other for so long. */
export const openWorld = (seed: number, setup: Setup, splitMs: number, seen: Seen): World => {
  const random = seededRandom(seed)
  const clock = openScheduler({ random, startMs, deathShare: 0 })
  const splitAtMs = startMs + calmMs
  const splitForMs = () => (splitMs > 0 && clock.nowMs() >= splitAtMs ? clock.nowMs() - splitAtMs : undefined)
  const leavesAtMs = () => Math.max(clock.nowMs(), splitForMs() === undefined ? 0 : splitAtMs + splitMs)
  const link = { clock, random, leavesAtMs }
  const world: World = {
    random,
    clock,
    setup,
    splitForMs,
    records: openReplica<Verification>(link, (region, before, after, by) => {
      if (setup.follows === 'all' || by === region) seen(world, region, before, after)
    }),
    assignments: openReplica(link),
    keys: openReplica(link),
    guards: openReplica(link),
    events: openReplica(link),
    ids: { last: 0 },
    accepted: new Map(),
    sent: new Map(),
    waiting: new Set(),
    ends: new Map(),
  }
  return world
}
