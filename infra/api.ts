import type { Construct } from 'constructs'
import { paths } from '../shared/routes.ts'
import type { Bindings } from './bindings.ts'
import { ApiFunction } from './constructs/api-function.ts'
import type { Context } from './constructs/context.ts'
import type { HttpApi } from './constructs/http-api.ts'
import { entryOf, notFoundEntry } from './entries.ts'
import { apiGrants } from './grants.ts'

/** One function per path of the list of routes, and one for all other paths. */
export const addApi = (scope: Construct, context: Context, api: HttpApi, bind: Bindings) => {
  for (const path of paths) {
    const { errorImpact, bindings } = apiGrants[path]
    api.route(
      path,
      new ApiFunction(scope, context, { entry: entryOf(path), errorImpact, bindings: bindings(bind) }),
    )
  }
  const notFound = new ApiFunction(scope, context, {
    entry: notFoundEntry,
    errorImpact: 'Callers of a wrong path get a bare 500 and cannot see their mistake.',
    bindings: [],
  })
  api.routeEverythingElse(notFound)
}
