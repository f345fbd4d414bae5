import type { Construct } from 'constructs'
import type { mediaRoutes } from '../../shared/evidence/routes.ts'
import type { authenticationRoutes } from '../../shared/http/contract/authentication-routes.ts'
import type { serviceRoutes } from '../../shared/http/contract/service-routes.ts'
import type { sessionPages, sessionRoutes } from '../../shared/http/contract/session-routes.ts'
import type { locationsRoutes } from '../../shared/location/routes.ts'
import { addAlarm, addAlarmTopics, onResource } from '../constructs/alarm.ts'
import type { Binding } from '../constructs/binding.ts'
import { customDomains, HttpApi } from '../constructs/http-api.ts'
import { physicalName } from '../constructs/names.ts'
import { userPoolClient } from '../constructs/user-pool.ts'
import {
  burst,
  bursts,
  messagesHeld,
  messagesRefused,
  personSignInFailures,
  serverErrors,
  signInFailures,
  throttles,
} from '../monitoring/alarms.ts'
import { type Domain, isDomain, type StageSettings } from '../stage-settings.ts'
import type { Bindings } from './bindings.ts'
import { hostUrl, publish, published } from './names.ts'
import { notFound, type PathsOf } from './paths.ts'
import { type ServiceContext, ServiceStack } from './service-stack.ts'

/** What all other stacks depend on: the gateway, the alarms' topics, sign-in and administration. */
export class PlatformStack extends ServiceStack {
  constructor(scope: Construct, context: ServiceContext) {
    super(scope, context, {
      name: 'platform',
      description: 'Gateway and administration of the verification service',
    })
    const { bind, settings } = this
    addAlarmTopics(this, context)
    const api = new HttpApi(this, context, {
      allowedOrigins: settings.allowedOrigins,
      throttle: settings.throttle,
      alarms: { serverErrors, statuses: bursts.map(each => ({ status: each.status, alarm: burst(each) })) },
    })
    const url = hostUrl(settings, 'pages') ?? api.url
    const clientId = settings.people.issuer?.clientId ?? this.ownClient(url)
    this.serve(paths(bind, settings, bind.issuer({ clientId, url })), api)
    const unknownPath = {
      errorImpact: 'Callers of a wrong path get a bare 500 and cannot see their mistake.',
      bindings: [],
    }
    this.addApiFunction(notFound, unknownPath, api)
    const administer = this.addWorker({
      entry: 'admin/administer',
      errorImpact:
        'The operator cannot onboard customers, revoke credentials, or export or erase a person’s data.',
      bindings: [
        bind.accountsWrite,
        bind.peopleWrite,
        bind.teamsWrite,
        bind.trail,
        bind.trailErase,
        bind.photoLooksErase,
        bind.placeNotesErase,
        bind.cases('delete'),
        bind.searchWordsErase,
        bind.chargeReferencesErase,
        bind.mediaRead,
        bind.mediaErase,
        bind.mediaMark,
        bind.receiptKeysWrite,
        bind.receiptKeySecret,
        bind.trailLogRead,
        bind.ledgerSealsRead,
        bind.personal,
        bind.dataKeysWrite,
        bind.dataFormatWrite,
        bind.table('get', 'getMany', 'query', 'gsi1', 'gsi2', 'put', 'update', 'delete'),
        // Persons are found by the digests of their id numbers.
        // It decrypts personal data for the person whom it is about.
        bind.idNumberSecret,
        bind.personalDataSecret,
        bind.fileTokenSecret,
        bind.linkSecret,
        bind.secretRotation,
        // How long a look-up may wait for its registry.
        bind.lookupRetries,
        bind.prices,
        bind.orderLedger,
        bind.seed,
        bind.apiUrl(api.url),
        // The stage's times decide what counts as stuck.
        bind.due,
        bind.expiry,
        bind.redrive,
        bind.sendDeliveries,
        bind.sendReconciliations,
      ],
      timeoutSeconds: 60,
    })
    addAlarm(this, 'Throttles', context, onResource(throttles, {}))
    addAlarm(this, 'SignInFailures', context, signInFailures)
    addAlarm(this, 'PeopleShutOut', context, personSignInFailures)
    addAlarm(this, 'MessagesHeld', context, messagesHeld)
    addAlarm(this, 'MessagesRefused', context, messagesRefused)
    customDomains(this, api.id, domainsOf(settings))
    publish(this, {
      ApiId: api.id,
      ApiUrl: api.url,
      AdministerFunction: administer.lambda.functionName,
    })
  }

  /** Ourselves, at the stage's own pool of people. */
  private ownClient(url: string): string {
    return userPoolClient(this, {
      userPoolId: published(this.settings, 'UserPoolId'),
      clientName: physicalName(this.settings, 'pages'),
      url,
    })
  }
}

/** Several hosts may be one domain. */
const domainsOf = ({ hosts }: StageSettings): readonly Domain[] => {
  const domains = Object.values(hosts).filter(isDomain)
  return [...new Map(domains.map(host => [host.domain, host])).values()]
}

const paths = (
  bind: Bindings,
  { reserved }: StageSettings,
  issuer: Binding,
): PathsOf<
  typeof authenticationRoutes &
    typeof sessionRoutes &
    typeof sessionPages &
    typeof locationsRoutes &
    typeof mediaRoutes &
    typeof serviceRoutes
> => ({
  '/v1/token': {
    errorImpact: 'Integrators cannot get tokens; within two hours they cannot call the API.',
    bindings: [bind.signIn],
    reserved: reserved?.signIn,
  },
  '/v1/session': {
    errorImpact:
      'Agents and reviewers cannot tell whether they are signed in, and their sessions end within an hour.',
    bindings: [bind.sessionKeep],
  },
  '/v1/session/sign-in': {
    errorImpact: 'Agents and reviewers cannot start to sign in; within twelve hours none of them can work.',
    bindings: [issuer],
    reserved: reserved?.signIn,
  },
  '/v1/session/callback': {
    errorImpact:
      'Agents and reviewers see an error when they return from the identity provider; within twelve hours none of them can work.',
    bindings: [issuer, bind.sessionOpen],
    reserved: reserved?.signIn,
  },
  '/v1/session/sign-out': {
    errorImpact: 'People who sign out stay signed in, on a phone that somebody else may pick up.',
    bindings: [issuer, bind.sessionEnd],
    reserved: reserved?.signIn,
  },
  '/v1/file/{token}': {
    errorImpact: 'Integrators and reviewers cannot open evidence photos.',
    // Whoever works here and opens one is noted.
    // What the report shows, it says itself.
    bindings: [bind.fileTokenSecret, bind.mediaRead, bind.table('get'), bind.trail, bind.personal],
  },
  '/v1/locations/states': {
    errorImpact: "Integrators' forms cannot offer the list of states.",
    bindings: [],
  },
  '/v1/locations/states/{stateId}/lgas': {
    errorImpact: "Integrators' forms cannot offer the list of local government areas.",
    bindings: [],
  },
  '/v1/openapi.json': { errorImpact: 'Integrators cannot read the documentation.', bindings: [] },
  '/v1/health': { errorImpact: "Integrators' monitors report the service as down.", bindings: [] },
})
