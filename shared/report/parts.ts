import { type Html, html } from '../http/html.ts'
import { type ClockName, clocks } from '../texts/format.ts'

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** `22 November 2026`. @param at ISO 8601, of which only the day is read */
export const formatDate = (at: string): string => {
  const [year = '', month = '', day = ''] = at.slice(0, 10).split('-')
  return `${Number(day)} ${months[Number(month) - 1]} ${year}`
}

/** `22 November 2026, 10:41 WAT (09:41 UTC)`, with both days where they differ. @param at ISO 8601 in UTC */
export const formatTime = (at: string, country: ClockName = 'ng'): string => {
  const { timeZone, sign } = clocks[country]
  // Swedes write times as ISO 8601 does.
  const local = new Date(at).toLocaleString('sv-SE', { timeZone })
  const day = formatDate(at)
  const utc = `${day === formatDate(local) ? '' : `${day}, `}${at.slice(11, 16)} UTC`
  return `${formatDate(local)}, ${local.slice(11, 16)} ${sign} (${utc})`
}

export type ReportFact = readonly [name: string, said: string | undefined]

const row = ([name, said]: ReportFact): Html => html`<div><dt>${name}</dt><dd><bdi>${said!}</bdi></dd></div>
`

export const renderFacts = (facts: readonly ReportFact[]): Html => html`<dl class="facts">
${facts.filter(([, said]) => said !== undefined && said !== '').map(row)}</dl>
`

export const renderSection = (
  id: string,
  title: string,
  ...parts: readonly Html[]
): Html => html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${parts}</section>
`

export const renderParagraph = (text: string, kind = 'note'): Html => html`<p class="${kind}">${text}</p>
`

interface TableColumn {
  readonly name: string
  readonly isHead?: boolean
}

const cell = ({ name, isHead }: TableColumn, said: string | Html): Html =>
  isHead
    ? html`<th scope="row">${said}</th>`
    : html`<td data-label="${name}">${typeof said === 'string' ? html`<bdi>${said}</bdi>` : said}</td>`

/** A table, which a narrow screen shows line by line. @param kind what its lines are of, by their heads */
export const renderTable = (
  columns: readonly TableColumn[],
  rows: readonly (readonly (string | Html)[])[],
  kind: 'fields' | 'times' | 'places' = 'fields',
): Html => html`<table class="${kind}">
<thead><tr>${columns.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${rows.map(cells => html`<tr>${columns.map((column, index) => cell(column, cells[index]!))}</tr>\n`)}</tbody>
</table>
`
