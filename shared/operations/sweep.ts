import { database } from '../aws/database.ts'
import { log } from '../aws/log.ts'
import type { Owner } from '../domain/caller.ts'
import type { Effect } from '../domain/effect.ts'
import { eventIdOf } from '../domain/event.ts'
import { tryOf } from '../domain/late-lookup.ts'
import { isFinal } from '../domain/outcome.ts'
import { nounOf } from '../domain/product.ts'
import type { VerificationKey } from '../domain/verification.ts'
import { findAssignments } from '../table/assignment.ts'
import { findEventIds } from '../table/event.ts'
import { listLate } from '../table/late-lookup.ts'
import { find } from '../table/verification.ts'
import { type Line, list } from '../table/verification-list.ts'
import { perform } from './outbox.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Younger changes may still be on their way through the stream. */
const settledMs = 10 * minuteMs
/** The longest life of an open verification, and a day. */
const orderedWithinMs = 15 * dayMs
/** How far back ends are looked at: as long as the stream keeps its records, and some. */
const endedWithinMs = 26 * 60 * minuteMs

/** A late look-up's message may wait so long beyond its time before it must be lost: the queue's visibility and a batch. */
const overdueMs = 30 * minuteMs

const keyOf = (owner: Owner, { id }: Line): VerificationKey => ({ ...owner, verificationId: id })

/** Open verifications that no workflow waits on, or whose decision did not reach it. */
const unfinished = async (owner: Owner, lines: readonly Line[]): Promise<Effect[]> => {
  const assignments = await findAssignments(
    database,
    lines.map(line => keyOf(owner, line)),
  )
  return lines.flatMap((line): Effect[] => {
    const assignment = assignments.get(line.id)
    if (!assignment) return [{ kind: 'signal', signal: 'accepted', key: keyOf(owner, line) }]
    return assignment.decision ? [{ kind: 'signal', signal: 'decided', key: keyOf(owner, line) }] : []
  })
}

/** Final verifications whose event was never frozen. */
const untold = async (owner: Owner, lines: readonly Line[], nowMs: number): Promise<Effect[]> => {
  const eventIds = lines.map(line => eventIdOf(line.id, 'verification_completed'))
  const known = await findEventIds(database, owner, eventIds)
  const missing = lines.filter((_, index) => !known.has(eventIds[index]!))
  const verifications = await Promise.all(missing.map(({ id }) => find(database, owner, id, nowMs)))
  return verifications.flatMap((verification): Effect[] =>
    verification
      ? [{ kind: 'publish', type: 'verification_completed', verification, at: verification.updatedAt }]
      : [],
  )
}

const leftBehind = async (owner: Owner, lines: readonly Line[], nowMs: number): Promise<Effect[]> => {
  const settled = lines.filter(line => Date.parse(line.updatedAt) < nowMs - settledMs)
  const open = settled.filter(line => !isFinal(line.outcome))
  const ended = settled.filter(
    line => isFinal(line.outcome) && Date.parse(line.updatedAt) > nowMs - endedWithinMs,
  )
  return [...(await unfinished(owner, open)), ...(await untold(owner, ended, nowMs))]
}

/** Look-ups whose next try is long due and did not come. */
const untried = async (owner: Owner, nowMs: number): Promise<Effect[]> => {
  const waiting = await listLate(database, owner)
  const overdue = waiting.filter(({ notBeforeMs }) => notBeforeMs < nowMs - overdueMs)
  return overdue.map(late => ({ kind: 'try', next: tryOf(late) }))
}

/** Performs anew what one owner's verifications of the last fifteen days lack. Answers how much that was. */
export const sweepOwner = async (owner: Owner, nowMs: number): Promise<number> => {
  const tries = await untried(owner, nowMs)
  for (const effect of tries) await perform(effect)
  let count = tries.length
  for (const noun of new Set(Object.values(nounOf))) {
    let beforeId: number | undefined
    do {
      const page = await list(
        database,
        owner,
        noun,
        { fromMs: nowMs - orderedWithinMs },
        { limit: 1000, beforeId },
      )
      const effects = await leftBehind(owner, page.items, nowMs)
      for (const effect of effects) await perform(effect)
      count += effects.length
      beforeId = page.beforeId
    } while (beforeId !== undefined)
  }
  if (count > 0) log('outbox.found-left-behind', { ...owner, count })
  return count
}
