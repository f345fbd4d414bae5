import { Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { docsRoutes } from '../shared/http/contract/page-routes.ts'
import { type PathsOf, servePaths } from './constructs/api-function.ts'
import { physicalName, type StageContext, stackProps } from './constructs/context.ts'
import { published } from './names.ts'

/** What integrators read: pages without a database, made when the stage is synthesised. */
export class DocsStack extends Stack {
  constructor(scope: Construct, context: StageContext) {
    const { settings } = context
    super(scope, physicalName(settings, 'docs'), stackProps(settings, 'Documentation'))
    servePaths(this, context, published(settings, 'ApiId'), paths)
  }
}

const paths: PathsOf<typeof docsRoutes> = {
  '/': { errorImpact: 'Who opens the bare address sees an error instead of the docs.', bindings: [] },
  '/v1/docs': { errorImpact: 'Integrators do not find the guides.', bindings: [] },
  '/v1/docs/{page}': { errorImpact: 'Integrators cannot read the guides and the reference.', bindings: [] },
  '/v1/docs/assets/{asset}': {
    errorImpact: 'Guides are shown without their style, and the reference stays empty.',
    bindings: [],
  },
  '/v1/llms.txt': { errorImpact: 'Coding agents do not find the guides.', bindings: [] },
  '/v1/llms-full.txt': { errorImpact: 'Coding agents cannot read the guides in one text.', bindings: [] },
}
