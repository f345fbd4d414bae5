/** The page at `/` of the local environment. Other requests go to the API. */
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { type Html, html } from '../../../shared/http/html.ts'
import type { FrontHandler } from '../../emulator/emulator-resources.ts'
import type { SentMessage } from '../../emulator/messages.ts'
import { type SeededClient, secretOf, seededClients } from '../seed.ts'
import { docsPath, firstOrder, listenCommand } from '../welcome.ts'

/** Only its own files and the API, no inline script or style, and no text that is parsed as HTML. */
const policy =
  "require-trusted-types-for 'script'; trusted-types 'none'; default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const headers = {
  'content-security-policy': policy,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** Refuses a foreign host name that resolves to this machine (DNS rebinding). */
const isThisMachine = ({ headers: { host = '' } }: IncomingMessage): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)

interface PageFile {
  readonly type: string
  body(url: string): string
}

const fileBeside = (name: string, type: string): PageFile => {
  const text = readFileSync(join(import.meta.dirname, name), 'utf8')
  return { type, body: () => text }
}

export const openPage = (messages: () => readonly SentMessage[]): FrontHandler => {
  const files = new Map<string, PageFile>([
    ['/', { type: 'text/html; charset=utf-8', body: url => pageOf(url).html }],
    ['/page.css', fileBeside('page.css', 'text/css; charset=utf-8')],
    ['/messages.json', { type: 'application/json', body: () => JSON.stringify(messages()) }],
    ['/page.js', fileBeside('page.js', 'text/javascript; charset=utf-8')],
  ])
  return (request, response) => {
    const file = files.get((request.url ?? '').split('?')[0]!)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (file === undefined || !isRead || !isThisMachine(request)) return false
    // Node sends no body in answer to a HEAD request.
    response
      .writeHead(200, { ...headers, 'content-type': file.type })
      .end(file.body(`http://${request.headers.host}`))
    return true
  }
}

const tenantOf = ({ mode, organisationId }: SeededClient): string =>
  `${mode} mode, organisation ${organisationId}`

const credentialCard = (client: SeededClient): Html => html`
      <li>
        <code>${client.clientId} / ${secretOf(client.clientId)}</code><br>
        <span class="quiet">${tenantOf(client)}</span>
      </li>`

const whoseOption = (client: SeededClient): Html => html`
          <option value="${client.clientId}" data-secret="${secretOf(client.clientId)}">${client.clientId}: ${tenantOf(client)}</option>`

const pageOf = (url: string): Html => html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Verification service on this machine</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/page.css">
  <script src="/page.js" type="module"></script>
</head>
<body>
  <header>
    <h1>Verification service</h1>
    <span><code>${url}</code> <span id="state" class="quiet" role="status">is asked …</span></span>
  </header>
  <ul class="links">
    <li><a href="${docsPath}">the docs</a></li>
  </ul>
  <main>
    <section aria-labelledby="events-title">
      <div class="events-head">
        <h2 id="events-title">Last events</h2>
        <select id="whose" aria-label="Whose events">${seededClients.filter(({ scopes }) => scopes.includes('events')).map(whoseOption)}
        </select>
      </div>
      <ul id="events" class="cards"></ul>
    </section>
    <div>
      <section aria-labelledby="next-title">
        <h2 id="next-title">A first event</h2>
        <p>Have every event sent to a receiver of yours:</p>
        <pre>${listenCommand(url)}</pre>
        <p>Order an address verification; its simulated agent decides after five seconds:</p>
        <pre>${firstOrder(url)}</pre>
      </section>
      <section aria-labelledby="credentials-title">
        <h2 id="credentials-title">Credentials</h2>
        <p class="quiet">Client id and secret, for this machine alone.</p>
        <ul class="cards">${seededClients.map(credentialCard)}
        </ul>
      </section>
      <section aria-labelledby="messages-title">
        <h2 id="messages-title">Messages to people outside</h2>
        <p class="quiet">Nothing leaves this machine: each is a file in the outbox that the terminal names.</p>
        <ul id="messages" class="cards"></ul>
      </section>
      <section aria-labelledby="endpoints-title">
        <h2 id="endpoints-title">Endpoints</h2>
        <ul id="endpoints" class="cards"></ul>
      </section>
    </div>
  </main>
</body>
</html>
`
