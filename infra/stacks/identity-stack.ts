import type { Construct } from 'constructs'
import { lookupPath } from '../../shared/identity/contract/lookup-route.ts'
import { identityProducts, type LookupAction, registryNames } from '../../shared/identity/products.ts'
import type { identitiesRoutes } from '../../shared/identity/routes.ts'
import { addNumberedAlarm, addShareAlarm } from '../constructs/alarm.ts'
import { answersUnreadable, breakersOpen, unmatchedLookups } from '../monitoring/alarms.ts'
import type { StageSettings } from '../stage-settings.ts'
import type { Bindings } from './bindings.ts'
import type { PathProps, PathsOf } from './paths.ts'
import { type ServiceContext, ServiceStack } from './service-stack.ts'

const paths = (bind: Bindings, settings: StageSettings): PathsOf<typeof identitiesRoutes> => ({
  ...lookups(bind, settings),
  '/v1/identities': {
    errorImpact: 'Integrators cannot list earlier look-ups; new look-ups go on.',
    bindings: [bind.table('getMany', 'gsi1'), bind.personal],
  },
  '/v1/identities/{id}': {
    errorImpact: 'Integrators cannot read the verdict of an earlier look-up; new look-ups go on.',
    bindings: [bind.table('get'), bind.personal],
  },
  '/v1/registries': {
    errorImpact: 'Integrators cannot see whether a registry answers; look-ups go on.',
    bindings: [bind.table('get'), bind.registryPlaces],
  },
})

/** Each product asks its registry, keeps the verdict, and lets wait what may wait. */
const lookups = (bind: Bindings, { reserved }: StageSettings) =>
  Object.fromEntries(
    identityProducts.map((product): [string, PathProps] => [
      lookupPath(product),
      {
        errorImpact: product.errorImpact,
        reserved: reserved?.lookUp,
        bindings: [
          bind.table('get', 'put', 'update'),
          bind.circuitWrite,
          bind.idNumberSecret,
          bind.personalDataSecret,
          bind.personal,
          bind.registries(product.registry.name),
          bind.lookupLimits,
          bind.lookupRetries,
          bind.prices,
          bind.ledger,
          bind.consentPolicy,
        ],
      },
    ]),
  ) as PathsOf<Pick<typeof identitiesRoutes, LookupAction>>

/** Look-ups at the registries, and those that a registry answers late. */
export class IdentityStack extends ServiceStack {
  constructor(scope: Construct, context: ServiceContext) {
    super(scope, context, { name: 'identity', description: 'Identity look-ups' })
    const { bind, settings } = this
    this.serve(paths(bind, settings))
    // Look-ups whose registry did not answer, tried again for a day.
    this.addQueue({
      name: 'lookups',
      maxConcurrency: 5,
      consumer: {
        entry: 'lookup/try-again',
        bindings: [
          bind.table('get', 'update'),
          bind.circuitWrite,
          bind.personalDataSecret,
          bind.personal,
          bind.registries(...registryNames),
          bind.lookupRetries,
          bind.lookupLimits,
          bind.prices,
          bind.ledger,
          bind.sendLookups,
        ],
        mayFeedItself: true,
      },
    })
    for (const { name } of identityProducts)
      addShareAlarm(this, `LookupsUnmatched-${name}`, context, unmatchedLookups(name))
    addNumberedAlarm(this, 'RegistriesOpen', context, breakersOpen)
    addNumberedAlarm(this, 'RegistriesUnreadable', context, answersUnreadable)
  }
}
