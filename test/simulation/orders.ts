import { duplicateWindowSeconds, recordOf, sameness, type Verification } from './rules.ts'
import type { Step } from './scheduler.ts'
import { putRecord } from './table.ts'
import { type Answer, type Guard, type Held, iso, type Request, type World } from './world.ts'

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
  /** The guard as it was met, which may move on from there. */
  readonly met?: Guard | undefined
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
  return recordOf(request.noun, request, { id, mode, now: iso(clock.nowMs()) })
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

/** How often somebody looks for a record whose guard stands before its writer is taken for dead. */
const looks = 3

const bar = ({ mutant, barred, records }: World, id: number): void => {
  if (mutant !== 'bar-forgotten' && !records.has(id)) barred.add(id)
}

/** Meets the earlier orders that a guard stands for, the latest first; one that does not come is barred from coming. */
const meet = (call: Call, guard: Guard, ids: readonly number[], left = looks): Step => {
  const { world } = call
  return () => {
    const [id, ...rest] = ids
    if (id === undefined) return accept({ ...call, met: guard })
    const found = world.records.get(id)
    if (!found && !world.barred.has(id)) {
      if (world.mutant === 'claim-not-seen') return meet(call, guard, rest)
      if (left > 0) return meet(call, guard, ids, left - 1)
      bar(world, id)
      return meet(call, guard, rest)
    }
    const isEqual = found && sameness(found) === sameness(orderAt(call))
    const isOver = found?.outcome === 'cancelled' && world.mutant !== 'cancelled-stands-in-the-way'
    if (isEqual && !isOver) return answer(call, { id, isDuplicate: true })
    return meet(call, guard, rest)
  }
}

/** Whether a record is of this very request. */
const isOwn = ({ world, request }: Call, found: Verification | undefined): boolean =>
  found !== undefined &&
  (found.customerReference === request.reference || world.mutant === 'takeover-trusts-the-id')

/** An id that is taken: by another attempt of this request, or by somebody who drew the same. */
const meetTaken = (call: Call, claimed: Guard): Step => {
  const { world, request, id } = call
  return () => {
    const found = world.records.get(id)
    if (isOwn(call, found)) return answer(call, { id, isDuplicate: false })
    const isEqual = found && sameness(found) === sameness(orderAt(call))
    const isOver = found?.outcome === 'cancelled' && world.mutant !== 'cancelled-stands-in-the-way'
    if (isEqual && !isOver && !request.isRevisit && world.mutant !== 'taken-by-an-equal-not-seen')
      return answer(call, { id, isDuplicate: true })
    const met = isEqual ? claimed : { ...claimed, expiresAtMs: 0 }
    return accept({ ...call, id: drawAfter(world, id), met })
  }
}

/** Writes the record, unless its id is taken or barred. */
const write = (call: Call, record: Verification, claimed: Guard): Step => {
  const { world, id } = call
  const note: Step = () => {
    world.open.add(id)
    return answer(call, { id, isDuplicate: false })
  }
  return () => {
    if (world.records.has(id) || world.barred.has(id)) return meetTaken(call, claimed)
    if (world.mutant !== 'answered-before-kept') putRecord(world, record)
    return world.mutant === 'opening-after-record' ? note : answer(call, { id, isDuplicate: false })
  }
}

const othersAfter = (id: number, met: Guard | undefined, nowMs: number): number[] => {
  if (!met) return []
  return [...(met.expiresAtMs > nowMs ? [met.id] : []), ...met.others].filter(other => other !== id)
}

/** Claims the guard, unless it stands for another order. */
const claim =
  (call: Call): Step =>
  () => {
    const { world, request, id, met } = call
    const record = orderAt(call)
    const place = sameness(record)
    const nowMs = world.clock.nowMs()
    const guard = world.guards.get(place)
    const isFree = !guard || guard.expiresAtMs <= nowMs || guard.id === met?.id
    if (!isFree && world.mutant !== 'guard-ignored') {
      const others = [guard.id, ...guard.others].filter(other => other !== id)
      return meet(call, guard, request.isRevisit ? [] : others)
    }
    const expiresAtMs = nowMs + duplicateWindowSeconds * 1000
    const claimed = { id, others: othersAfter(id, met, nowMs), expiresAtMs }
    world.guards.set(place, claimed)
    world.claims.push(request.reference)
    return write(call, record, claimed)
  }

/** Looks for its own record if it comes again; else notes that one will be open, claims its guard, and writes it. */
const accept =
  (call: Call): Step =>
  () => {
    const { world, id, isRepeat } = call
    if (isRepeat && isOwn(call, world.records.get(id))) return answer(call, { id, isDuplicate: false })
    return () => {
      if (world.mutant !== 'opening-after-record') world.open.add(id)
      return claim(call)
    }
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
  const call = { world, request, id: draw(world), isRepeat: false, hear, refuse: again }
  world.clock.begin(afterMs, create(call), { died: again })
}
