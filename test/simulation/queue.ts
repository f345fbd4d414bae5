import type { Step } from './scheduler.ts'
import { minuteMs, type World } from './world.ts'

/** How long a message that was not done with stays out of sight. */
const visibilityMs = 3 * minuteMs
/** How often a queue delivers a message twice. */
const copyShare = 0.01

/** Mostly at once, sometimes much later than what was sent after it. */
const transitMs = ({ random }: World): number => (random() < 0.05 ? random() * minuteMs : random() * 400)

const receive = (world: World, work: Step, afterMs: number): void => {
  const died = () => receive(world, work, visibilityMs)
  world.clock.begin(afterMs, work, { died })
}

/** Stores a message: it is worked on at least once, in any order, and again if the one who works on it dies. */
export const send = (world: World, work: Step, delayMs = 0): void => {
  receive(world, work, delayMs + transitMs(world))
  if (world.isCalm || world.random() >= copyShare) return
  world.copies.count++
  receive(world, work, delayMs + transitMs(world))
}
