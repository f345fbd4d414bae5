import { createHash } from 'node:crypto'
import { type Html, html } from './html.ts'
import { plainStyle } from './plain-style.ts'

const styleDigest = createHash('sha256').update(plainStyle).digest('base64')

/** Text of ours, without a `<`. */
const style: Html = { html: plainStyle }

/** The page's own style by its digest, a form that leads back to us, and nothing else: no script but a file of ours. */
const policyOf = ({ script }: PlainPage): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${styleDigest}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(script ? ["script-src 'self'"] : []),
  ].join('; ')

/** The address holds a permission: no other site is to see it, and no search engine to keep it. */
const headersOf = (page: PlainPage) => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': policyOf(page),
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
})

export interface PlainPage {
  readonly title: string
  readonly main: Html
  /** The path of a script of ours that helps where it can; the page works without. */
  readonly script?: string
}

/** A whole page in one answer, for a slow telephone. */
export const plainPage = <Status extends number>(status: Status, page: PlainPage) => ({
  status,
  headers: headersOf(page),
  content: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<style>${style}</style>
${page.script ? html`<script type="module" src="${page.script}"></script>\n` : ''}</head>
<body>
<main>
${page.main}
</main>
</body>
</html>
`.html,
})
