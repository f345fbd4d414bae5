import { findOrganisation } from '../../account/store.ts'
import { setting } from '../../aws/environment.ts'
import { Fault } from '../../aws/errors.ts'
import { log } from '../../aws/log.ts'
import { sendEmail } from '../../aws/ses.ts'
import { html } from '../../http/html.ts'
import { holdMessage } from '../../link/message/hold.ts'
import { type Alert, type AlertEmailState, type AlertMessage, disabledReasonTexts } from './alert.ts'
import { claimAlertEmail, findAlert, recordAlertEmail, releaseAlertEmail } from './alert-store.ts'

/** Longer than the function that sends the email may run. */
const claimMs = 120_000

const recordEmail = async (alert: Alert, state: AlertEmailState): Promise<void> => {
  const { organisationId, mode, endpointId } = alert
  await recordAlertEmail(alert, state)
  log(`alert.${state}`, { organisationId, mode, endpointId })
}

/** Undefined where this stage sends no email, or the organisation has named no address. */
const findAddresses = async ({
  organisationId,
}: Alert): Promise<{ from: string; to: string } | undefined> => {
  const { sender } = setting('MESSAGE_SENDERS')
  const to = (await findOrganisation(organisationId))?.alertAddress
  return sender === null || to === undefined ? undefined : { from: sender, to }
}

/**
 * Sends an alert's email. Copies of its message send one, as long as SES answers. Where SES accepts the email and its
 * response is lost, it is sent again: a missing email would leave an organisation without its events.
 * @throws Fault where SES refused it for now, or another has claimed it: the queue retries
 */
export const sendAlertEmail = async (key: AlertMessage, nowMs: number, send = sendEmail): Promise<void> => {
  const alert = await findAlert(key)
  if (!alert || alert.email) return undefined
  const addresses = await findAddresses(alert)
  if (!addresses) return recordEmail(alert, 'unsent')
  if (!(await claimAlertEmail(alert, nowMs, nowMs + claimMs)))
    throw new Fault('An alert is being sent by another')
  const { from, to } = addresses
  const result = await send({ from: `Verification service <${from}>`, to, ...buildAlertEmail(alert) })
  if (result === 'accepted') return recordEmail(alert, 'sent')
  if (result === 'rejected') return recordEmail(alert, 'undeliverable')
  await releaseAlertEmail(alert)
  if (result === 'held') return holdMessage(key)
  throw new Fault('An alert was not taken; it will be tried again')
}

/** `2026-11-22T10:05:12.345Z` → `2026-11-22 10:05 UTC` */
const formatTime = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`

const sinceOf = ({ failingSince }: Alert): string =>
  failingSince === undefined ? '' : ` It has not answered with a 2xx since ${formatTime(failingSince)}.`

const paragraphsOf = (alert: Alert): readonly string[] => [
  `The webhook endpoint ${alert.endpointId} at ${alert.destination} (${alert.mode} mode) was disabled at ${formatTime(alert.disabledAt)}.`,
  `${disabledReasonTexts[alert.reason]}${sinceOf(alert)}`,
  `Its events wait. When the receiver works again, enable the endpoint in the portal, or by PATCH /v1/webhooks/${alert.endpointId} with {"enabled": true}: the service then sends what it missed.`,
  'You receive this email because your organisation gave us this address for alerts. Ask us to change it.',
]

/** An alert's email as text, and the same as HTML. */
export const buildAlertEmail = (alert: Alert) => {
  const subject = `Your webhook endpoint ${alert.endpointId} was disabled`
  const paragraphs = paragraphsOf(alert)
  return {
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body>
${paragraphs.map(paragraph => html`<p>${paragraph}</p>\n`)}</body>
</html>
`.html,
  }
}
