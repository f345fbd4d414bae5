import type { Construct } from 'constructs'
import type { appRoutes } from '../../shared/http/contract/page-routes.ts'
import type { portalRoutes } from '../../shared/portal/routes.ts'
import type { Bindings } from './bindings.ts'
import type { PathsOf } from './paths.ts'
import { type ServiceContext, ServiceStack } from './service-stack.ts'

const paths = (bind: Bindings): PathsOf<typeof appRoutes & typeof portalRoutes> => ({
  '/v1/work': {
    errorImpact: 'Agents cannot load their page; phones that have it continue to work.',
    bindings: [bind.mediaPlace],
  },
  '/v1/work/{asset}': { errorImpact: 'The agents’ page does not load, or is not updated.', bindings: [] },
  '/v1/desk': {
    errorImpact: 'Reviewers cannot open the desk: customers wait although the reports are there.',
    bindings: [bind.mediaPlace, bind.mediaUrl],
  },
  '/v1/desk/{asset}': { errorImpact: 'The desk does not load.', bindings: [] },
  '/v1/portal': { errorImpact: 'Integrators cannot open the portal.', bindings: [] },
  '/v1/portal/{asset}': { errorImpact: 'The portal does not load.', bindings: [] },
  '/v1/portal/links': {
    errorImpact: 'Integrators get no links to their portal; they can still sign in with credentials.',
    bindings: [bind.portalLink],
  },
  '/v1/portal/links/open': {
    errorImpact: 'Links do not open the portal; integrators can still sign in with credentials.',
    bindings: [bind.portalOpen],
  },
  '/v1/portal/session': {
    errorImpact: 'Integrators cannot open the portal, and open ones end within an hour.',
    bindings: [bind.portalKeep],
  },
  '/v1/requests': {
    errorImpact: 'Integrators cannot see which of their requests failed.',
    bindings: [bind.table('query')],
  },
  '/v1/charges': {
    errorImpact: 'Integrators cannot see their charges; their invoices are not affected.',
    // A cap's counter stands by itself.
    bindings: [bind.table('get', 'query')],
  },
  '/v1/charges/lines': {
    errorImpact: 'Integrators cannot list or export their charges; their invoices are not affected.',
    bindings: [bind.table('query')],
  },
})

/** The pages that people work in: made when the stage is synthesised, and without any data of their own; and who is at the portal. */
export class PagesStack extends ServiceStack {
  constructor(scope: Construct, context: ServiceContext) {
    super(scope, context, { name: 'pages', description: 'Pages that people work in' })
    this.serve(paths(this.bind))
  }
}
