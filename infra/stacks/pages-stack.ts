import type { appRoutes, docsRoutes } from '../../shared/http/contract/page-routes.ts'
import type { mcpRoutes } from '../../shared/mcp/routes.ts'
import type { portalRoutes } from '../../shared/portal/routes.ts'
import type { PathsOf } from '../constructs/api-function.ts'
import { published } from './names.ts'
import type { NounStack } from './service-stack.ts'

/** What integrators and operators read, made when the stage is synthesised, and the tools of coding agents. */
export const docsStack: NounStack = {
  name: 'docs',
  description: 'Documentation',
  paths: (bind, settings): PathsOf<typeof docsRoutes & typeof mcpRoutes> => ({
    '/': { errorImpact: 'Visitors of the bare address see an error instead of the docs.', bindings: [] },
    '/.well-known/security.txt': {
      errorImpact: 'Whoever finds a weakness does not learn to whom to report it.',
      bindings: [bind.securityContact],
    },
    '/v1/docs': { errorImpact: 'Integrators do not find the guides.', bindings: [] },
    '/v1/docs/{page}': { errorImpact: 'Integrators cannot read the guides and the reference.', bindings: [] },
    '/v1/docs/operators/{page}': {
      errorImpact: 'Operators cannot read their guides here; the repository has them.',
      bindings: [],
    },
    '/v1/docs/assets/{asset}': {
      errorImpact: 'Guides are shown without style and pictures, and the reference stays empty.',
      bindings: [],
    },
    '/v1/docs/clients/{file}': {
      errorImpact: 'Integrators cannot install the clients; installed ones work.',
      bindings: [],
    },
    '/v1/llms.txt': { errorImpact: 'Coding agents do not find the guides.', bindings: [] },
    '/v1/llms-full.txt': { errorImpact: 'Coding agents cannot read the guides in one text.', bindings: [] },
    '/v1/mcp': {
      errorImpact: 'Coding agents cannot use the tools; the API, which the tools call, is not touched.',
      // It asks the API with the caller’s own token, and may do nothing besides.
      bindings: [bind.apiUrl(published(settings, 'ApiUrl'))],
    },
  }),
}

/** The pages that people work in: made when the stage is synthesised, and without any data of their own; and who is at the portal. */
export const pagesStack: NounStack = {
  name: 'pages',
  description: 'Pages that people work in',
  paths: (bind): PathsOf<typeof appRoutes & typeof portalRoutes> => ({
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
  }),
}
