import { Problem } from './contract/problem.ts'
import type { Route } from './contract/route.ts'
import type { Action, ActionsOf, Middleware, Routes, RulesOf } from './action.ts'

/** Finds the action of this path's function for the request's method. @throws Problem method_not_allowed with `Allow` */
export const chooseAction = <List extends Routes>(
  routes: List,
  actions: ActionsOf<List>,
  rules: RulesOf<List>,
): Middleware => {
  const byMethod = new Map(Object.keys(actions).map(name => [routes[name]!.method as string, name]))
  const allow = [...byMethod.keys()].join(', ')
  return {
    before: ({ event, internal }) => {
      const name = byMethod.get(event.requestContext.http.method)
      if (name === undefined)
        throw new Problem('method_not_allowed', `This path takes ${allow}.`, { headers: { allow } })
      internal.action = name
      internal.route = routes[name]!
      // The action of this very route: what its schemas parse is what it takes.
      internal.act = actions[name] as Action<Route>
      internal.rule = rules[name]
    },
  }
}
