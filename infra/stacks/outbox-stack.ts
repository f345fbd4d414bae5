import { addAlarm } from '../constructs/alarm.ts'
import { NodeFunction } from '../constructs/node-function.ts'
import { addSchedule } from '../constructs/schedule.ts'
import { addLedgerStream, TableStream } from '../constructs/table-stream.ts'
import { WorkQueue } from '../constructs/work-queue.ts'
import { ledgerMismatches, reconciliationMismatches } from '../monitoring/alarms.ts'
import { schedules } from '../monitoring/schedules.ts'
import type { NounStack } from './service-stack.ts'

/** Turns recorded changes into messages: at once from the table's stream, and hourly what the stream missed. */
export const outboxStack: NounStack = {
  name: 'outbox',
  description: 'From records to messages',
  add: (stack, context, bind) => {
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
    new TableStream(stack, context, {
      consumer: { entry: 'outbox/relay', bindings },
    })
    // A change every few minutes, so that a silent stream is one that is not read.
    const beat = new NodeFunction(stack, context, {
      entry: 'outbox/beat',
      errorImpact: schedules.beat.errorImpact,
      bindings: [bind.heartbeat],
      timeoutSeconds: 30,
    })
    addSchedule(stack, context, 'beat', beat)
    addLedgerStream(stack, context, {
      entry: 'outbox/count-charges',
      errorImpact: 'What customers see of this month’s charges stands still. Nobody is charged more or less.',
      bindings: [bind.ledgerSums('put', 'update')],
    })
    // The tenants whose open work is looked over, and pages of what is open of a large one's.
    new WorkQueue(stack, context, {
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
    const reconcileAll = new NodeFunction(stack, context, {
      entry: 'outbox/reconcile-all',
      errorImpact: schedules.reconcile.errorImpact,
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
    addSchedule(stack, context, 'reconcile', reconcileAll)
    const checkLedger = new NodeFunction(stack, context, {
      entry: 'outbox/check-ledger',
      errorImpact: schedules['check-ledger'].errorImpact,
      bindings: [bind.table('query'), bind.sendReconciliations],
      timeoutSeconds: 60,
    })
    addSchedule(stack, context, 'check-ledger', checkLedger)
    addAlarm(stack, 'ReconciliationMismatches', context, reconciliationMismatches)
    addAlarm(stack, 'LedgerMismatches', context, ledgerMismatches)
  },
}
