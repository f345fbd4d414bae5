import { listEndingClaims } from '../assignment/claim-store.ts'
import { type EndingLease, isToRemind, markReminded, unmarkReminded } from '../assignment/reminder-store.ts'
import { findPlainAssignment } from '../assignment/store.ts'
import { mapConcurrently } from '../aws/concurrency.ts'
import { setting } from '../aws/environment.ts'
import { Fault } from '../aws/errors.ts'
import { log } from '../aws/log.ts'
import { sendSms } from '../aws/sms.ts'
import { sendAll, toMessage } from '../aws/sqs.ts'
import { listUnsent } from '../evidence/unsent-store.ts'
import { consumeReminder, isWithinCountries } from '../link/message/limits.ts'
import { findMessageOrigin } from '../link/message/origin.ts'
import type { Mode } from '../table/tenant.ts'
import { findMember, findMemberPhone } from '../team/store.ts'
import { englishTexts } from '../texts/english.ts'
import { createTimeFormats, documentLocale } from '../texts/format.ts'
import { internationalForm } from '../verification/phone.ts'

/* An agent whose phone has said that it holds something unsent is told by text message before a lease of theirs ends. */

/** Long enough to find a network, and not so long that the phone may still be on its round. */
const leadMs = 2 * 3_600_000

/** Queue `messages`: a lease of whose end the agent is to be told. */
export interface ReminderMessage extends EndingLease {
  readonly kind: 'reminder'
}

const channel = 'sms'

const listToRemind = async (
  mode: Mode,
  agentId: string,
  nowMs: number,
): Promise<readonly ReminderMessage[]> => {
  const { phoneUntil } = (await findMember(agentId)) ?? {}
  if (phoneUntil === undefined || Date.parse(phoneUntil) <= nowMs) return []
  const claims = await listEndingClaims(mode, agentId, nowMs, nowMs + leadMs)
  const leases = claims.map(({ organisationId, verificationId, leaseUntil }) => {
    const key = { organisationId, mode, verificationId }
    return { kind: 'reminder', ...key, agentId, leaseUntil } as const
  })
  const assignments = await mapConcurrently(leases, findPlainAssignment)
  return leases.filter((lease, index) => isToRemind(assignments[index], lease))
}

/**
 * Queues a message for each lease that ends soon, of agents whose phones have said that they hold something. It is asked
 * every few minutes, and a message may be queued again until it is sent. Answers how many.
 */
export const queueReminders = async (mode: Mode, nowMs: number): Promise<number> => {
  if (findMessageOrigin({ channel, mode }) === undefined) return 0
  const agentIds = [...new Set((await listUnsent(mode, nowMs)).map(({ agentId }) => agentId))]
  const messages = (await mapConcurrently(agentIds, agentId => listToRemind(mode, agentId, nowMs))).flat()
  if (messages.length > 0) await sendAll(setting('MESSAGES_QUEUE_URL'), messages.map(toMessage))
  return messages.length
}

const { formatTimeOfDay } = createTimeFormats({ locale: documentLocale })

/** The number to write to, and from whom; undefined where there is none, or the stage writes to no such number. */
const findAddresses = async ({ mode, agentId }: ReminderMessage, nowMs: number) => {
  const from = findMessageOrigin({ channel, mode })
  const to = internationalForm((await findMemberPhone(agentId, nowMs)) ?? '')
  return from && to && isWithinCountries({ channel }, to) ? { from, to } : undefined
}

const ends = { accepted: 'sent', rejected: 'undeliverable', unknown: 'uncertain' } as const

/**
 * Sends the text message of a lease that has not ended, once: one that perhaps went out is not sent again.
 * @throws Fault where it was refused for now: the queue brings it again
 */
export const sendReminder = async (
  message: ReminderMessage,
  nowMs: number,
  send = sendSms,
): Promise<void> => {
  const { organisationId, mode, verificationId, leaseUntil } = message
  if (Date.parse(leaseUntil) <= nowMs) return
  const addresses = await findAddresses(message, nowMs)
  if (!addresses || !(await markReminded(message))) return
  const note = (end: string) => log(`reminder.${end}`, { organisationId, mode, verificationId })
  const refund = await consumeReminder(addresses.to, nowMs).catch(async error => {
    await unmarkReminded(message)
    throw error
  })
  if (!refund) return note('limitReached')
  const text = englishTexts.reminder(formatTimeOfDay(leaseUntil))
  const handed = await send({ ...addresses, text })
  if (handed !== 'throttled' && handed !== 'held') return note(ends[handed])
  await refund().finally(() => unmarkReminded(message))
  // Held by the account: the next count queues it again, until the lease ends.
  if (handed === 'held') return note('held')
  throw new Fault('A reminder was not taken; it will be tried again')
}
