import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { ActionsOf } from '../http/action.ts'
import { type Problem, problems } from '../http/contract/problem.ts'
import { parseInput, readFormFile } from '../http/parse-input.ts'
import { plainPageResponse } from '../http/plain-page.ts'
import { commonHeaders, type ProblemResponder } from '../http/problem-response.ts'
import { type ApiHandler, chooseAction, createHandler, publicPorts } from '../http/serve.ts'
import { limitPosts } from './limits.ts'
import { linkRoutes } from './routes.ts'

export interface WebPage {
  readonly title: string
  readonly main: VNode
  /** The path of a script of ours; the page works without it. */
  readonly script?: string
}

/** The page behind a link. */
export const pageResponse = <Status extends number>(status: Status, { main, ...page }: WebPage) =>
  plainPageResponse(status, { ...page, main: { html: renderToString(main) } })

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
