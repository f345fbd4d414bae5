import { createHash } from 'node:crypto'
import { encodeQR } from 'qr'
import { findOrganisation } from '../account/store.ts'
import { describePlaces } from '../evidence/slot-texts.ts'
import type { ActionRequest } from '../http/action.ts'
import { encodeText } from '../http/encode-text.ts'
import { type Html, html } from '../http/html.ts'
import { type OperatorIdentity, readOperator } from '../http/operator.ts'
import { readSiteFile } from '../http/site.ts'
import { reportTexts as words } from '../texts/report.ts'
import type { RecordFlag } from '../verification/contract/status.ts'
import type { ReportDocument } from './document.ts'
import { formatTime, renderFacts, renderParagraph, renderSection } from './parts.ts'

const { receipt: said } = words

/** As wide as ISO/IEC 18004 has it, in modules: a code is found by the white around it. */
const quietZone = 4

/** Of the receipt itself, two kilobytes, few cameras would read a code. */
const renderCode = (url: string, what: string): Html => {
  const rows = encodeQR(url, 'raw', { border: quietZone })
  const size = `${rows.length}`
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return html`<figure class="code">
<svg viewBox="0 0 ${size} ${size}" role="img" aria-label="${said.code}"><path d="${dark.join('')}"/></svg>
<figcaption>${what} ${url}</figcaption>
</figure>
`
}

interface ReportPageOptions {
  readonly style: string
  readonly origin: string
  readonly madeAt: string
  readonly receipt: string
  /** Of the page that says how this report stands; absent of look-ups, which nobody decides again. */
  readonly checkCode?: string | undefined
  readonly operator: OperatorIdentity | null
  /** The name of the organisation that ordered. */
  readonly customer: string | undefined
}

/** The receipt, unchanged, and how to check it. */
const renderReceipt = ({ receipt, origin, checkCode }: ReportPageOptions): Html =>
  renderSection(
    'receipt',
    said.title,
    renderParagraph(said.what),
    html`<p class="jws"><code>${receipt}</code></p>
<h3>${said.how}</h3>
<div class="check">
<ol>
${said.steps(origin).map(step => html`<li>${step}</li>\n`)}</ol>
${
  checkCode === undefined
    ? renderCode(`${origin}/v1/docs/receipts#check-a-receipt`, said.guide)
    : renderCode(`${origin}/v1/reports/${checkCode}`, said.check)
}</div>
`,
  )

/** The letterhead. */
const renderIssuer = (operator: OperatorIdentity | null): Html => {
  if (!operator) return html`<p class="service">${words.service}</p>\n`
  const { legalName, registrationNumber, postalAddress, phone, logo } = operator
  return html`${logo === null ? '' : html`<img class="logo" src="${logo}" alt="">\n`}<p class="service">${legalName}</p>
${renderParagraph([words.registered(registrationNumber), postalAddress, phone].join(' · '))}`
}

/** Printers put it below each page, so that a page that falls out says where it belongs. */
const footerOf = ({ id, kind }: ReportDocument): string =>
  `@page{@bottom-left{content:"${words.titles[kind]} ${id}"}@bottom-right{content:"${words.page.page} " counter(page) " ${words.page.of} " counter(pages)}}`

const signs = { good: '✓', bad: '✗', open: '–' } as const

/** One fact, and where it was seen. */
const renderFlag = ({ weight, reason, places }: RecordFlag): Html =>
  html`<p class="flag ${weight}"><strong>${words.flags[weight]}:</strong> <bdi>${reason}</bdi>${places ? html` <span>${describePlaces(places)}</span>` : ''}</p>\n`

const bodyOf = (document: ReportDocument, around: ReportPageOptions) => {
  const { madeAt, operator, customer } = around
  const { kind, mode, country, verdict, disputed, facts, sections } = document
  const tone = disputed?.isOpen ? 'open' : verdict.tone
  const remarks = [
    [words.disputed.title, disputed?.text] as const,
    [words.remark, document.remark] as const,
    [words.againstFinding, document.againstFinding] as const,
  ]
  return html`<header>
${renderIssuer(operator)}<h1>${words.titles[kind]} <span>${words.report}</span></h1>
</header>
<main>
${mode === 'test' ? renderParagraph(words.testMode, 'test') : ''}<div class="verdict ${tone}">
<p class="end"><span aria-hidden="true">${signs[tone]}</span> <strong>${disputed?.isOpen ? words.disputed.open(verdict.word) : verdict.word}</strong></p>
${renderParagraph(verdict.sentence, 'sentence')}${remarks.flatMap(([title, said]) => (said ? [html`<p class="remark">${title}: <bdi>${said}</bdi></p>\n`] : []))}${(document.flags ?? []).map(renderFlag)}</div>
${renderFacts([[words.facts.customer, customer], ...facts])}${sections}${renderReceipt(around)}</main>
<footer>
${renderParagraph([words.about.made(formatTime(madeAt, country)), words.about.times[country], words.about.people].join(' '), 'about')}</footer>
`
}

const htmlOf = (document: ReportDocument, style: string, around: ReportPageOptions): string =>
  html`<!doctype html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${words.titles[document.kind]} ${`${document.id}`}</title>
<link rel="icon" href="data:,">
<style>${{ html: style }}</style>
</head>
<body>
${bodyOf(document, around)}</body>
</html>
`.html

/** The page loads nothing, runs no script, and cannot be framed. */
const policyOf = (style: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export const renderReportPage = (document: ReportDocument, around: ReportPageOptions) => {
  const style = `${around.style}${footerOf(document)}`
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': `inline; filename="verification-${document.id}.html"`,
      'cache-control': 'no-store',
      'content-security-policy': policyOf(style),
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'cross-origin-opener-policy': 'same-origin',
    },
    content: htmlOf(document, style, around),
  }
}

export type ReportRequest = Pick<ActionRequest, 'origin' | 'nowMs' | 'accepts'>

/** The style stands in each report: a report is one request. @param receipt a compact JWS */
export const reportResponse = async (
  document: ReportDocument,
  receipt: string,
  request: ReportRequest & Pick<ReportPageOptions, 'checkCode'> & { readonly organisationId: number },
) => {
  const { origin, organisationId, checkCode } = request
  const around = {
    style: readSiteFile('report.css'),
    origin,
    madeAt: new Date(request.nowMs).toISOString(),
    receipt,
    checkCode,
    operator: readOperator(),
    customer: (await findOrganisation(organisationId))?.name,
  }
  const page = renderReportPage(document, around)
  const { headers, content } = encodeText(page.content, 1, request)
  return { status: 200, headers: { ...page.headers, vary: 'accept-encoding', ...headers }, content } as const
}
