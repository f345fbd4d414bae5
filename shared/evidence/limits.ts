import type { Caller } from '../account/caller.ts'
import {
  consumeOne,
  isExhausted,
  type RateLimit,
  rateLimitHeaders,
  rateLimitProblem,
} from '../http/rate-limit.ts'

/** A client hands on what a thousand people send; an agent takes nine photos of each of twenty visits. */
export const photosPerHour = {
  client: { decoded: 3000, refused: 300 },
  agent: { decoded: 600, refused: 10 },
} as const

export type PhotoSender = keyof typeof photosPerHour

const limitOf = (sender: PhotoSender, what: 'decoded' | 'refused'): RateLimit => ({
  name: `photos-${what}`,
  limit: photosPerHour[sender][what],
  windowSeconds: 3600,
  detail:
    what === 'decoded'
      ? 'More photos were sent within an hour than are examined. Send the others after the next full hour.'
      : 'Too many photos were refused within an hour. Send the others after the next full hour.',
})

/** Counts photos before they are decoded, whatever becomes of them. Returns the headers of the limit. @throws Problem too_many_requests */
export const countDecodes = async (sender: PhotoSender, caller: Caller, nowMs: number, count = 1) => {
  const refused = limitOf(sender, 'refused')
  if (await isExhausted(refused, { caller }, nowMs)) throw rateLimitProblem(refused, nowMs)
  return rateLimitHeaders([await consumeOne(limitOf(sender, 'decoded'), { caller }, nowMs, count)])
}

/** The one that uses up the limit is answered as it is; the next is refused. */
export const countRefused = async (sender: PhotoSender, caller: Caller, nowMs: number): Promise<void> => {
  await consumeOne(limitOf(sender, 'refused'), { caller }, nowMs).catch(() => {})
}
