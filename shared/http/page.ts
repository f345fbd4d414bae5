import { createHash } from 'node:crypto'
import type { ActionsOf, Middleware, Routes } from './action.ts'
import { type Problem, problems } from './contract/problem.ts'
import { type Html, html } from './html.ts'
import { parseInput, readFormFile } from './parse-input.ts'
import { commonHeaders, type ProblemResponder } from './problem-response.ts'
import { type ApiHandler, chooseAction, createHandler, publicPorts } from './serve.ts'
import { readSiteFile } from './site.ts'

/** Headers of every HTML page; `sources` are what its content security policy allows beyond nothing. */
const pageHeaders = (sources: readonly string[], referrerPolicy = 'no-referrer') => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    ...sources,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': referrerPolicy,
})

export interface WebPage {
  readonly title: string
  readonly main: Html
  /** The path of a script of ours; the page works without it. */
  readonly script?: string
}

/** The page behind a link. Its style stands in it, so that a page is one request. */
export const pageResponse = <Status extends number>(status: Status, { title, main, script }: WebPage) => {
  const style = readSiteFile('link.css')
  const headers = {
    ...pageHeaders([
      `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
      'img-src data:',
      "form-action 'self'",
      ...(script ? ["script-src 'self'"] : []),
    ]),
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': `camera=(), microphone=(), geolocation=(${script ? 'self' : ''})`,
  }
  const { html: content } = html`<!doctype html>
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
  return { status, headers, content }
}

const adviceFor = ({ code, message }: Problem): string => {
  if (code === 'too_many_requests') return message
  return problems[code].retryable
    ? 'Please try again in a moment.'
    : 'The page does not know this request. Please open your link again.'
}

const problemPage = (problem: Problem, requestId: string) =>
  pageResponse(problems[problem.code].status, {
    title: 'This did not work',
    main: html`<h1>This did not work</h1>
<p>${adviceFor(problem)}</p>
<p class="quiet">If it happens again, please tell us this number: <code>${requestId}</code></p>`,
  })

const respondWithPage: ProblemResponder = (problem, requestId) => {
  const { status, headers, content } = problemPage(problem, requestId)
  return {
    statusCode: status,
    headers: { ...commonHeaders(requestId), ...problem.headers, ...headers },
    body: content,
  }
}

/** The handler of pages for people who have no account: a problem is a page, too. @param first run before the request is parsed */
export const servePages = <List extends Routes>(
  routes: List,
  actions: ActionsOf<List>,
  first: readonly Middleware[],
): ApiHandler =>
  createHandler(
    publicPorts,
    [chooseAction(routes, actions), ...first, parseInput(publicPorts), readFormFile],
    { answerProblem: respondWithPage },
  )

/** Leads on at once by a page: a redirect would count as begun by the other site. */
export const redirectPageResponse = ({
  title,
  said,
  next,
  cookies,
}: {
  readonly title: string
  readonly said: string
  readonly next: string
  readonly cookies: readonly string[]
}) => ({
  status: 200 as const,
  // The address of such a page may hold a code, so the page sends no referrer.
  headers: pageHeaders(["form-action 'none'"]),
  cookies,
  content: html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0;url=${next}">
<title>${title}</title>
<p>${said} <a href="${next}">Go on</a></p>
</html>
`.html,
})

interface PagePermissions {
  readonly captures?: boolean
  readonly asks?: readonly string[]
  readonly showsPicturesOf?: readonly string[]
}

export const appPageResponse = ({ captures, asks = [], showsPicturesOf = [] }: PagePermissions = {}) => {
  const own = captures ? '(self)' : '()'
  const sources = [
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' blob: data:", ...showsPicturesOf].join(' '),
    ["connect-src 'self'", ...asks].join(' '),
    ...(captures ? ["worker-src 'self'", "manifest-src 'self'", 'media-src blob:'] : []),
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    // The one address that a script makes: of the service worker, without which nothing works offline.
    `trusted-types ${captures ? 'service-worker' : "'none'"}`,
  ]
  return {
    status: 200 as const,
    headers: {
      // Without a referrer a browser sends a form of this page with the origin `null`, which is refused
      // (https://fetch.spec.whatwg.org/#append-a-request-origin-header).
      ...pageHeaders(sources, 'same-origin'),
      'x-robots-tag': 'noindex, nofollow',
      'cross-origin-opener-policy': 'same-origin',
      // Not cached: it names the files of the latest deployment.
      'cache-control': 'no-cache',
      'permissions-policy': `camera=${own}, geolocation=${own}, microphone=()`,
    },
    content: readSiteFile('index.html'),
  }
}
