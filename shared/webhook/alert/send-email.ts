import { findOrganisation } from '../../account/store.ts'
import { setting } from '../../aws/environment.ts'
import { Fault } from '../../aws/errors.ts'
import { log } from '../../aws/log.ts'
import { sendEmail } from '../../aws/ses.ts'
import { html } from '../../http/html.ts'
import { claimAlertEmail, findAlert, recordAlertEmail, releaseAlertEmail } from './alert-store.ts'
import { type Alert, type AlertEmailState, type AlertMessage, disabledReasonTexts } from './alert.ts'

/** Longer than the function may run. */
const takenMs = 120_000

const note = async (alert: Alert, state: AlertEmailState): Promise<void> => {
  const { organisationId, mode, endpointId } = alert
  await recordAlertEmail(alert, state)
  log(`alert.${state}`, { organisationId, mode, endpointId })
}

/** Undefined where this stage sends no email, or the organisation has no address. */
const wayOf = async ({ organisationId }: Alert): Promise<{ from: string; to: string } | undefined> => {
  const { sender } = setting('MESSAGE_SENDERS')
  const to = (await findOrganisation(organisationId))?.alertAddress
  return sender === null || to === undefined ? undefined : { from: sender, to }
}

const handOver = async (alert: Alert, { from, to }: { from: string; to: string }, send: typeof sendEmail) => {
  const handed = await send({ from: `Verification service <${from}>`, to, ...buildAlertEmail(alert) })
  if (handed === 'accepted') return note(alert, 'sent')
  if (handed === 'rejected') return note(alert, 'undeliverable')
  await releaseAlertEmail(alert)
  throw new Fault('An alert was not taken; it will be tried again')
}

/** Copies of a message send one email. Only a lost response of SES sends a second one: harmless, while a missing email leaves an organisation without events. @throws Fault where SES did not accept it */
export const sendAlertEmail = async (key: AlertMessage, nowMs: number, send = sendEmail): Promise<void> => {
  const alert = await findAlert(key)
  if (!alert || alert.letter) return
  const way = await wayOf(alert)
  if (!way) return note(alert, 'unsent')
  if (!(await claimAlertEmail(alert, nowMs, nowMs + takenMs)))
    throw new Fault('An alert is being sent by another')
  await handOver(alert, way, send)
}

/** `2026-11-22T10:05:12.345Z` → `2026-11-22 10:05 UTC` */
const timeOf = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`

const sinceOf = ({ failingSince }: Alert): string =>
  failingSince === undefined ? '' : ` It has not answered with a 2xx since ${timeOf(failingSince)}.`

const paragraphsOf = (alert: Alert): readonly string[] => [
  `The webhook endpoint ${alert.endpointId} at ${alert.place} (${alert.mode} mode) was switched off at ${timeOf(alert.disabledAt)}.`,
  `${disabledReasonTexts[alert.reason]}${sinceOf(alert)}`,
  `Its events wait. When the receiver works again, switch the endpoint on in the portal, or by PATCH /v1/webhooks/${alert.endpointId} with {"enabled": true}: it is sent what it missed.`,
  'You get this letter because your organisation gave us this address for such news. Ask us to change it.',
]

export const buildAlertEmail = (alert: Alert) => {
  const subject = `Your webhook endpoint ${alert.endpointId} was switched off`
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
