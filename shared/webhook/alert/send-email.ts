import { findOrganisation } from '../../account/store.ts'
import { setting } from '../../aws/environment.ts'
import { Fault } from '../../aws/errors.ts'
import { log } from '../../aws/log.ts'
import { sendEmail } from '../../aws/ses.ts'
import type { Alert, AlertMessage, AlertEmailState } from './alert.ts'
import { findAlert, releaseAlertEmail, recordAlertEmail, claimAlertEmail } from './alert-store.ts'
import { buildAlertEmail } from './email.ts'

/** Longer than the function that sends it may run. */
const takenMs = 120_000

const note = async (alert: Alert, state: AlertEmailState): Promise<void> => {
  const { organisationId, mode, endpointId } = alert
  await recordAlertEmail(alert, state)
  log(`alert.${state}`, { organisationId, mode, endpointId })
}

/** From whom and to whom; undefined where this stage sends no letters, or nobody has said who is to be told. */
const wayOf = async ({ organisationId }: Alert): Promise<{ from: string; to: string } | undefined> => {
  const { sender } = setting('MESSAGE_SENDERS')
  const to = (await findOrganisation(organisationId))?.alertAddress
  return sender === null || to === undefined ? undefined : { from: sender, to }
}

const handOver = async (alert: Alert, { from, to }: { from: string; to: string }, send: typeof sendEmail) => {
  const handed = await send({ from: `Verification service <${from}>`, to, ...buildAlertEmail(alert) })
  if (handed === 'taken') return note(alert, 'sent')
  if (handed === 'refused') return note(alert, 'undeliverable')
  await releaseAlertEmail(alert)
  throw new Fault('An alert was not taken; it will be tried again')
}

/**
 * Sends an alert's letter. Copies of its message send one, whoever holds it; only where SES took a letter and its
 * answer was lost is it sent again: a second one harms nobody, and one that is missing leaves an organisation without
 * its events.
 * @throws Fault where it was refused for now, or another has it in hand: the queue brings it again
 */
export const sendAlertEmail = async (key: AlertMessage, nowMs: number, send = sendEmail): Promise<void> => {
  const alert = await findAlert(key)
  if (!alert || alert.letter) return
  const way = await wayOf(alert)
  if (!way) return note(alert, 'unsent')
  if (!(await claimAlertEmail(alert, nowMs, nowMs + takenMs)))
    throw new Fault('An alert is being sent by another')
  await handOver(alert, way, send)
}
