import { type Html, html } from '../../../shared/http/html.ts'
import type { DocsSite } from '../layout.ts'
import type { DocumentOperation } from './document.ts'

/* Requests that are sent from the reference, where there are credentials for everybody: in the local environment. */

/** Hidden until their script has loaded. */
const hidden = { html: ' hidden' }

export const trialCredentials = ({ clientId, secret }: NonNullable<DocsSite['credentials']>): Html =>
  html`<form class="as"${hidden}><p>Requests from this page are sent as this client.</p>
<label>Client id <input name="clientId" value="${clientId}" autocomplete="off" spellcheck="false"></label>
<label>Secret <input name="secret" value="${secret}" autocomplete="off" spellcheck="false"></label></form>
`

const field = (where: 'path' | 'query' | 'header', name: string, value: unknown): Html =>
  html`<label>${name} <input name="${where}.${name}" value="${`${value ?? ''}`}" autocomplete="off" spellcheck="false"></label>`

/** A trial is sent once, and waits. */
const isSpared = (header: string): boolean => header === 'Idempotency-Key' || header === 'Prefer'

/** Its fields hold the examples of the document; those of the query are empty. */
export const trialForm = ({ method, path, summary, parameters, body }: DocumentOperation): Html => {
  const fields = parameters.flatMap(({ in: where, name, example }) => {
    if (where === 'query') return field(where, name, '')
    return where === 'header' && isSpared(name) ? [] : field(where, name, example)
  })
  const [example] = body?.examples.values() ?? []
  const text =
    example === undefined
      ? html``
      : html`<label>Body <textarea name="body" rows="8" spellcheck="false">${JSON.stringify(example, undefined, 2)}</textarea></label>`
  return html`<details class="try"${hidden}><summary>Try it</summary>
<form data-method="${method}" data-path="${path}">${fields}${text}<button type="submit">Send</button>
<p role="status"></p><div class="code" role="group" aria-label="${summary}: what came back" tabindex="0" hidden><pre><code></code></pre></div></form></details>`
}
