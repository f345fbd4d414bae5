import type { Construct } from 'constructs'
import type { caseNoteRoutes } from '../../shared/case/note-routes.ts'
import type { caseRoutes } from '../../shared/case/routes.ts'
import type { contactRoutes } from '../../shared/employer/contact/routes.ts'
import type { evidenceRoutes } from '../../shared/evidence/routes.ts'
import type { fieldworkRoutes } from '../../shared/fieldwork/routes.ts'
import type { overviewRoutes } from '../../shared/overview/routes.ts'
import type { assignRoutes } from '../../shared/work/assign-routes.ts'
import type { caseSearchRoutes } from '../../shared/case/search/routes.ts'
import type { dayRoutes } from '../../shared/work/day-routes.ts'
import type { operationsRoutes } from '../../shared/review/routes.ts'
import { addAlarm, addShareAlarm } from '../constructs/alarm.ts'
import { fieldworkBehind, fieldworkLate, reportsUnsent, unusualCaseSearches } from '../monitoring/alarms.ts'
import type { Bindings } from './bindings.ts'
import type { PathsOf } from './paths.ts'
import { type ServiceContext, ServiceStack } from './service-stack.ts'

const paths = (
  bind: Bindings,
): PathsOf<
  typeof operationsRoutes &
    typeof evidenceRoutes &
    typeof contactRoutes &
    typeof overviewRoutes &
    typeof fieldworkRoutes &
    typeof caseSearchRoutes &
    typeof caseRoutes &
    typeof caseNoteRoutes &
    typeof assignRoutes &
    typeof dayRoutes
> => ({
  '/v1/operations/assignments': {
    errorImpact: 'Agents and reviewers see no list of work: live verifications stand still.',
    // An agent's list is that of their team's areas.
    bindings: [bind.table('get', 'query', 'gsi1', 'gsi2', 'gsi3'), bind.personal],
  },
  '/v1/operations/assignments/{id}': {
    errorImpact: 'Agents cannot open a visit, and reviewers cannot open a report.',
    // Reading is noted in the trail; a report links to its photos, and an agent's telephone keeps those of the applicant.
    bindings: [
      bind.table('get', 'query'),
      bind.trail,
      bind.personal,
      bind.fileTokenSecret,
      bind.mediaUrl,
      bind.mediaThumbnails,
      // What earlier agents told of the house is found by a keyed digest of its address.
      bind.idNumberSecret,
    ],
  },
  '/v1/operations/assignments/{id}/claim': {
    errorImpact: 'Nobody can claim work: live verifications stand still.',
    bindings: [
      bind.table('get', 'query', 'update'),
      bind.trail,
      bind.workers('put', 'delete'),
      bind.fieldwork,
    ],
  },
  '/v1/operations/assignments/{id}/appointment': {
    errorImpact: 'Agents cannot say when they come: applicants wait without knowing.',
    bindings: [bind.table('get', 'update'), bind.trail],
  },
  '/v1/operations/quality': {
    errorImpact: 'Agents do not see what became of their reports.',
    bindings: [bind.table('query')],
  },
  '/v1/operations/assignees': {
    errorImpact: 'Supervisors cannot assign visits: agents still claim from their own lists.',
    // An agent's place of the last report is read for a proposal, and shown to nobody.
    bindings: [
      bind.table('get', 'query', 'gsi1', 'gsi3', 'update'),
      bind.trail,
      bind.personal,
      bind.workers('put', 'delete'),
      bind.fieldwork,
    ],
  },
  '/v1/operations/assignments/{id}/hand-over': {
    errorImpact: 'Reviewers cannot give a case to a colleague; releasing it still works.',
    bindings: [bind.table('get', 'query', 'put', 'update'), bind.trail, bind.fieldwork],
  },
  '/v1/operations/cases/{id}/notes': {
    errorImpact: 'Reviewers and operators can neither read nor write notes on a case.',
    bindings: [bind.table('get', 'query', 'put', 'check'), bind.trail, bind.personal],
  },
  '/v1/operations/assignments/{id}/photos': {
    errorImpact: 'Agents’ phones cannot upload photos and keep them; reviewers see none.',
    bindings: [
      bind.table('get', 'query', 'put', 'check'),
      bind.trail,
      bind.personal,
      bind.mediaUpload,
      bind.fileTokenSecret,
      bind.mediaUrl,
    ],
  },
  '/v1/operations/assignments/{id}/photos/{slot}': {
    errorImpact: 'Agents’ uploaded photos are not accepted: their phones keep them and try again.',
    bindings: [bind.table('get', 'put', 'check'), bind.trail, bind.mediaReceive, bind.reencode],
  },
  '/v1/operations/devices': {
    errorImpact: 'Agents cannot enrol a new phone, and take no photos with it.',
    bindings: [bind.table('get'), bind.devicesWrite],
  },
  '/v1/operations/devices/{id}/unsent': {
    errorImpact: 'Supervisors do not see what agents’ phones hold; the phones send it all the same.',
    bindings: [bind.table('get'), bind.unsentWrite],
  },
  '/v1/operations/assignments/{id}/attempts': {
    errorImpact:
      'Agents cannot record attempts to reach an employer: no employer can be reported as unreachable.',
    bindings: [bind.table('get', 'query', 'put', 'check'), bind.trail, bind.personal],
  },
  '/v1/operations/assignments/{id}/links': {
    errorImpact: 'Employers receive no link to the form: agents have to call.',
    bindings: [bind.table('get', 'query', 'put', 'update', 'check'), bind.trail, bind.personal],
  },
  '/v1/operations/assignments/{id}/report': {
    errorImpact: 'Agents cannot submit reports: their phones keep them and try again.',
    // A report is judged by what is known of its photos, devices and agent; a back-check may raise a dispute.
    bindings: [
      bind.table('get', 'query', 'put', 'update', 'check'),
      bind.trail,
      bind.workers('put', 'delete'),
      bind.photoHashesWrite,
      bind.placeNotesWrite,
      bind.idNumberSecret,
      bind.fieldwork,
    ],
  },
  '/v1/operations/assignments/{id}/trail': {
    errorImpact: 'Reviewers cannot see who did what to a verification.',
    bindings: [bind.table('get', 'query'), bind.trail],
  },
  '/v1/operations/overview': {
    errorImpact: 'The operator cannot see what is late or stuck.',
    // In test mode the order's phone number decides whether the simulated agent visits.
    bindings: [bind.table('get', 'query', 'gsi1', 'gsi2'), bind.personal, bind.registryPlaces, bind.expiry],
  },
  '/v1/operations/fieldwork-health': {
    errorImpact: 'Supervisors do not see where visits are late and which agents need help.',
    bindings: [bind.table('get')],
  },
  '/v1/operations/cases': {
    errorImpact: 'Reviewers, supervisors and operators see no cases behind the numbers.',
    bindings: [bind.table('query', 'gsi1', 'gsi2', 'gsi3'), bind.personal],
  },
  '/v1/operations/searches': {
    errorImpact: 'Staff find no case by what a customer or an applicant tells them.',
    // Each search is recorded and counted before it is made; names and phone numbers are found by keyed digests.
    bindings: [bind.table('query', 'getMany'), bind.caseSearches, bind.idNumberSecret, bind.personal],
  },
  '/v1/operations/cases/{id}': {
    errorImpact: 'Staff cannot open the file of a case.',
    // Each opening is noted in the trail.
    bindings: [bind.table('get', 'query'), bind.trail, bind.personal],
  },
  '/v1/operations/cases/{id}/trail': {
    errorImpact: 'Staff see a case without what happened in it.',
    bindings: [bind.table('get', 'query'), bind.trail, bind.personal],
  },
  '/v1/operations/stuck/{id}/mend': {
    errorImpact: 'The operator cannot repair what is stuck from the page; admin commands still can.',
    // Repairs use the same stores as people's own work, and the same queues.
    bindings: [
      bind.table('get', 'query', 'put', 'update', 'check'),
      bind.trail,
      bind.workers('delete'),
      bind.sendReconciliations,
      bind.sendDeliveries,
    ],
  },
  '/v1/operations/assignments/{id}/decision': {
    errorImpact: 'Reviewers cannot decide: customers wait although the reports are there.',
    bindings: [
      bind.table('get', 'put', 'update', 'check'),
      bind.trail,
      bind.fieldwork,
      bind.prices,
      bind.orderLedger,
    ],
  },
})

/** What agents and reviewers work with. */
export class OperationsStack extends ServiceStack {
  constructor(scope: Construct, context: ServiceContext) {
    super(scope, context, { name: 'operations', description: 'The work of agents and reviewers' })
    const { bind, settings } = this
    this.serve(paths(bind))
    addAlarm(this, 'UnusualCaseSearches', context, unusualCaseSearches)
    this.addScheduled('count-fieldwork', {
      entry: 'fieldwork/count',
      bindings: [
        bind.table('get', 'query', 'getMany', 'gsi1', 'update'),
        bind.stats('put', 'update'),
        bind.trail,
        bind.workers('put'),
        bind.fieldwork,
      ],
      // It reads an entry of all that is open, a page of each state at a time: 80,000 of them are 24 MB.
      memoryMb: 512,
      timeoutSeconds: 60,
    })
    addShareAlarm(this, 'FieldworkLate', context, fieldworkLate)
    addShareAlarm(this, 'FieldworkBehind', context, fieldworkBehind)
    addAlarm(this, 'ReportsUnsent', context, reportsUnsent)
    // As much memory as brings one whole processor (https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html):
    // 12 megapixels take 1 s and 0.25 GB there, the worst that is not refused 5 s and 0.65 GB.
    this.addWorker({
      entry: 'evidence/re-encode',
      errorImpact: 'Agents’ photos are not accepted: their phones keep them and try again, and reports wait.',
      bindings: [bind.mediaReEncode],
      reserved: settings.reserved?.decode,
      memoryMb: 1769,
      timeoutSeconds: 20,
    })
  }
}
