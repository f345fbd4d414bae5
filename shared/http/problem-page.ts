import { pageTexts } from '../texts/page.ts'
import type { Route } from './contract/route.ts'
import { type ProblemCode, problems, type Problem } from './contract/problem.ts'
import { type Html, html } from './html.ts'
import { plainPageResponse } from './plain-page.ts'
import { type ProblemResponder, toProblemResponse } from './problem-response.ts'

const words = pageTexts.problem
const { ways } = words

type Event = Parameters<ProblemResponder>[2]['event']

/** Some HTTP clients of programs name HTML in `Accept` unasked: a token, or anything but a GET, is theirs. */
const isOfBrowser = ({ headers, requestContext }: Event): boolean =>
  requestContext.http.method === 'GET' &&
  headers.authorization === undefined &&
  /\btext\/html\b/i.test(headers.accept ?? '')

const linkTo = (path: string, text: string): Html => html`<a href="${path}">${text}</a>`

const toPortal = html`${ways.portal.before} ${linkTo('/v1/portal', ways.portal.link)}.`
const toDocs = html`${ways.docs.before} ${linkTo('/v1/docs', ways.docs.link)}.`
const toWork = html`${ways.work.before} ${linkTo('/v1/work', ways.work.link)}, ${linkTo('/v1/desk', ways.work.or)}.`
const toMessage = html`${ways.message}`

const signInAgain = linkTo('/v1/session/sign-in?returnTo=/v1/desk', ways.signIn)

/** A portal's session opens what its customer may read, and a person's what people work with. */
const toSignIn = (route: Route | undefined): Html => (route?.inPortal ? toPortal : signInAgain)

interface Said {
  readonly title: string
  readonly text: string
  readonly next: readonly Html[]
}

/** Whoever has an address that cannot be one has lost a part of it. */
const isBadPath = ({ errors }: Problem): boolean =>
  errors.length > 0 && errors.every(({ pointer }) => pointer.startsWith('path/'))

const saidOf = (problem: Problem, route: Route | undefined): Said => {
  const { code, message } = problem
  const nothingThere = { ...words.missing, next: [toMessage, toPortal, toDocs, toWork] }
  const said: Partial<Record<ProblemCode, Said>> = {
    not_found: nothingThere,
    ...(isBadPath(problem) && { invalid_request: nothingThere }),
    unauthenticated: { ...words.closed, next: [toSignIn(route)] },
    sign_in_failed: { ...words.signInFailed, text: message, next: [signInAgain] },
    no_role: { ...words.signInFailed, text: message, next: [toPortal, toDocs] },
  }
  return (
    said[code] ?? {
      ...words.failed,
      text: message,
      next: problems[code].retryable ? [html`${ways.again}`] : [toPortal, toDocs, toWork],
    }
  )
}

/** Browsers get a page that says what to do, and programs the problem. Neither names a person. */
export const respondToBrowsers: ProblemResponder = (problem, requestId, { event, route }) => {
  const answer = toProblemResponse(problem, requestId)
  if (!isOfBrowser(event)) return answer
  const { title, text, next } = saidOf(problem, route)
  const { headers, content } = plainPageResponse(problems[problem.code].status, {
    title,
    main: html`<h1>${title}</h1>
<p>${text}</p>
<h2>${words.next}</h2>
<ul>
${next.map(each => html`<li>${each}</li>\n`)}</ul>
<p class="quiet">${words.number} <code>${requestId}</code></p>`,
  })
  return { ...answer, headers: { ...answer.headers, ...headers }, body: content }
}
