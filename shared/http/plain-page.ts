import { createHash } from 'node:crypto'
import { pageTexts as words } from '../texts/page.ts'
import { type Html, html } from './html.ts'
import { type OperatorIdentity, readOperator } from './operator.ts'
import { pageHeaders } from './page.ts'
import { readSiteFile } from './site.ts'

interface PlainPage {
  readonly title: string
  readonly main: Html
  /** The path of a script of ours; the page works without it. */
  readonly script?: string
}

/** First, as a letterhead: whoever opens a link sees who asks. */
const renderHead = ({ legalName, logo }: OperatorIdentity): Html => html`<header>
${logo === null ? '' : html`<img src="${logo}" alt="">\n`}<p>${legalName}</p>
</header>
`

const renderFoot = ({
  legalName,
  registrationNumber,
  postalAddress,
  phone,
  privacyNotice,
}: OperatorIdentity) =>
  html`<p><strong>${legalName}</strong>, ${words.operator.registered(registrationNumber)}, ${postalAddress}</p>
<p>${words.operator.call} <a href="tel:${phone.replaceAll(' ', '')}">${phone}</a></p>
${privacyNotice === null ? '' : html`<p><a href="${privacyNotice}">${words.operator.privacyNotice}</a></p>\n`}`

/** A page of its own for people without an account. Its style stands in it, so that it is one request. */
export const plainPageResponse = <Status extends number>(
  status: Status,
  { title, main, script }: PlainPage,
) => {
  const style = readSiteFile('link.css')
  const operator = readOperator()
  const headers = {
    ...pageHeaders([
      `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
      'img-src data:',
      "form-action 'self'",
      ...(script ? ["script-src 'self'"] : []),
    ]),
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': `camera=(), microphone=(), geolocation=(${script ? 'self' : ''})`,
  }
  const { html: content } = html`<!doctype html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${{ html: style }}</style>
${script ? html`<script type="module" src="${script}"></script>\n` : ''}</head>
<body>
${operator ? renderHead(operator) : html`<header>\n<p>${words.sender}</p>\n</header>\n`}<main>
${main}
</main>
${operator ? html`<footer>\n${renderFoot(operator)}</footer>\n` : ''}</body>
</html>
`
  return { status, headers, content }
}
