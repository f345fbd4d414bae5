import { commonHeaders } from './answer.ts'
import type { AnswerProblem } from './answer-problems.ts'
import { chooseAction } from './choose-action.ts'
import { problems } from './contract/problem.ts'
import type { ActionsOf, Routes } from './exchange.ts'
import { html } from './html.ts'
import { parseInput } from './parse-input.ts'
import { plainPage } from './plain-page.ts'
import type { PublicPorts } from './ports.ts'
import { type ApiHandler, chain, publicPorts } from './serve.ts'

const title = 'This did not work'

/** A problem in words for people, who are told of no codes; the request's id is what they can quote. */
const answerWithPage: AnswerProblem = (problem, requestId) => {
  const { status, retryable } = problems[problem.code]
  const advice = retryable ? 'Please try again in a moment.' : 'Please open your link once more.'
  const page = plainPage(status, {
    title,
    main: html`<h1>${title}</h1>
<p>${advice}</p>
<p class="hint">If it goes on, please tell us this number: ${requestId}</p>`,
  })
  const headers = { ...commonHeaders(requestId), ...problem.headers, ...page.headers }
  return { statusCode: status, headers, body: page.content }
}

/** The handler of pages for people who have no account: whatever goes wrong is a page, too. */
export const servePages = <List extends Routes>(
  routes: List,
  actions: ActionsOf<List>,
  ports: PublicPorts = publicPorts,
): ApiHandler => chain(ports, [chooseAction(routes, actions, {}), parseInput(ports)], answerWithPage)
