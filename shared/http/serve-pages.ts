import { commonHeaders } from './response.ts'
import type { ProblemResponder } from './problem-handler.ts'
import { chooseAction } from './choose-action.ts'
import type { ActionsOf, Routes } from './action.ts'
import { readFormFile } from './form-file.ts'
import { parseInput } from './parse-input.ts'
import type { PublicPorts } from './ports.ts'
import { type ApiHandler, createHandler, publicPorts } from './serve.ts'
import { problemPage } from './web-page.ts'

const answerWithPage: ProblemResponder = (problem, requestId) => {
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
  createHandler(ports, [chooseAction(routes, actions, {}), parseInput(ports), readFormFile], {
    answerProblem: answerWithPage,
  })
