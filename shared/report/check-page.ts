import { html } from '../http/html.ts'
import { plainPageResponse } from '../http/plain-page.ts'
import { reportTexts } from '../texts/report.ts'
import { resultTextOf } from '../verification/contract/outcome.ts'
import { revisionOf } from '../verification/verification.ts'
import type { CheckedReport } from './check.ts'
import { formatTime, renderFacts } from './parts.ts'

const words = reportTexts.check

const stateOf = ({ decided, newest }: CheckedReport) => {
  if (revisionOf(decided) !== revisionOf(newest))
    return words.superseded(revisionOf(newest), formatTime(newest.updatedAt))
  return newest.openDispute === undefined ? words.valid : words.disputed
}

/** How it ended, so that nobody shows another end on paper; nothing of a person, of an address or of who ordered. */
export const checkPageResponse = (checked: CheckedReport) => {
  const { title, text } = stateOf(checked)
  const { id, mode, product, outcome, updatedAt } = checked.decided
  return plainPageResponse(200, {
    title,
    main: html`<h1>${title}</h1>
<p>${text}</p>
${mode === 'test' ? html`<p><strong>${reportTexts.testMode}</strong></p>\n` : ''}<p>${words.compare}</p>
${renderFacts([
  [words.kind, reportTexts.titles[product]],
  [reportTexts.facts.id, `${id}`],
  [words.result, resultTextOf(outcome, product).word],
  [reportTexts.facts.ended, formatTime(updatedAt)],
])}`,
  })
}

export const unknownReportResponse = () =>
  plainPageResponse(404, {
    title: words.unknown.title,
    main: html`<h1>${words.unknown.title}</h1>\n${words.unknown.text.map(text => html`<p>${text}</p>\n`)}`,
  })
