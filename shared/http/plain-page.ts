import { createHash } from 'node:crypto'
import { type Html, html } from './html.ts'
import { plainStyle } from './plain-style.ts'

const styleDigest = createHash('sha256').update(plainStyle).digest('base64')

/** Text of ours, without a `<`. */
const style: Html = { html: plainStyle }

/** The page's own style by its digest, a form that leads back to us, and nothing else: no script at all. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${styleDigest}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The address holds a permission: no other site is to see it, and no search engine to keep it. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

export interface PlainPage {
  readonly title: string
  readonly main: Html
}

/** A whole page in one answer, for a slow telephone, whose browser runs nothing. */
export const plainPage = <Status extends number>(status: Status, { title, main }: PlainPage) => ({
  status,
  headers,
  content: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`.html,
})
