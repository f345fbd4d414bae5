import { commonHeaders } from './answer.ts'
import type { AnswerProblem } from './answer-problems.ts'
import { chooseAction } from './choose-action.ts'
import type { ActionsOf, Routes } from './exchange.ts'
import { readFormFile } from './form-file.ts'
import { parseInput } from './parse-input.ts'
import type { PublicPorts } from './ports.ts'
import { type ApiHandler, chain, publicPorts } from './serve.ts'
import { problemPage } from './web-page.ts'

const answerWithPage: AnswerProblem = (problem, requestId) => {
  const { status, headers, content } = problemPage(problem, requestId)
  return {
    statusCode: status,
    headers: { ...commonHeaders(requestId), ...problem.headers, ...headers },
    body: content,
  }
}

/** The handler of pages for people who have no account: whatever goes wrong is a page, too. */
export const servePages = <List extends Routes>(
  routes: List,
  actions: ActionsOf<List>,
  ports: PublicPorts = publicPorts,
): ApiHandler =>
  chain(ports, [chooseAction(routes, actions, {}), parseInput(ports), readFormFile], {
    answerProblem: answerWithPage,
  })
