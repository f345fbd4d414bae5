import { createHash } from 'node:crypto'
import type { Problem } from './contract/problem.ts'
import { problems } from './contract/problem.ts'
import { type Html, html } from './html.ts'
import { readSiteFile } from './site.ts'

/** A page for somebody who has a browser and no account. */
export interface WebPage {
  readonly title: string
  readonly main: Html
  /** The path of a script of ours that helps where it can; the page works without. */
  readonly script?: string
}

/** The pages' one style lies beside the code and stands in each of them: a page is one request. */
const styleFile = 'link.css'

const policyOf = (style: string, { script }: WebPage): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(script ? ["script-src 'self'"] : []),
  ].join('; ')

/** The URL is the permission: nobody else is told of it, nothing keeps the page, and no search engine lists it. */
const headersOf = (style: string, page: WebPage) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policyOf(style, page),
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'permissions-policy': `camera=(), microphone=(), geolocation=(${page.script ? 'self' : ''})`,
  'cross-origin-opener-policy': 'same-origin',
})

const htmlOf = (style: string, { title, main, script }: WebPage): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${{ html: style }}</style>
${script ? html`<script type="module" src="${script}"></script>\n` : ''}</head>
<body>
<main>
${main}
</main>
<footer>Verification service</footer>
</body>
</html>
`

/** The reply that shows a page. */
export const pageResponse = <Status extends number>(status: Status, page: WebPage) => {
  const style = readSiteFile(styleFile)
  return { status, headers: headersOf(style, page), content: htmlOf(style, page).html }
}

/** A problem in words for people, who are not told of codes; `requestId` is what they can quote. */
export const problemPage = ({ code }: Problem, requestId: string) =>
  pageResponse(problems[code].status, {
    title: 'This did not work',
    main: html`<h1>This did not work</h1>
<p>${problems[code].retryable ? 'Please try again in a moment.' : 'The page was asked for in a way that it does not know. Please open your link again.'}</p>
<p class="quiet">If it goes on, please tell us this number: <code>${requestId}</code></p>`,
  })
