/** The page at `/` of the local environment. Other requests go to the API. */
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { type Html, html } from '../../../shared/http/html.ts'
import type { FrontHandler } from '../../emulator/emulator-resources.ts'
import type { SentMessage } from '../../emulator/messages.ts'
import { type SeededClient, secretOf, seededClients } from '../seed.ts'
import { firstOrder, listenCommand, localPages } from '../welcome.ts'

/** Only its own style, and no script. */
const policy =
  "require-trusted-types-for 'script'; trusted-types 'none'; default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

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

export const openPage = (messages: () => readonly SentMessage[]): FrontHandler => {
  const stylesheet = readFileSync(join(import.meta.dirname, 'page.css'), 'utf8')
  return (request, response) => {
    const path = (request.url ?? '').split('?')[0]!
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!['/', '/page.css'].includes(path) || !isRead || !isThisMachine(request)) return false
    const type = path === '/' ? 'html' : 'css'
    // Node sends no body in answer to a HEAD request.
    response
      .writeHead(200, { ...headers, 'content-type': `text/${type}; charset=utf-8` })
      .end(path === '/' ? pageOf(`http://${request.headers.host}`, messages()).html : stylesheet)
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

/** The text with its links as such. */
const withLinks = (text: string): readonly Html[] =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`<a href="${part}">${part}</a>`))

const messageCard = ({ at, channel, to, subject, text }: SentMessage): Html => html`
      <li>
        <strong>${channel === 'mail' ? 'email' : 'text message'} to ${to}</strong> <span class="quiet">${at}</span><br>
        ${subject ?? ''}
        <div class="quiet">${withLinks(text)}</div>
      </li>`

const pageLink = ([path, words]: readonly [string, string]): Html => html`
    <li><a href="${path}">${path}</a> ${words}</li>`

const pageOf = (url: string, messages: readonly SentMessage[]): Html => html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Verification service on this machine</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/page.css">
</head>
<body>
  <h1>Verification service</h1>
  <p><code>${url}</code></p>
  <ul>${localPages.map(pageLink)}
  </ul>
  <h2>A first event</h2>
  <p>Have every event sent to a receiver of yours:</p>
  <pre>${listenCommand(url)}</pre>
  <p>Order an address verification; its simulated agent decides after five seconds:</p>
  <pre>${firstOrder(url)}</pre>
  <h2>Credentials</h2>
  <p class="quiet">Client id and secret, for this machine alone.</p>
  <ul>${seededClients.map(credentialCard)}
  </ul>
  <h2>Messages to people outside</h2>
  <p class="quiet">Nothing leaves this machine: each is a file in the outbox that the terminal names. Reload the page for newer ones.</p>
  <ul>${messages.map(messageCard)}
  </ul>
</body>
</html>
`
