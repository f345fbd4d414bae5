import { Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { identityReportRoutes } from '../shared/trust/report/identity-routes.ts'
import type { reportRoutes } from '../shared/trust/report/routes.ts'
import { type Bindings, bindingsOf } from './bindings.ts'
import { type PathsOf, servePaths } from './constructs/api-function.ts'
import { type Context, named, stackProps } from './constructs/context.ts'
import { published } from './names.ts'

/** Reports to file: what was asked, what was found, and how. */
export class ReportStack extends Stack {
  constructor(scope: Construct, context: Context) {
    const { settings } = context
    super(scope, named(settings, 'report'), stackProps(settings, 'Reports of what was verified'))
    servePaths(this, context, published(settings, 'ApiId'), paths(bindingsOf(settings)))
  }
}

const paths = (bind: Bindings): PathsOf<typeof reportRoutes & typeof identityReportRoutes> => ({
  '/v1/addresses/{id}/report': {
    errorImpact: 'Integrators cannot print the report of a visit; its record can be read.',
    // Its photos stand in it.
    bindings: [bind.table('get', 'query'), bind.mediaRead],
  },
  '/v1/employments/{id}/report': {
    errorImpact: 'Integrators cannot print the report of an employment; its record can be read.',
    bindings: [bind.table('get', 'query')],
  },
  '/v1/identities/{id}/report': {
    errorImpact: 'Integrators cannot print the report of a look-up; its verdict can be read.',
    bindings: [bind.table('get')],
  },
})
