import type { ActionsOf, Middleware, Routes } from './action.ts'
import { parseInput } from './parse-input.ts'
import { respondToBrowsers } from './problem-page.ts'
import { type ApiHandler, chooseAction, createHandler, publicPorts } from './serve.ts'

/** The handler of what a browser opens, and anyone may: what fails is a page there, too. */
export const servePages = <List extends Routes>(
  routes: List,
  actions: ActionsOf<List>,
  first: readonly Middleware[] = [],
): ApiHandler =>
  createHandler(publicPorts, [chooseAction(routes, actions), ...first, parseInput(publicPorts)], {
    answerProblem: respondToBrowsers,
  })
