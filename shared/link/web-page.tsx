import { createHash } from 'node:crypto'
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { ActionsOf } from '../http/action.ts'
import { type Problem, problems } from '../http/contract/problem.ts'
import { html } from '../http/html.ts'
import { type OperatorIdentity, readOperator } from '../http/operator.ts'
import { pageHeaders } from '../http/page.ts'
import { parseInput, readFormFile } from '../http/parse-input.ts'
import { commonHeaders, type ProblemResponder } from '../http/problem-response.ts'
import { type ApiHandler, chooseAction, createHandler, publicPorts } from '../http/serve.ts'
import { readSiteFile } from '../http/site.ts'
import { englishTexts } from '../texts/english.ts'
import { limitPosts } from './limits.ts'
import { linkRoutes } from './routes.ts'

export interface WebPage {
  readonly title: string
  readonly main: VNode
  /** The path of a script of ours; the page works without it. */
  readonly script?: string
}

const { operator: said, sender } = englishTexts

/** The same issuer as on a report. */
const Issuer = ({ operator }: { readonly operator: OperatorIdentity }) => {
  const { legalName, registrationNumber, postalAddress, phone, privacyNotice, logo } = operator
  return (
    <>
      {logo && <img src={logo} alt="" />}
      <p>
        <strong>{legalName}</strong>, {said.registered(registrationNumber)}, {postalAddress}
      </p>
      <p>
        {said.call} <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
      </p>
      {privacyNotice && (
        <p>
          <a href={privacyNotice}>{said.privacyNotice}</a>
        </p>
      )}
    </>
  )
}

/** The page behind a link. Its style stands in it, so that a page is one request. */
export const pageResponse = <Status extends number>(status: Status, { title, main, script }: WebPage) => {
  const style = readSiteFile('link.css')
  const operator = readOperator()
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
${{ html: renderToString(main) }}
</main>
<footer>${{ html: operator ? renderToString(<Issuer operator={operator} />) : sender }}</footer>
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
    main: (
      <>
        <h1>This did not work</h1>
        <p>{adviceFor(problem)}</p>
        <p class="quiet">
          If it happens again, please tell us this number: <code>{requestId}</code>
        </p>
      </>
    ),
  })

const respondWithPage: ProblemResponder = (problem, requestId) => {
  const { status, headers, content } = problemPage(problem, requestId)
  return {
    statusCode: status,
    headers: { ...commonHeaders(requestId), ...problem.headers, ...headers },
    body: content,
  }
}

/** The handler of links' pages, whose callers are unknown: a problem is a page, too. */
export const serveLinks = (actions: ActionsOf<typeof linkRoutes>): ApiHandler =>
  createHandler(
    publicPorts,
    [chooseAction(linkRoutes, actions), limitPosts, parseInput(publicPorts), readFormFile],
    { answerProblem: respondWithPage },
  )
