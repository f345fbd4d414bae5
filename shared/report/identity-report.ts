import { Fault } from '../aws/errors.ts'
import { type Html, html } from '../http/html.ts'
import type { EndedLookup } from '../identity/find-lookup.ts'
import type { Lookup } from '../identity/lookup.ts'
import { type Verdict as Compared, matchedFields } from '../identity/matching/matching.ts'
import { findIdentityProduct } from '../identity/products.ts'
import { reportTexts as words } from '../texts/report.ts'
import { confirmed, noFinding, notConfirmed, type ResultText } from '../verification/contract/outcome.ts'
import { headFacts, type ReportDocument } from './document.ts'
import { renderFacts, renderParagraph, renderSection, renderTable } from './parts.ts'
import { consentFacts, renderTimeline } from './sections.ts'

const { identity: said, asked } = words

const countryOf = (product: Lookup['product']) => findIdentityProduct(product).country.code

const askedOf = ({ product: name, idNumberLast4, consent }: Lookup): Html => {
  const country = countryOf(name)
  return renderSection(
    'asked',
    asked.title,
    renderFacts([
      [asked.check, said.documents[name]],
      [asked.country, said.countries[country]],
      [asked.idNumber, words.endsIn(idNumberLast4)],
      [asked.consented, consentFacts(consent, country)],
    ]),
  )
}

const markOf = (agrees: boolean): Html =>
  agrees
    ? html`<span class="mark same"><span aria-hidden="true">=</span> ${said.agrees}</span>`
    : html`<span class="mark differs"><span aria-hidden="true">≠</span> ${said.differs}</span>`

const columns = [
  { name: said.columns.field, isHead: true },
  { name: said.columns.result },
  { name: said.columns.how },
]

const comparedIn = ({ fieldMatches, matchDetails }: Compared): Html =>
  renderSection(
    'compared',
    said.title,
    renderParagraph(said.why),
    renderTable(
      columns,
      matchedFields.flatMap(field => {
        const how = matchDetails[field]
        return how === undefined
          ? []
          : [[said.fields[field], markOf(fieldMatches[field] === true), said.how[how]]]
      }),
    ),
  )

const toResult = {
  EXACT_MATCH: confirmed,
  TRANSPOSED_MATCH: confirmed,
  PARTIAL_MATCH: notConfirmed,
  NO_MATCH: notConfirmed,
}

const endOf = ({
  verdict,
  failure,
}: EndedLookup): { readonly status: string; readonly verdict: ResultText } => {
  if (verdict) {
    const { status, matchStatus } = verdict
    return { status, verdict: toResult[matchStatus](words.matches[matchStatus]) }
  }
  if (failure) return { status: failure, verdict: noFinding(words.failures[failure]) }
  throw new Fault('A look-up has ended without an end')
}

/** The report shows the verdict and which fields agreed, and nothing that the registry holds of the person. */
export const identityDocument = (lookup: EndedLookup): ReportDocument => {
  const { id, mode, product, requestedAt, completedAt, price, verdict: compared } = lookup
  const country = countryOf(product)
  const end = endOf(lookup)
  return {
    id,
    kind: 'identity',
    mode,
    country,
    verdict: end.verdict,
    facts: headFacts({ id, status: end.status, requestedAt, endedAt: completedAt, price }, country),
    sections: [
      askedOf(lookup),
      ...(compared ? [comparedIn(compared)] : []),
      renderTimeline(
        [
          { at: requestedAt, words: words.timeline.lookedUp },
          { at: completedAt, words: words.timeline.concluded },
        ],
        country,
      ),
    ],
  }
}
