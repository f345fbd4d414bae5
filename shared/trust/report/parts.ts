import { type Html, html } from '../../http/html.ts'

/** A name and what stands beside it; one of which nothing is known is left out. */
export type ReportFact = readonly [name: string, said: string | undefined]

const row = ([name, said]: ReportFact): Html => html`<div><dt>${name}</dt><dd><bdi>${said!}</bdi></dd></div>
`

/** Facts beside each other. */
export const renderFacts = (facts: readonly ReportFact[]): Html => html`<dl class="facts">
${facts.filter(([, said]) => said !== undefined && said !== '').map(row)}</dl>
`

/** A part of the report under its own heading. */
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

interface Column {
  readonly name: string
  /** Whether it says of which thing its line is. */
  readonly isHead?: boolean
}

const cell = ({ name, isHead }: Column, said: string | Html): Html =>
  isHead
    ? html`<th scope="row">${said}</th>`
    : html`<td data-label="${name}">${typeof said === 'string' ? html`<bdi>${said}</bdi>` : said}</td>`

/** A table, which a narrow screen shows line by line. @param kind what its lines are of, by their heads */
export const renderTable = (
  columns: readonly Column[],
  rows: readonly (readonly (string | Html)[])[],
  kind: 'fields' | 'times' = 'fields',
): Html => html`<table class="${kind}">
<thead><tr>${columns.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${rows.map(cells => html`<tr>${columns.map((column, place) => cell(column, cells[place]!))}</tr>\n`)}</tbody>
</table>
`
