import type { Construct } from 'constructs'
import { addAlarm } from '../constructs/alarm.ts'
import { deliverLedgerLines, receiveChanges, TableStream } from '../constructs/table-stream.ts'
import {
  deadLetters,
  ledgerMismatches,
  ledgerStreamSilent,
  reconciliationMismatches,
  streamLate,
  streamSilent,
} from '../monitoring/alarms.ts'
import { backlogs } from '../monitoring/backlogs.ts'
import { published } from './names.ts'
import { type ServiceContext, ServiceStack } from './service-stack.ts'

/** Turns recorded changes into messages: at once from the table's stream, and hourly what the stream missed. */
export class OutboxStack extends ServiceStack {
  constructor(scope: Construct, context: ServiceContext) {
    super(scope, context, { name: 'outbox', description: 'From records to messages' })
    const { bind, settings } = this
    const bindings = [
      bind.table('get', 'query', 'put', 'update', 'delete'),
      bind.stats('put', 'update'),
      // The trail records each publication.
      bind.trail,
      bind.sendCompletions,
      bind.sendDeliveries,
      bind.sendLookups,
      bind.sendVisits,
      bind.visitDelay,
      bind.sendMessages,
      // The event's record links to its photos.
      bind.fileTokenSecret,
      bind.mediaUrl,
      // A registry's data is stored encrypted until it is published.
      bind.personalDataSecret,
      bind.personal,
      // Staff find a case by keyed digests.
      bind.cases('writeMany'),
      bind.idNumberSecret,
    ]
    const source = {
      streamArn: published(settings, 'TableStreamArn'),
      keyArn: published(settings, 'KeyArn'),
    }
    const stream = new TableStream(this, context, source, {
      deadLetters: deadLetters('table-stream'),
      late: streamLate,
      silent: streamSilent,
    })
    const relay = this.addWorker({
      entry: 'outbox/relay',
      errorImpact: backlogs['table-stream'].errorImpact,
      // What became of an agent's report is kept for them.
      bindings: [...bindings, bind.workers('writeMany'), stream.receive],
      timeoutSeconds: 60,
    })
    stream.deliverTo(relay)
    // A change every few minutes, so that a silent stream is one that is not read.
    this.addScheduled('beat', {
      entry: 'outbox/beat',
      bindings: [bind.heartbeat],
      timeoutSeconds: 30,
    })
    const countCharges = this.addWorker({
      entry: 'outbox/count-charges',
      errorImpact: 'What customers see of this month’s charges stands still. Nobody is charged more or less.',
      bindings: [bind.ledgerSums('put', 'update'), receiveChanges(source)],
      timeoutSeconds: 60,
    })
    deliverLedgerLines(this, context, source, countCharges, ledgerStreamSilent)
    // The tenants whose open work is looked over, and pages of what is open of a large one's.
    this.addQueue({
      name: 'reconciliations',
      maxConcurrency: 5,
      consumer: {
        entry: 'outbox/reconcile',
        // It expires verifications that nobody decided in time.
        bindings: [
          ...bindings,
          bind.table('getMany', 'gsi1'),
          bind.expiry,
          bind.sendReconciliations,
          bind.ledgerSums('put', 'delete'),
        ],
        mayFeedItself: true,
      },
    })
    this.addScheduled('reconcile', {
      entry: 'outbox/reconcile-all',
      // The relay counts changes; the hourly function sums up past days.
      // Once a month a new key seals what is written.
      bindings: [
        bind.table('get', 'query'),
        bind.stats('update'),
        bind.sendReconciliations,
        bind.personal,
        bind.dataKeysWrite,
      ],
      timeoutSeconds: 60,
    })
    this.addScheduled('check-ledger', {
      entry: 'outbox/check-ledger',
      bindings: [bind.table('query'), bind.sendReconciliations],
      timeoutSeconds: 60,
    })
    addAlarm(this, 'ReconciliationMismatches', context, reconciliationMismatches)
    addAlarm(this, 'LedgerMismatches', context, ledgerMismatches)
  }
}
