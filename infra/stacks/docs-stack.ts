import type { Construct } from 'constructs'
import type { docsRoutes } from '../../shared/http/contract/page-routes.ts'
import type { mcpRoutes } from '../../shared/mcp/routes.ts'
import type { StageSettings } from '../stage-settings.ts'
import type { Bindings } from './bindings.ts'
import { published } from './names.ts'
import type { PathsOf } from './paths.ts'
import { type ServiceContext, ServiceStack } from './service-stack.ts'

const paths = (bind: Bindings, settings: StageSettings): PathsOf<typeof docsRoutes & typeof mcpRoutes> => ({
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
})

/** What integrators and operators read, made when the stage is synthesised, and the tools of coding agents. */
export class DocsStack extends ServiceStack {
  constructor(scope: Construct, context: ServiceContext) {
    super(scope, context, { name: 'docs', description: 'Documentation' })
    this.serve(paths(this.bind, this.settings))
  }
}
