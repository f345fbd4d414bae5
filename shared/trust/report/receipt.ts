import { type Html, html } from '../../http/html.ts'
import { reportTexts as words } from './english.ts'
import { renderParagraph, renderSection } from './parts.ts'

const { receipt: said } = words

/**
 * Where the report proves itself: the receipt to the letter, and how anybody checks it.
 * @param receipt a compact JWS
 * @param origin where the API is found
 */
export const renderReceipt = (receipt: string, origin: string): Html =>
  renderSection(
    'receipt',
    said.title,
    renderParagraph(said.what),
    html`<p class="jws"><code>${receipt}</code></p>
<h3>${said.how}</h3>
<ol>
${said.steps(origin).map(step => html`<li>${step}</li>\n`)}</ol>
`,
  )
