import { duplicateWindowSeconds, recordOf, sameness, type Verification } from './rules.ts'
import type { Step } from './scheduler.ts'
import { putRecord } from './table.ts'
import { type Answer, type Held, iso, type Request, type World } from './world.ts'

/** How long a request may be under way before another with its key takes over. */
const lockMs = 35_000
/** Fewer ids than in life, so that some collide. */
const ids = 60
/** How often a caller who heard nothing asks again. */
const tries = 5

interface Call {
  readonly world: World
  readonly request: Request
  readonly id: number
  readonly isRepeat: boolean
  readonly supersedes: number
  /** What to do with an answer, and with a refusal that may be tried again. */
  readonly hear: (answer: Answer) => void
  readonly refuse: () => void
}

const draw = ({ random }: World): number => 1 + Math.floor(random() * ids)

/** The draw after one that is taken follows from it, so that who takes over finds what the one who died has made. */
const drawAfter = (world: World, id: number): number =>
  world.mutant === 'redraw-by-chance' ? draw(world) : (id % ids) + 1

const orderAt = ({ world, request, id }: Call): Verification => {
  const { mode, clock } = world
  return recordOf(request.verificationType, request, { id, mode, now: iso(clock.nowMs()) })
}

const answer = (call: Call, given: Answer): Step => {
  const { world, request, hear } = call
  return () => {
    const held = world.keys.get(request.key)
    if (held) world.keys.set(request.key, { ...held, answer: given })
    return () => {
      hear(given)
      return undefined
    }
  }
}

/** Meets the earlier order that stands in the way. */
const meet = (call: Call, earlierId: number): Step => {
  const { world } = call
  return () => {
    const earlier = world.records.get(earlierId)
    const stands =
      earlier && (earlier.outcome !== 'cancelled' || world.mutant === 'cancelled-stands-in-the-way')
    if (stands) return answer(call, { id: earlierId, isDuplicate: true })
    return accept({ ...call, supersedes: earlierId })
  }
}

/** An id that is taken: by the request that died before us, or by somebody who drew the same. */
const meetTaken = (call: Call): Step => {
  const { world, request, id, isRepeat } = call
  return () => {
    const found = world.records.get(id)!
    const isOwn = found.customerReference === request.reference || world.mutant === 'takeover-trusts-the-id'
    if (isRepeat && isOwn) return answer(call, { id, isDuplicate: false })
    return accept({ ...call, id: drawAfter(world, id) })
  }
}

const accepted = (call: Call, record: Verification): Step => {
  const { world, id } = call
  if (world.mutant !== 'answered-before-kept') putRecord(world, record)
  return answer(call, { id, isDuplicate: false })
}

/** Record and guard in one transaction. */
const accept =
  (call: Call): Step =>
  () => {
    const { world, request, id, supersedes } = call
    if (world.records.has(id)) return meetTaken(call)
    const record = orderAt(call)
    const guardKey = sameness(record)
    const nowMs = world.clock.nowMs()
    const guard = world.guards.get(guardKey)
    const isFree = !guard || guard.expiresAtMs <= nowMs || guard.id === supersedes
    if (!isFree && !request.isRevisit && world.mutant !== 'guard-ignored') return meet(call, guard.id)
    world.guards.set(guardKey, { id, expiresAtMs: nowMs + duplicateWindowSeconds * 1000 })
    if (world.mutant === 'guard-written-apart') return () => accepted(call, record)
    return accepted(call, record)
  }

const held = (call: Call, known: Held): Step | undefined => {
  const { world, request } = call
  const nowMs = world.clock.nowMs()
  if (known.answer) {
    call.hear(known.answer)
    return undefined
  }
  if (known.lockedUntilMs > nowMs) {
    call.refuse()
    return undefined
  }
  const id = world.mutant === 'takeover-draws-anew' ? call.id : known.id
  world.keys.set(request.key, { id, lockedUntilMs: nowMs + lockMs })
  return accept({ ...call, id, isRepeat: true })
}

/** One request with its key. */
const create =
  (call: Call): Step =>
  () => {
    const { world, request, id } = call
    const { reference } = request
    world.orderedAtMs.set(reference, world.orderedAtMs.get(reference) ?? world.clock.nowMs())
    const known = world.keys.get(request.key)
    if (known && world.mutant !== 'key-not-held') return held(call, known)
    world.keys.set(request.key, { id, lockedUntilMs: world.clock.nowMs() + lockMs })
    if (world.mutant === 'answered-before-kept')
      return () => {
        world.keys.set(request.key, { id, lockedUntilMs: 0, answer: { id, isDuplicate: false } })
        return accept(call)
      }
    return accept(call)
  }

/** Orders, and asks again with the same key until there is an answer or patience ends. */
export const order = (world: World, request: Request, afterMs: number, left: number = tries): void => {
  const again = () => {
    if (left > 0) order(world, request, 1000 + world.random() * 40_000, left - 1)
  }
  const hear = (answer: Answer) => request.answers.push(answer)
  const call = { world, request, id: draw(world), isRepeat: false, supersedes: 0, hear, refuse: again }
  world.clock.begin(afterMs, create(call), { died: again })
}
