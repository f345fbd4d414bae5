import { isFinal } from './rules.ts'
import { once, type Step } from './scheduler.ts'
import { moveRecord, putAssignment } from './table.ts'
import { dayMs, type Execution, hourMs, iso, type World } from './world.ts'

/* The workflow guards time: a wait, lateness after 48 hours, a second wait, expiry after 14 days. */

export const delayAfterMs = 48 * hourMs
export const expireAfterMs = 14 * dayMs
/** How often a state calls its function before the execution fails. */
const tries = 6

const change = (world: World, id: number, to: Partial<Execution>): void => {
  const known = world.executions.get(id)
  if (known) world.executions.set(id, { ...known, ...to })
}

const isRunning = (world: World, id: number): boolean => world.executions.get(id)?.isOver === false

/** Calls a function of the workflow's, again if it dies, and fails the execution if it never answers. */
const call = (world: World, id: number, step: Step, then: () => void, left = tries): void => {
  if (!isRunning(world, id)) return
  const died = () => {
    if (left > 0)
      world.clock.begin(2000, () => {
        call(world, id, step, then, left - 1)
        return undefined
      })
    else change(world, id, { isOver: true })
  }
  world.clock.begin(world.random() * 300, step, { died, ended: then })
}

/** Ends the wait that this token belongs to; a token whose time is over is no failure. */
export const endWait = (world: World, id: number, token: string): void => {
  const execution = world.executions.get(id)
  if (execution?.token === token && execution.isWaiting) change(world, id, { isOver: true })
}

const isEnded = (world: World, id: number): boolean => {
  const record = world.records.get(id)
  return !record || isFinal(record.outcome)
}

/** An end that came meanwhile has met the token of an earlier wait, or none. */
const lookAgain = (world: World, id: number, token: string): Step | undefined =>
  world.mutant === 'end-of-the-moment-missed'
    ? undefined
    : once(() => {
        if (isEnded(world, id)) endWait(world, id, token)
      })

/** Leaves the token with the people's work, unless there is nothing left to do. */
const assign =
  (world: World, id: number, token: string): Step =>
  () => {
    if (isEnded(world, id)) {
      endWait(world, id, token)
      return undefined
    }
    return () => {
      const known = world.assignments.get(id)
      const key = { organisationId: 1, mode: world.mode, verificationId: id }
      if (known && world.mutant === 'second-wait-keeps-old-token') return undefined
      const kept = world.mutant === 'work-opened-anew' ? key : { ...key, ...known }
      putAssignment(world, { ...kept, taskToken: token })
      return lookAgain(world, id, token)
    }
  }

const expire =
  (world: World, id: number): Step =>
  () => {
    moveRecord(world, id, 'expire', { outcome: 'expired' })
    return undefined
  }

const delay =
  (world: World, id: number): Step =>
  () => {
    const at = iso(world.clock.nowMs())
    const delayedAt = world.records.get(id)?.delayedAt ?? at
    moveRecord(world, id, 'delay', { outcome: 'accepted', delayedAt })
    return undefined
  }

/** A wait that ran out though its record had long been final was never ended. */
const noteLate = (world: World, id: number): void => {
  const endedAtMs = world.ends.get(id)?.[0]?.atMs ?? Infinity
  if (world.clock.nowMs() - endedAtMs > hourMs) world.late.count++
}

/** Waits for people until a time, and goes on if nobody ended the wait. */
const wait = (world: World, id: number, token: string, forMs: number, late: () => void): void => {
  change(world, id, { token, isWaiting: true })
  call(world, id, assign(world, id, token), () => {})
  world.clock.begin(forMs, () => {
    if (isRunning(world, id) && world.executions.get(id)!.token === token) {
      change(world, id, { isWaiting: false })
      noteLate(world, id)
      late()
    }
    return undefined
  })
}

const isOver = (world: World, id: number) => () => change(world, id, { isOver: true })

const secondWait = (world: World, id: number): void =>
  wait(world, id, `${id}-second`, expireAfterMs - delayAfterMs, () =>
    call(world, id, expire(world, id), isOver(world, id)),
  )

/** Starts the workflow of a record; once, however often it is asked to. */
export const startExecution = (world: World, id: number): void => {
  if (world.executions.has(id)) return
  world.executions.set(id, { token: '', isWaiting: false, isOver: false })
  wait(world, id, `${id}-first`, delayAfterMs, () =>
    call(world, id, delay(world, id), () => secondWait(world, id)),
  )
  // Now and then an execution dies, whatever it waits for.
  if (!world.isCalm && world.random() < 0.05)
    world.clock.begin(world.random() * expireAfterMs, () => {
      change(world, id, { isOver: true })
      return undefined
    })
}

export const stopExecution = (world: World, id: number): void => change(world, id, { isOver: true })
