import { Problem } from '../contract/problem.ts'
import type { Route } from '../contract/route.ts'
import type { Action } from '../contract/routes.ts'
import type { Act, Actions, Middleware, Rules } from './exchange.ts'

/** Finds the action of this path's function for the request's method. @throws Problem method_not_allowed with `Allow` */
export const chooseAction = (
  routes: Readonly<Record<string, Route>>,
  actions: Actions,
  rules: Rules<Actions>,
): Middleware => {
  const byMethod = new Map<string, Action>(
    (Object.keys(actions) as Action[]).map(action => [routes[action]!.method, action]),
  )
  const allow = [...byMethod.keys()].join(', ')
  return {
    before: ({ event, internal }) => {
      const action = byMethod.get(event.requestContext.http.method)
      if (!action)
        throw new Problem('method_not_allowed', `This path takes ${allow}.`, { headers: { allow } })
      internal.action = action
      internal.route = routes[action]!
      internal.act = actions[action] as Act<Action>
      internal.rule = rules[action]
    },
  }
}
