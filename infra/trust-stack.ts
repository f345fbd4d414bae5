import { Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { receiptRoutes } from '../shared/trust/receipt/routes.ts'
import type { identityReportRoutes } from '../shared/trust/report/identity-routes.ts'
import type { reportRoutes } from '../shared/trust/report/routes.ts'
import { type Bindings, bindingsOf } from './bindings.ts'
import { type PathsOf, servePaths } from './constructs/api-function.ts'
import { type Context, named, stackProps } from './constructs/context.ts'
import { published } from './names.ts'
import type { Stage } from './stages.ts'

/** Records that prove themselves: receipts, the keys that they are checked with, and reports to file. */
export class TrustStack extends Stack {
  constructor(scope: Construct, context: Context) {
    const { settings } = context
    super(scope, named(settings, 'trust'), stackProps(settings, 'Receipts and reports'))
    servePaths(this, context, published(settings, 'ApiId'), paths(bindingsOf(settings), settings))
  }
}

type TrustRoutes = typeof receiptRoutes & typeof reportRoutes & typeof identityReportRoutes

const paths = (bind: Bindings, settings: Stage): PathsOf<TrustRoutes> => {
  const signing = [
    ...[bind.table('get', 'query'), bind.receiptKeys, bind.receiptKeySecret],
    // A receipt says where its keys are found.
    bind.apiUrl(published(settings, 'ApiUrl')),
  ]
  return {
    '/v1/addresses/{id}/receipt': {
      errorImpact: 'Integrators cannot fetch receipts of address verifications; those that they have hold.',
      bindings: signing,
    },
    '/v1/employments/{id}/receipt': {
      errorImpact:
        'Integrators cannot fetch receipts of employment verifications; those that they have hold.',
      bindings: signing,
    },
    '/v1/identities/{id}/receipt': {
      errorImpact: 'Integrators cannot fetch receipts of look-ups; those that they have hold.',
      bindings: signing,
    },
    // A report holds its receipt; that of a visit, its photos, too.
    '/v1/addresses/{id}/report': {
      errorImpact: 'Integrators cannot print the report of a visit; its record can be read.',
      bindings: [...signing, bind.mediaRead],
    },
    '/v1/employments/{id}/report': {
      errorImpact: 'Integrators cannot print the report of an employment; its record can be read.',
      bindings: signing,
    },
    '/v1/identities/{id}/report': {
      errorImpact: 'Integrators cannot print the report of a look-up; its verdict can be read.',
      bindings: signing,
    },
    '/v1/jwks.json': {
      errorImpact: 'Whoever checks a receipt and has no copy of the keys has to wait.',
      // Everybody may ask it: it knows no secret.
      bindings: [bind.table('query')],
    },
  }
}
