import type { Caller } from '../account/caller.ts'
import { setting } from '../aws/environment.ts'
import type { Problem } from '../http/contract/problem.ts'
import { type Allowance, giveBack, type RateLimit, refusal, takeLeased, takeOne } from '../http/rate-limit.ts'

const lookUpsOfClient = (): RateLimit => ({
  name: 'client',
  limit: setting('LOOKUP_LIMITS').perClientPerMinute,
  windowSeconds: 60,
  detail: 'This client makes more look-ups than its limit allows.',
})

const questionsAboutNumber = (): RateLimit => ({
  name: 'number',
  limit: setting('LOOKUP_LIMITS').perNumberPerDay,
  windowSeconds: 86_400,
  detail: 'This client asked about this id number too often.',
})

/** Takes one look-up from the client's minute. @throws Problem too_many_requests */
export const takeFromClient = (caller: Caller, nowMs: number): Promise<Allowance> =>
  takeLeased(lookUpsOfClient(), caller, nowMs)

/** Takes one question about an id number, by its keyed digest, from the client's day. @throws Problem too_many_requests */
export const takeFromNumber = (caller: Caller, digest: string, nowMs: number): Promise<Allowance> =>
  takeOne(questionsAboutNumber(), { caller, subject: digest }, nowMs)

/** Gives the question back: the registry failed, and nothing was learned. */
export const giveBackToNumber = (caller: Caller, digest: string, nowMs: number): Promise<void> =>
  giveBack(questionsAboutNumber(), { caller, subject: digest }, nowMs)

/** What a number that was asked about too often is refused with, as the sandbox shows it. */
export const refuseNumber = (nowMs: number): Problem => refusal(questionsAboutNumber(), nowMs)
