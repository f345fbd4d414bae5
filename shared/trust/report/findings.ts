import {
  extraFindingsOf,
  compareFields,
  type ComparisonInput,
  type FieldMatch,
} from '../../work/comparison.ts'
import { type Html, html } from '../../http/html.ts'
import { reportTexts as words } from './english.ts'
import { formatDate } from './format.ts'
import { renderFacts, renderParagraph, renderSection, renderTable } from './parts.ts'

const { compared } = words

const markOf = (match: FieldMatch): Html =>
  html`<span class="mark ${match}"><span aria-hidden="true">${words.marks[match].sign}</span> ${words.marks[match].word}</span>`

/** A day as everywhere in the report. */
const shownAs = (said: string): string => (/^\d{4}-\d\d-\d\d$/.test(said) ? formatDate(said) : said || '–')

const columns = [
  { name: compared.field, isHead: true },
  ...[compared.claimed, compared.found, compared.match].map(name => ({ name })),
]

const tableIn = (found: ComparisonInput): Html =>
  renderTable(
    columns,
    compareFields(found).map(({ what, claimed, found: seen, match }) => [
      what,
      shownAs(claimed),
      shownAs(seen),
      markOf(match),
    ]),
  )

const besides = (found: ComparisonInput): readonly Html[] => {
  const all = extraFindingsOf(found)
  return all.length === 0
    ? []
    : [html`<h3>${compared.besides}</h3>\n`, renderFacts(all.map(({ what, found: seen }) => [what, seen]))]
}

/** What was claimed beside what was found; of what nobody looked into, only that. @param isReported whether anybody did */
export const renderFindings = (found: ComparisonInput, isReported: boolean): Html =>
  renderSection(
    'compared',
    compared.title,
    ...(isReported ? [tableIn(found), ...besides(found)] : [renderParagraph(compared.nothing)]),
  )
