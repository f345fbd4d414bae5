import { html } from '../../http/html.ts'
import { type Alert, disabledReasonTexts } from './alert.ts'

/** `2026-11-22T10:05:12.345Z` → `2026-11-22 10:05 UTC` */
const timeOf = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`

const sinceOf = ({ failingSince }: Alert): string =>
  failingSince === undefined ? '' : ` It has not answered with a 2xx since ${timeOf(failingSince)}.`

/** What the letter says, a paragraph each. */
const paragraphsOf = (alert: Alert): readonly string[] => [
  `The webhook endpoint ${alert.endpointId} at ${alert.place} (${alert.mode} mode) was switched off at ${timeOf(alert.disabledAt)}.`,
  `${disabledReasonTexts[alert.reason]}${sinceOf(alert)}`,
  `Its events wait. When the receiver works again, switch the endpoint on in the portal, or by PATCH /v1/webhooks/${alert.endpointId} with {"enabled": true}: it is sent what it missed.`,
  'You get this letter because your organisation gave us this address for such news. Ask us to change it.',
]

/** The letter that tells an organisation of an endpoint that was switched off, as text and as the same in HTML. */
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
