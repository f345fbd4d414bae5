import { Annotations } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { caseDocumentRoutes } from '../../shared/report/case-routes.ts'
import type { receiptRoutes } from '../../shared/receipt/routes.ts'
import type { identityReportRoutes } from '../../shared/report/identity-routes.ts'
import type { reportCheckRoutes } from '../../shared/report/check-routes.ts'
import type { reportRoutes } from '../../shared/report/routes.ts'
import { addAlarm } from '../constructs/alarm.ts'
import { trailFaults } from '../monitoring/alarms.ts'
import type { StageSettings } from '../stage-settings.ts'
import type { Bindings } from './bindings.ts'
import { published } from './names.ts'
import type { PathsOf } from './paths.ts'
import { type ServiceContext, ServiceStack } from './service-stack.ts'

type TrustRoutes = typeof receiptRoutes &
  typeof reportRoutes &
  typeof identityReportRoutes &
  typeof reportCheckRoutes &
  typeof caseDocumentRoutes

const paths = (bind: Bindings, settings: StageSettings): PathsOf<TrustRoutes> => {
  const signing = [
    bind.table('get', 'query'),
    bind.personal,
    bind.receiptKeys,
    bind.receiptKeySecret,
    // A receipt says where its keys are found.
    bind.apiUrl(published(settings, 'ApiUrl')),
  ]
  // It proves, if asked, that its trail is in the log.
  const proving = [...signing, bind.trailLogRead]
  return {
    '/v1/addresses/{id}/receipt': {
      errorImpact: 'Integrators cannot fetch receipts of address verifications; earlier receipts stay valid.',
      bindings: proving,
    },
    '/v1/employments/{id}/receipt': {
      errorImpact:
        'Integrators cannot fetch receipts of employment verifications; earlier receipts stay valid.',
      bindings: proving,
    },
    '/v1/identities/{id}/receipt': {
      errorImpact: 'Integrators cannot fetch receipts of look-ups; earlier receipts stay valid.',
      bindings: proving,
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
    // Everybody may ask it, and it shows no person: what it opens of a record stays in it.
    '/v1/reports/{code}': {
      errorImpact:
        'Whoever holds a printed report cannot check it by its code; its receipt can be checked offline.',
      bindings: [bind.table('get', 'query'), bind.personal, bind.linkLimits],
    },
    // The same documents for staff, whose opening is noted in the trail.
    '/v1/operations/cases/{id}/report': {
      errorImpact: 'Staff cannot print the report of a case; its customer can.',
      bindings: [...signing, bind.mediaRead, bind.trail],
    },
    '/v1/operations/cases/{id}/receipt': {
      errorImpact: 'Staff cannot fetch the receipt of a case; its customer can.',
      bindings: [...proving, bind.trail],
    },
    '/v1/jwks.json': {
      errorImpact: 'Verifiers of receipts who have no copy of the keys have to wait.',
      // Everybody may ask it: it knows no secret.
      bindings: [bind.table('query')],
    },
  }
}

/**
 * Records that prove themselves: receipts, the keys that they are checked with, and reports to file. Writes the trail log
 * and seals of the ledger to locked buckets, and compares the log with the table.
 */
export class TrustStack extends ServiceStack {
  constructor(scope: Construct, context: ServiceContext) {
    super(scope, context, { name: 'trust', description: 'Receipts and reports' })
    const { bind, settings } = this
    this.serve(paths(bind, settings))
    if (!settings.operator)
      Annotations.of(this).addInfo(
        `The stage ${settings.name} names no operator: reports, and the pages of applicants and employers, do not say who we are. \`operator\` in infra/stages.ts says it.`,
      )
    this.addScheduled('close-trails', {
      entry: 'trust/close-trails',
      bindings: [
        bind.table('query', 'gsi1'),
        bind.receiptKeys,
        bind.receiptKeySecret,
        bind.trailLogWrite,
        bind.apiUrl(published(settings, 'ApiUrl')),
      ],
      timeoutSeconds: 300,
      memoryMb: 512,
    })
    this.addScheduled('check-trails', {
      entry: 'trust/check-trails',
      bindings: [bind.table('query', 'getMany', 'gsi1'), bind.trailLogRead],
      timeoutSeconds: 600,
      memoryMb: 512,
    })
    this.addScheduled('seal-ledgers', {
      entry: 'trust/seal-ledgers',
      bindings: [
        bind.table('query'),
        bind.ledgerSealsWrite,
        bind.receiptKeys,
        bind.receiptKeySecret,
        bind.apiUrl(published(settings, 'ApiUrl')),
      ],
      timeoutSeconds: 900,
      memoryMb: 512,
    })
    this.addScheduled('repeat-erasures', {
      entry: 'trust/repeat-erasures',
      bindings: [
        bind.table('get', 'getMany', 'query', 'gsi2', 'put', 'update', 'delete'),
        bind.personal,
        bind.trail,
        bind.trailErase,
        bind.cases('delete'),
        bind.searchWordsErase,
        bind.chargeReferencesErase,
        bind.idNumberSecret,
        bind.mediaErase,
        bind.mediaMark,
      ],
      timeoutSeconds: 600,
    })
    addAlarm(this, 'TrailFaults', context, trailFaults)
  }
}
