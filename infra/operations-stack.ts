import { Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { operationsRoutes } from '../shared/fieldwork/operations-routes.ts'
import { type Bindings, bindingsOf } from './bindings.ts'
import { type PathsOf, servePaths } from './constructs/api-function.ts'
import { type Context, named } from './constructs/context.ts'
import { published } from './names.ts'

/** What agents and reviewers work with. */
export class OperationsStack extends Stack {
  constructor(scope: Construct, context: Context) {
    const { settings } = context
    super(scope, named(settings, 'operations'), {
      description: `The work of agents and reviewers (${settings.name})`,
    })
    servePaths(this, context, published(settings, 'ApiId'), paths(bindingsOf(settings)))
  }
}

const paths = (bind: Bindings): PathsOf<typeof operationsRoutes> => ({
  '/v1/operations/assignments': {
    errorImpact: 'Agents and reviewers see no list of work: live verifications stand still.',
    bindings: [bind.tableRead, bind.limitWrite],
  },
  '/v1/operations/assignments/{id}': {
    errorImpact: 'Agents cannot open a visit, nor reviewers a report.',
    // Reading is noted in the trail; a report links to its photos.
    bindings: [bind.tableWrite, bind.fileTokenSecret, bind.mediaUrl],
  },
  '/v1/operations/assignments/{id}/claim': {
    errorImpact: 'Nobody can take work in hand: live verifications stand still.',
    bindings: [bind.tableWrite, bind.workersWrite, bind.fieldwork],
  },
  '/v1/operations/assignments/{id}/report': {
    errorImpact: 'Agents cannot file what they found: their phones keep it and try again.',
    bindings: [bind.tableWrite, bind.workersWrite],
  },
  '/v1/operations/assignments/{id}/trail': {
    errorImpact: 'Reviewers cannot see who did what to a verification.',
    bindings: [bind.tableWrite],
  },
  '/v1/operations/assignments/{id}/decision': {
    errorImpact: 'Reviewers cannot decide: customers wait for results that are there.',
    bindings: [bind.tableWrite, bind.workersWrite, bind.fieldwork, bind.prices],
  },
})
